import type { Failure } from '../model/serviceError.ts';

/** What a list is doing: one thing at a time. */
export type ListWork = 'first' | 'more' | 'all' | 'refresh';

/** How a piece of work failed, and when, in milliseconds since 1970. */
export interface ListFailure {
  readonly during: ListWork;
  readonly failure: Failure;
  readonly at: number;
}

/** What surfaces see of a list. */
export interface ListState<Row> {
  readonly rows: readonly Row[];
  /** See `PageWalk.total`. */
  readonly total: number | undefined;
  /** Whether there are further pages; false before any rows are there. */
  readonly hasMore: boolean;
  readonly work: ListWork | undefined;
  /** Why the last work failed; rows read before stay. `aborted` if the first page was canceled. */
  readonly failure: ListFailure | undefined;
  /** Items left out because they could not be read as a row. */
  readonly unreadable: number;
  /** The list ended with fewer rows, or earlier pages, than the service's totals say. */
  readonly short: boolean;
  /** The list changed at the service between two page reads: rows may be missing. */
  readonly drifted: boolean;
  /** When the oldest rows were requested, in milliseconds since 1970; `undefined` without rows. */
  readonly asOf: number | undefined;
  /** The rows are stored ones of an earlier time, and were not read again yet. */
  readonly restored: boolean;
}

export interface ListOptions {
  /** Items per page to request, 1 to 100. Read at the start of each walk only. */
  readonly limit: () => number;
  /** In milliseconds since 1970. */
  readonly now: () => number;
}

/** Whether a list has, or may have, rows that are not loaded. */
export function isUnfinished({ asOf, hasMore }: ListState<unknown>): boolean {
  return asOf === undefined || hasMore;
}

/** Whether rows are left to read: further ones, or stored ones that are not up to date. */
export function isUnread(state: ListState<unknown>): boolean {
  return isUnfinished(state) || state.restored;
}

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
