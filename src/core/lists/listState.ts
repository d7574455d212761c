import type { Failure } from '../model/serviceError.ts';

/** What a list is doing: one thing at a time. */
export type ListWork = 'first' | 'more' | 'all' | 'refresh';

/** How a piece of work failed, and when, in milliseconds since 1970. */
export interface ListFailure {
  readonly during: ListWork;
  readonly failure: Failure;
  readonly at: number;
}

/** What a list knows, for surfaces to show. They read it and ask for more; they never change it. */
export interface ListState<Row> {
  readonly rows: readonly Row[];
  /** Items over all pages as the service last said; `undefined` if it has not or cannot be right. */
  readonly total: number | undefined;
  /** False once the last page was reached, and before the first was asked for. */
  readonly hasMore: boolean;
  readonly work: ListWork | undefined;
  /** Why the last piece of work ended early. Rows read before it are kept. */
  readonly failure: ListFailure | undefined;
  /** Items left out because they could not be read as a row. */
  readonly unreadable: number;
  /** The last page was reached with fewer rows than the service said there are. */
  readonly short: boolean;
  /** The list changed at the service between two page reads: rows may be missing. */
  readonly drifted: boolean;
  /** How often a row came again, with the same content, where another was due. */
  readonly repeated: number;
  /**
   * When the oldest of the rows were asked for, in milliseconds since 1970: all of them are as of
   * then or later. `undefined` until a page has come.
   */
  readonly asOf: number | undefined;
}
