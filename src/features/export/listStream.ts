import { PageWalk } from '../../core/lists/pageWalk.ts';
import { ALL_PAGES, type ReadPage, readPages } from '../../core/lists/readAhead.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';
import type { ListRow } from '../../core/model/sharedKeys.ts';

type NoPage = Extract<Failure, { kind: 'noPage' }>;

/** Items per page to begin with, the maximum (service-interface §8). */
const LIMIT = 100;

/**
 * Reads a whole list and yields the rows as they arrive. Unlike `PagedList` it keeps only their
 * keys, so the list may be larger than memory. No request is sent before `pages` is iterated. The
 * other members give its progress, and what is missing.
 */
export class ListStream<Row extends ListRow> {
  readonly #read: ReadPage<Row>;
  readonly #accepts: ((row: Row) => boolean) | undefined;
  readonly #first = new PageWalk<Row>(LIMIT);
  #second: PageWalk<Row> | undefined;
  #found = 0;
  /** Why the service gave no further rows, although its totals promise them. */
  missing: NoPage | undefined;

  /** @param accepts which rows to yield; all if left out. */
  constructor(read: ReadPage<Row>, accepts?: (row: Row) => boolean) {
    this.#read = read;
    this.#accepts = accepts;
  }

  /** See `PageWalk.total`. */
  get total(): number | undefined {
    return this.#latest.total;
  }

  get unreadable(): number {
    return this.#latest.unreadable;
  }

  /** How many rows were read so far, accepted or not; `undefined` without `accepts`. */
  get read(): number | undefined {
    return this.#accepts && this.#found;
  }

  /** True if both passes together have found fewer items than the service's totals say. */
  get short(): boolean {
    const { short, total = Infinity } = this.#latest;
    return (short || this.missing !== undefined) && this.#found + this.unreadable < total;
  }

  /**
   * True if the list changed during the latest pass, or more items were found than it holds: rows
   * may be missing, or the list may no longer hold some of those yielded.
   */
  get changed(): boolean {
    const { drifted, total = Infinity } = this.#latest;
    return drifted || this.#found + this.unreadable > total;
  }

  /**
   * The rows, a page at a time, each once. If the list changed while it was read, or gave fewer
   * rows than its total, a second pass reads it again for the rows that the first did not find.
   * @throws ServiceError as soon as a page cannot be read, unless the service has no such page
   * (`missing`); the reason of `signal` if it aborts.
   */
  async *pages(signal: AbortSignal): AsyncGenerator<readonly Row[], void> {
    const first = this.#first;
    yield* this.#walk(first, () => true, signal);
    if (this.missing || (!first.short && !first.drifted)) return;
    this.#second = new PageWalk<Row>(LIMIT, first.mostPerPage);
    yield* this.#walk(this.#second, (row) => !first.has(row), signal);
  }

  async *#walk(
    walk: PageWalk<Row>,
    isNew: (row: Row) => boolean,
    signal: AbortSignal,
  ): AsyncGenerator<readonly Row[], void> {
    const pages = readPages(this.#read, walk, ALL_PAGES, signal);
    try {
      while (!(await pages.next()).done) {
        const rows = walk.take().filter(isNew);
        this.#found += rows.length;
        yield this.#accepts ? rows.filter(this.#accepts) : rows;
      }
    } catch (error) {
      if (!isServiceError(error) || error.failure.kind !== 'noPage') throw error;
      this.missing = error.failure;
    } finally {
      await pages.return();
    }
  }

  /** The walk whose totals are used: the second one once it has a total. */
  get #latest(): PageWalk<Row> {
    return this.#second?.total === undefined ? this.#first : this.#second;
  }
}
