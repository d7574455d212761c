import type { ListRow } from '../model/sharedKeys.ts';
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
}

export function storedFrom<Row extends ListRow>(
  walk: PageWalk<Row>,
  asOf: number,
): StoredList<Row> {
  const { limit, itemsCovered: covered, total, ended, unreadable, drifted } = walk;
  // A copy, because the rows of a walk grow.
  return { rows: [...walk.rows], asOf, limit, covered, total, ended, unreadable, drifted };
}

/** A walk with the stored rows. Refresh it before reading further pages: the list may differ. */
export function walkOf<Row extends ListRow>(stored: StoredList<Row>): PageWalk<Row> {
  const { rows, limit, covered, total, ended, unreadable } = stored;
  const walk = new PageWalk<Row>(limit);
  // As if all rows had come on the last page read.
  const page = Math.max(1, covered / limit);
  const received = Math.min(limit, rows.length + unreadable);
  const totals = { page, limit: undefined, totalPages: undefined, totalResults: total };
  walk.add({ page, limit }, { rows, received, unreadable, ...totals });
  walk.ended = ended;
  walk.drifted = stored.drifted;
  return walk;
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
  const items = list.ended ? list.rows.length + list.unreadable : list.covered;
  const pages = Math.ceil((items * rows.length) / list.rows.length / limit);
  return { ...list, rows, covered: Math.min(list.covered, pages * limit), ended: false };
}
