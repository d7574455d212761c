import { PageWalk } from '../../core/lists/pageWalk.ts';
import { ALL_PAGES, type ReadPage, readPages } from '../../core/lists/readAhead.ts';
import type { ListRow } from '../../core/model/sharedKeys.ts';

/** Items per page, the maximum (service-interface §8). */
const LIMIT = 100;

/**
 * Reads a list from its first page to its last, and yields the rows as they arrive. Unlike
 * `PagedList` it keeps only their keys, so the list may be larger than memory. Sends no request
 * before `pages` is iterated.
 */
export class ListStream<Row extends ListRow> {
  readonly #read: ReadPage<Row>;
  readonly #accepts: ((row: Row) => boolean) | undefined;
  readonly #first = new PageWalk<Row>(LIMIT);
  #second: PageWalk<Row> | undefined;
  #found = 0;

  /** @param accepts which rows are given; all if left out. */
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

  /** See `PageWalk.repeated`. 0 if not all rows are given: those that repeat may not be accepted. */
  get repeated(): number {
    return this.#accepts ? 0 : this.#latest.repeated;
  }

  /** How many rows were read so far, if not all of them are given. */
  get read(): number | undefined {
    return this.#accepts && this.#found;
  }

  /** True if the service gave fewer items than its total, also in the second reading. */
  get short(): boolean {
    return this.#latest.short && this.#found + this.unreadable < (this.total ?? 0);
  }

  /**
   * True if the list changed and a second reading did not settle it: rows may be missing, or rows
   * may have been returned that the list no longer holds.
   */
  get changed(): boolean {
    const { drifted, total = 0 } = this.#latest;
    return drifted || this.#found + this.unreadable > total;
  }

  /**
   * All rows, a page at a time, each once. If the list changed while it was read, or gave fewer
   * rows than its total, it is read a second time for rows that the first reading did not find.
   * @throws ServiceError as soon as a page cannot be read.
   */
  async *pages(signal: AbortSignal): AsyncGenerator<readonly Row[], void> {
    const first = this.#first;
    yield* this.#walk(first, () => true, signal);
    if (!first.short && !first.drifted) return;
    this.#second = new PageWalk<Row>(LIMIT, first.sharedKeys);
    yield* this.#walk(this.#second, ({ key }) => !first.has(key), signal);
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
    } finally {
      await pages.return();
    }
  }

  /** The walk whose totals are used: the second one from its first page on. */
  get #latest(): PageWalk<Row> {
    return this.#second?.total === undefined ? this.#first : this.#second;
  }
}
