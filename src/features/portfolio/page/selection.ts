/** Which rows are selected, by key, without a DOM. Rows stay selected whatever is shown. */

import { formatNumber } from '../../../core/base/format.ts';
import * as l10n from '@vscode/l10n';
import type { PortfolioRow } from '../messages.ts';
import type { RowStore } from './rowStore.ts';

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
export function toggleAll({ keys }: Selection, shown: readonly string[]): Selection {
  const next = new Set(keys);
  if (shown.every((key) => keys.has(key))) for (const key of shown) next.delete(key);
  else for (const key of shown) next.add(key);
  return { keys: next, anchor: shown[0], before: next };
}

export function selectAll({ keys }: Selection, shown: readonly string[]): Selection {
  const next = new Set([...keys, ...shown]);
  return { keys: next, anchor: shown[0], before: next };
}

export interface Chosen {
  /**
   * The rows shown in the order shown, then those that the filter hides in the order of the list.
   */
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
  store: RowStore,
): Chosen {
  if (keys.size === 0) return { rows: [], hidden: 0 };
  const inSight = shown.filter(({ key }) => keys.has(key));
  if (inSight.length === keys.size) return { rows: inSight, hidden: 0 };
  const seen = new Set(inSight.map(({ key }) => key));
  const others = store.all.filter(({ key }) => keys.has(key) && !seen.has(key));
  return { rows: [...inSight, ...others], hidden: others.length };
}

/** Whether all selected rows are watched: then Stop Watching takes the place of Watch. */
export function areWatched({ rows }: Chosen): boolean {
  return rows.length > 0 && rows.every(({ watched }) => watched === true);
}

/** `3 selected`, or `3 selected, 1 hidden by the filter`. */
export function chosenWords({ rows, hidden }: Chosen): string {
  const selected = formatNumber(rows.length);
  return hidden === 0
    ? l10n.t('{0} selected', selected)
    : l10n.t('{0} selected, {1} hidden by the filter', selected, formatNumber(hidden));
}
