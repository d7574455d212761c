import { type ListRow, SharedKeys } from '../model/sharedKeys.ts';
import { PageWalk } from './pageWalk.ts';

/** The loaded rows of a list at a time, in a form that can be stored. */
export interface StoredList<Row> {
  readonly rows: readonly Row[];
  /** See `ListState.asOf`. */
  readonly asOf: number;
  readonly limit: number;
  /** Items from the start of the list that the pages read cover; a multiple of `limit`. */
  readonly covered: number;
  /** The total that the service gave, or that was counted. */
  readonly total: number | undefined;
  readonly ended: boolean;
  readonly unreadable: number;
  readonly drifted: boolean;
  readonly repeated: number;
  /** See `SharedKeys.shared`. With it, restored rows get the same keys in any order. */
  readonly shared: ReadonlyMap<string, string>;
}

export function storedFrom<Row extends ListRow>(
  walk: PageWalk<Row>,
  asOf: number,
): StoredList<Row> {
  const { limit, itemsCovered: covered, total, ended, unreadable, drifted, repeated } = walk;
  // A copy, because the rows of a walk grow.
  const [rows, { shared }] = [walk.rows.slice(), walk.sharedKeys];
  return { rows, asOf, limit, covered, total, ended, unreadable, drifted, repeated, shared };
}

/** A walk with the stored rows. Refresh it before reading further pages: the list may differ. */
export function walkOf<Row extends ListRow>(stored: StoredList<Row>): PageWalk<Row> {
  const { rows, limit, covered, total, ended, unreadable } = stored;
  const walk = new PageWalk<Row>(limit, new SharedKeys(stored.shared));
  // As if all rows had come on the last page read.
  const page = Math.max(1, covered / limit);
  const received = Math.min(limit, rows.length + unreadable);
  const totals = { page, limit: undefined, totalPages: undefined, totalResults: total };
  walk.add({ page, limit }, { rows, received, unreadable, ...totals });
  walk.ended = ended;
  walk.drifted = stored.drifted;
  walk.repeated = stored.repeated;
  return walk;
}

/** The key that a row would have if no other row had the same key. */
export function keyBefore({ key, content }: ListRow): string {
  return content !== undefined && key.endsWith(`/${content}`)
    ? key.slice(0, -content.length - 1)
    : key;
}

/** The list as if only its first `count` rows had been read, or the whole pages among these. */
export function firstRows<Row extends ListRow>(
  list: StoredList<Row>,
  count: number,
): StoredList<Row> {
  const { limit } = list;
  if (count >= list.rows.length) return list;
  const inPages = count - (count % limit);
  const rows = list.rows.slice(0, inPages > 0 ? inPages : count);
  // The last page of a list may be shorter. Unreadable items are assumed to be spread evenly.
  const { unreadable, repeated } = list;
  const items = list.ended ? list.rows.length + unreadable + repeated : list.covered;
  const pages = Math.ceil((items * rows.length) / list.rows.length / limit);
  const keys = new Set(rows.map(keyBefore));
  return {
    ...list,
    rows,
    covered: Math.min(list.covered, pages * limit),
    ended: false,
    shared: new Map([...list.shared].filter(([key]) => keys.has(key))),
  };
}
