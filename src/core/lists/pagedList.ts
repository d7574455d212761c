import { isServiceError } from '../model/serviceError.ts';
import type { ListRow, SharedKeys } from '../model/sharedKeys.ts';
import type { Flight, ListOptions, ListState, ListWork } from './listState.ts';
import { type PageRequest, PageWalk } from './pageWalk.ts';
import { ALL_PAGES, ONE_PAGE, readInto, type ReadPage, type ReadPlan } from './readAhead.ts';

/**
 * One list of the service, read page by page. One operation runs at a time; an answer that arrives
 * after a refresh, a cancel or a sign-out is dropped.
 */
export class PagedList<Row extends ListRow> {
  /** Reads a page without adding it. */
  readonly read: ReadPage<Row>;
  readonly #options: ListOptions;
  readonly #listeners = new Set<() => void>();
  readonly #askedAt = new WeakMap<Row, number>();
  #walk: PageWalk<Row> | undefined;
  #flight: Flight | undefined;
  #failure: ListState<Row>['failure'];
  #asOf: number | undefined;
  /** Counts how often work was canceled, so that queued work is canceled too. */
  #endings = 0;
  /** @param read sends a new request each time: a shared older answer would make times wrong. */
  constructor(read: ReadPage<Row>, options: ListOptions) {
    this.#options = options;
    this.read = async (request, signal) => {
      const at = options.now();
      const page = await read(request, signal);
      page.rows.forEach((row) => this.#askedAt.set(row, at));
      return page;
    };
  }

  get state(): ListState<Row> {
    const walk: Partial<PageWalk<Row>> = this.#walk ?? {};
    const { rows = [], total, ended = true } = walk;
    const { unreadable = 0, short = false, drifted = false, repeated = 0 } = walk;
    const read = { rows, total, hasMore: !ended, unreadable, short, drifted, repeated };
    return { ...read, work: this.#flight?.work, failure: this.#failure, asOf: this.#asOf };
  }

  /** See `PageWalk.pageOf`. */
  pageOf(key: string): PageRequest | undefined {
    return this.#walk?.pageOf(key);
  }

  /** When a row, also one of a fork, was requested, in ms since 1970. Unknown for a renamed row. */
  askedAt(row: Row): number | undefined {
    return this.#askedAt.get(row);
  }

  /** Puts a row in the place of the one with its key; see `refreshRow`. */
  replace(row: Row): void {
    this.#walk?.replace(row);
    this.#announce();
  }

  /** Calls `listener` after each change of `state`; the returned function unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Reads the first page if that was never tried. So it may be called at every paint. Like the
   * methods below, it resolves when the work has ended; `state` tells how.
   */
  open(): Promise<void> {
    if (this.#flight?.work === 'first') return this.#flight.done;
    if (this.#walk || this.#failure) return Promise.resolve();
    return this.loadMore();
  }

  /** Waits for running work, if there is any, and sends no request. */
  async idle(): Promise<void> {
    await this.#flight?.done;
  }

  /**
   * Reads one more page, or the first. Waits for pages that are being read already, and reads none
   * besides, except after a refresh that was not canceled and did not fail.
   */
  async loadMore(): Promise<void> {
    if (this.#flight?.work === 'refresh') {
      const endings = this.#endings;
      await this.#flight.done;
      if (endings !== this.#endings || this.#failure) return;
    }
    if (this.#flight) return this.#flight.done;
    const walk = this.#walk;
    if (!walk) return this.#readAnew('first', ONE_PAGE);
    if (walk.ended) return;
    await this.#start('more', (signal) => {
      // A stopped `loadAll` may have stepped back to check the last page.
      walk.stepForward();
      return readInto(this.read, walk, ONE_PAGE, signal, this.#announce);
    });
  }

  /** Reads to the end. After `cancel` or a failure the rows read so far are kept. */
  async loadAll(): Promise<void> {
    const endings = this.#endings;
    const resumed = this.#walk;
    // A loop, because a listener may start other work when one ends.
    while (this.#flight || !this.#walk) {
      const flight = this.#flight;
      if (flight?.work === 'all') return flight.done;
      await (flight ? flight.done : this.#readAnew('first', ONE_PAGE));
      if (endings !== this.#endings || (!flight && !this.#walk)) return;
    }
    const walk = this.#walk;
    if (walk.ended) return;
    await this.#start('all', async (signal) => {
      // Rows read earlier may have moved since, so check the last page again.
      if (walk === resumed) walk.stepBack();
      await readInto(this.read, walk, ALL_PAGES, signal, this.#announce);
      if (walk.short || walk.drifted) await this.#readAgain(walk, signal);
    });
  }

  /**
   * Reads the held pages again from the start; a list that was read to its end is read to its new
   * end. The old rows stay until the new ones are complete, and if that fails. Cancels other work.
   */
  refresh(): Promise<void> {
    this.#giveUp();
    const held = this.#walk;
    if (!held) return this.#readAnew('first', ONE_PAGE);
    const upTo = held.ended ? Infinity : held.itemsCovered;
    return this.#readAnew('refresh', { ...ALL_PAGES, upTo }, held.sharedKeys.forRefresh());
  }

  /**
   * Continues after a new sign-in what a refused token interrupted: reads the held rows again, or
   * the whole list if a Load All was running.
   */
  async resume(): Promise<void> {
    // Nothing was requested before.
    if (!this.#walk && !this.#flight && !this.#failure) return;
    const refused = this.#failure?.failure.kind === 'auth' ? this.#failure.during : undefined;
    const interrupted = this.#flight?.work ?? refused;
    const refreshed = this.refresh();
    const endings = this.#endings;
    await refreshed;
    // A cancel of the refresh cancels the rest too.
    if (endings !== this.#endings || this.#failure) return;
    if (interrupted === 'all') await this.loadAll();
  }

  /** Cancels running and queued work, and keeps the rows read so far. */
  cancel(): void {
    const work = this.#giveUp();
    if (!work) return;
    // There are no rows to show, so show the reason.
    if (work === 'first') {
      this.#failure = { during: work, failure: { kind: 'aborted' }, at: this.#options.now() };
    }
    this.#announce();
  }

  /** For a change of connection: removes the rows and cancels all work. */
  reset(): void {
    this.#giveUp();
    this.#walk = undefined;
    this.#failure = undefined;
    this.#asOf = undefined;
    this.#announce();
  }

  /** A list that begins with the rows of this one and reads further pages independently. */
  fork(): PagedList<Row> {
    const fork = new PagedList(this.read, this.#options);
    fork.adopt(this);
    return fork;
  }

  /** Cancels all work and adds what a fork has read. Own rows are kept, also as objects. */
  adopt(fork: PagedList<Row>): void {
    this.#giveUp();
    this.#walk = fork.#walk?.fork(this.#walk?.rows);
    this.#asOf = fork.#asOf;
    this.#failure = undefined;
    this.#announce();
  }

  /** Cancels running and queued work. */
  #giveUp(): ListWork | undefined {
    const flight = this.#flight;
    this.#endings++;
    this.#flight = undefined;
    flight?.controller.abort();
    return flight?.work;
  }

  #start(work: ListWork, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    const current = () => this.#flight?.controller === controller;
    const fly = async () => {
      // Wait until `#flight` is set below, because `current` compares with it.
      await Promise.resolve();
      try {
        if (current()) await run(controller.signal);
        if (current()) this.#failure = undefined;
      } catch (error) {
        // Canceled; its errors no longer matter.
        if (!current()) return;
        if (!isServiceError(error)) throw error;
        this.#failure = { during: work, failure: error.failure, at: this.#options.now() };
      } finally {
        if (current()) {
          this.#flight = undefined;
          this.#announce();
        }
      }
    };
    const flight: Flight = { work, controller, done: fly() };
    this.#flight = flight;
    this.#announce();
    return flight.done;
  }

  /**
   * Reads a list a second time that changed meanwhile or was `short`. If that finds everything, it
   * replaces the first walk; else the rows of both are kept, and the list is `drifted`.
   */
  async #readAgain(first: PageWalk<Row>, signal: AbortSignal): Promise<void> {
    const second = new PageWalk<Row>(this.#options.limit(), first.sharedKeys);
    await readInto(this.read, second, ALL_PAGES, signal);
    signal.throwIfAborted();
    if (second.short || second.drifted) second.keep(first.rows);
    this.#walk = second;
    this.#announce();
  }

  /** Reads a new walk. The old rows stay until it is complete. */
  #readAnew(work: ListWork, plan: ReadPlan, keys?: SharedKeys): Promise<void> {
    const askedAt = this.#options.now();
    return this.#start(work, async (signal) => {
      const walk = new PageWalk<Row>(this.#options.limit(), keys);
      await readInto(this.read, walk, plan, signal);
      signal.throwIfAborted();
      this.#walk = walk;
      this.#asOf = askedAt;
    });
  }

  readonly #announce = (): void => {
    for (const listener of this.#listeners) listener();
  };
}
