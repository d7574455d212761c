/** The loaded rows of a list at a time, in a form that can be stored. */
export interface StoredList<Row> {
  readonly rows: readonly Row[];
  /** See `ListState.asOf`. */
  readonly asOf: number;
  readonly limit: number;
  /** Items from the start of the list that the pages read cover. */
  readonly covered: number;
  /** The total that the service gave, or that was counted. */
  readonly total: number | undefined;
  readonly ended: boolean;
  readonly unreadable: number;
  readonly drifted: boolean;
}

/** The list as if only its first `count` rows had been read, or the whole pages among these. */
export function firstRows<Row>(list: StoredList<Row>, count: number): StoredList<Row> {
  const { limit, covered, ended, unreadable } = list;
  if (count >= list.rows.length) return list;
  const rows = list.rows.slice(0, count - (count % limit) || count);
  // Unreadable items are assumed to be spread evenly.
  const items = ended ? list.rows.length + unreadable : covered;
  const pages = Math.ceil((items * rows.length) / list.rows.length / limit);
  return { ...list, rows, covered: Math.min(covered, pages * limit), ended: false };
}
