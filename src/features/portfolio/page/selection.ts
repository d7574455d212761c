/** Which rows are selected, by key, without a DOM. Rows stay selected whatever is shown. */

import type { PortfolioRow } from '../messages.ts';

export interface Selection {
  readonly keys: ReadonlySet<string>;
  /** Where the next range begins; `undefined` before any row was selected. */
  readonly anchor: string | undefined;
  /** What was selected before the range: another range from the anchor replaces only the range. */
  readonly before: ReadonlySet<string>;
}

const NO_KEYS: ReadonlySet<string> = new Set();

export const NOTHING_SELECTED: Selection = { keys: NO_KEYS, anchor: undefined, before: NO_KEYS };

export function toggle({ keys }: Selection, key: string): Selection {
  const next = new Set(keys);
  if (!next.delete(key)) next.add(key);
  return { keys: next, anchor: key, before: next };
}

/**
 * Selects from the anchor to `to`, in the order shown.
 * @param from where the range begins if the anchor is not shown.
 */
export function extend(
  { anchor, before }: Selection,
  shown: readonly string[],
  from: string,
  to: string,
): Selection {
  const start = anchor !== undefined && shown.includes(anchor) ? anchor : from;
  const ends = [shown.indexOf(start), shown.indexOf(to)];
  const range = shown.slice(Math.min(...ends), Math.max(...ends) + 1);
  return { keys: new Set([...before, ...range]), anchor: start, before };
}

/** Selects all rows shown or, if they all are selected, none of them. */
export function toggleAll(selection: Selection, shown: readonly string[]): Selection {
  const { keys } = selection;
  if (!shown.every((key) => keys.has(key))) return selectAll(selection, shown);
  const next = new Set(keys);
  for (const key of shown) next.delete(key);
  return { keys: next, anchor: shown[0], before: next };
}

export function selectAll({ keys }: Selection, shown: readonly string[]): Selection {
  const next = new Set([...keys, ...shown]);
  return { keys: next, anchor: shown[0], before: next };
}

export interface Chosen {
  /** The rows shown in the order shown, then those that the filter hides in that of the list. */
  readonly rows: readonly PortfolioRow[];
  readonly hidden: number;
}

/**
 * The selected rows. Keys without a row are ignored: while a list is read again, rows may be
 * missing.
 */
export function chosenOf(
  { keys }: Selection,
  shown: readonly PortfolioRow[],
  all: readonly PortfolioRow[],
): Chosen {
  if (keys.size === 0) return { rows: [], hidden: 0 };
  const inSight = shown.filter(({ key }) => keys.has(key));
  if (inSight.length === keys.size) return { rows: inSight, hidden: 0 };
  const seen = new Set(inSight.map(({ key }) => key));
  const others = all.filter(({ key }) => keys.has(key) && !seen.has(key));
  return { rows: [...inSight, ...others], hidden: others.length };
}
