/** Which rows are selected, by key, without a DOM. Rows stay selected whatever is shown. */

export interface Selection {
  readonly keys: ReadonlySet<string>;
  /** Where the next range begins; `undefined` before any row was selected. */
  readonly anchor: string | undefined;
  /** What was selected when the range began: a range that is drawn anew replaces only itself. */
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

/** Adds all rows shown, or, if all are selected already, takes them out again. */
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
