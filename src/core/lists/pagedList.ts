import { isServiceError } from '../model/serviceError.ts';
import type { ListRow } from '../model/sharedKeys.ts';
import type { ListFailure, ListOptions, ListState, ListWork } from './listState.ts';
import { type PageRequest, PageWalk } from './pageWalk.ts';
import { ALL_PAGES, ONE_PAGE, readInto, type ReadPage, type ReadPlan } from './readAhead.ts';
import { type StoredList, storedFrom, walkOf } from './storedList.ts';

/**
 * One list of the service, read page by page. One operation runs at a time; a response that arrives
 * after a refresh, a cancel or a sign-out is dropped.
 */
export class PagedList<Row extends ListRow> {
  /** Reads a page without adding it. */
  readonly read: ReadPage<Row>;
  readonly #options: ListOptions;
  readonly #listeners = new Set<() => void>();
  #walk: PageWalk<Row> | undefined;
  readonly #current: WorkUnderWay;
  #asOf: number | undefined;
  #restored = false;
  /** Whether restored rows were read again, or that was tried. */
  #wasOpened = false;

  /** @param read sends a new request each time: `asOf` is taken as the time of the request. */
  constructor(read: ReadPage<Row>, options: ListOptions) {
    this.#options = options;
    this.#current = new WorkUnderWay(options.now, this.#announce);
    this.read = async (request, signal) => {
      const requestedAt = options.now();
      const page = await read(request, signal);
      for (const row of page.rows) row.askedAt = requestedAt;
      return page;
    };
  }

  get state(): ListState<Row> {
    const walk: Partial<PageWalk<Row>> = this.#walk ?? {};
    const { rows = [], total, ended = true } = walk;
    const { unreadable = 0, short = false, drifted = false } = walk;
    const read = { rows, total, hasMore: !ended, unreadable, short, drifted };
    const { work, failure } = this.#current;
    return { ...read, work, failure, asOf: this.#asOf, restored: this.#restored };
  }

  /** The loaded row with this key. After a refresh it is another object. */
  rowOf(key: string): Row | undefined {
    return this.#walk?.rowOf(key);
  }

  /**
   * The loaded rows with this identity, such as `project/t/12`: several if the service gives one
   * reference to several projects.
   */
  rowsOf(identity: string): readonly Row[] {
    return this.#walk?.rowsOf(identity) ?? [];
  }

  /** The page that the row with this key came with; `undefined` if it is not loaded. */
  pageOf(key: string): PageRequest | undefined {
    return this.#walk?.pageOf(key);
  }

  /** Puts a newer row in the place of the loaded one with its key. */
  replace(row: Row): void {
    this.#walk?.replace(row);
    this.#announce();
  }

  /** Calls `listener` after each change of `state`; the returned function unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The loaded rows in the form to store; `undefined` before the first page has arrived. */
  get toStore(): StoredList<Row> | undefined {
    return this.#walk && this.#asOf !== undefined ? storedFrom(this.#walk, this.#asOf) : undefined;
  }

  /** Shows stored rows until `open` has read them again. Does nothing once a list was opened. */
  restore(stored: StoredList<Row>): void {
    if (this.#walk || this.#current.work || this.#current.failure) return;
    // The clock may have been set back since.
    const asOf = Math.min(stored.asOf, this.#options.now());
    for (const row of stored.rows) row.askedAt = asOf;
    this.#walk = walkOf(stored);
    this.#asOf = asOf;
    this.#restored = true;
    this.#wasOpened = false;
    this.#announce();
  }

  /**
   * Reads the first page, or restored rows again. Does nothing if that was tried before, so it may be
   * called at every paint. Like the methods below, it resolves when the work has ended; `state` has
   * the result.
   */
  async open(): Promise<void> {
    const { work, done, failure } = this.#current;
    if (work === 'first' || (work && this.#restored)) return done;
    if (this.#restored && !work && !failure && !this.#wasOpened) await this.#readLoadedAgain();
    else if (!this.#walk && !failure) await this.loadMore();
  }

  /** Waits for running work, if there is any, and sends no request. */
  async idle(): Promise<void> {
    await this.#current.done;
  }

  /**
   * Reads one more page, or the first. If pages are being read already, waits for them instead; only
   * after a refresh that succeeded, it still reads one. Restored rows are read again first, and
   * otherwise the last page too, because the next page may begin elsewhere by now.
   */
  async loadMore(): Promise<void> {
    const resumed = this.#walk;
    if (this.#current.work === 'refresh' || this.#restored) {
      const { cancelCount } = this.#current;
      await (this.#current.done ?? this.#readLoadedAgain());
      if (cancelCount !== this.#current.cancelCount || this.#current.failure) return;
    }
    if (this.#current.work) return this.#current.done;
    const walk = this.#walk;
    if (!walk) return this.#readNew('first', ONE_PAGE);
    if (walk.ended) return;
    const plan = { ...ONE_PAGE, isResumed: walk === resumed };
    await this.#current.start('more', (signal) =>
      readInto(this.read, walk, plan, signal, this.#announce),
    );
  }

  /** Reads to the end. After `cancel` or a failure the rows read so far stay. */
  async loadAll(): Promise<void> {
    const { cancelCount } = this.#current;
    const resumed = this.#walk;
    // A loop, because a listener may start other work when one ends.
    while (this.#current.work || !this.#walk || this.#restored) {
      const { work, done } = this.#current;
      if (work === 'all') return done;
      await (work ? done : this.#readLoadedAgain());
      if (cancelCount !== this.#current.cancelCount) return;
      if (this.#current.failure && (!work || this.#restored)) return;
    }
    const walk = this.#walk;
    if (walk.ended) return;
    const plan = { ...ALL_PAGES, isResumed: walk === resumed };
    await this.#current.start('all', async (signal) => {
      await readInto(this.read, walk, plan, signal, this.#announce);
      if (walk.short || walk.drifted) await this.#readAgain(walk, signal);
    });
  }

  /**
   * Reads the loaded pages again from the start; a list that was read to its end is read to its new
   * end. The old rows stay until the new ones are complete, also if that fails. Cancels other work.
   */
  refresh(): Promise<void> {
    this.#current.cancel();
    return this.#readLoadedAgain();
  }

  /**
   * Continues after a new sign-in what a refused token interrupted: reads the loaded rows again, or
   * the whole list if a Load All was running.
   */
  async resume(): Promise<void> {
    const { work, failure } = this.#current;
    // Nothing was requested before.
    if ((!this.#walk || this.#restored) && !work && !failure) return;
    const refused =
      this.#current.failure?.failure.kind === 'auth' ? this.#current.failure.during : undefined;
    const interrupted = this.#current.work ?? refused;
    const refreshed = this.refresh();
    const { cancelCount } = this.#current;
    await refreshed;
    // A cancel of the refresh cancels the rest too.
    if (cancelCount !== this.#current.cancelCount || this.#current.failure) return;
    if (interrupted === 'all') await this.loadAll();
  }

  /** Cancels the work under way. The rows stay. */
  cancel(): void {
    const work = this.#current.cancel();
    if (!work) return;
    // Without rows to show, show the reason.
    if (work === 'first') {
      const failure = { kind: 'aborted' } as const;
      this.#current.failure = { during: work, failure, at: this.#options.now() };
    }
    this.#announce();
  }

  /** For a change of connection: removes the rows and cancels all work. */
  reset(): void {
    this.#current.cancel();
    this.#walk = undefined;
    this.#current.failure = undefined;
    this.#asOf = undefined;
    this.#restored = false;
    this.#announce();
  }

  /** A list that starts with the rows of this one and reads further pages independently. */
  fork(): PagedList<Row> {
    const fork = new PagedList(this.read, this.#options);
    fork.adopt(this);
    return fork;
  }

  /** Cancels all work and adds what a fork has read. Own rows stay the same objects. */
  adopt(fork: PagedList<Row>): void {
    this.#current.cancel();
    const walk = fork.#walk?.fork();
    if (!this.#restored) walk?.prefer(this.#walk?.rows ?? []);
    this.#walk = walk;
    this.#asOf = fork.#asOf;
    this.#restored = fork.#restored;
    this.#current.failure = undefined;
    this.#announce();
  }

  #readLoadedAgain(): Promise<void> {
    const walk = this.#walk;
    this.#wasOpened = true;
    if (!walk) return this.#readNew('first', ONE_PAGE);
    const upTo = walk.ended ? Infinity : Math.max(1, walk.itemsCovered);
    return this.#readNew('refresh', { ...ALL_PAGES, upTo });
  }

  /**
   * Reads the list a second time, because it changed while it was read or was `short`. If that reads
   * everything, it replaces the first walk; else the rows of both stay, and the list is `drifted`.
   */
  async #readAgain(first: PageWalk<Row>, signal: AbortSignal): Promise<void> {
    const second = this.#newWalk();
    await readInto(this.read, second, ALL_PAGES, signal);
    signal.throwIfAborted();
    if (second.short || second.drifted) second.keep(first.rows);
    this.#walk = second;
    this.#announce();
  }

  /** Reads a new walk. The old rows stay until it is complete. */
  #readNew(work: ListWork, plan: ReadPlan): Promise<void> {
    const requestedAt = this.#options.now();
    return this.#current.start(work, async (signal) => {
      const walk = this.#newWalk();
      await readInto(this.read, walk, plan, signal);
      signal.throwIfAborted();
      this.#walk = walk;
      this.#asOf = requestedAt;
      this.#restored = false;
    });
  }

  #newWalk(): PageWalk<Row> {
    return new PageWalk<Row>(this.#options.limit(), this.#walk?.mostPerPage);
  }

  readonly #announce = (): void => {
    for (const listener of this.#listeners) listener();
  };
}

interface Running {
  readonly work: ListWork;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** Runs the operations of a list one at a time, and remembers how the last one failed. */
class WorkUnderWay {
  /** Why the last operation failed. Canceled work does not change it. */
  failure: ListFailure | undefined;
  /** How often `cancel` was called, so that waiting work can detect that it is canceled too. */
  cancelCount = 0;
  readonly #now: () => number;
  readonly #announce: () => void;
  #running: Running | undefined;

  /** @param announce called when work begins and when it has ended. */
  constructor(now: () => number, announce: () => void) {
    this.#now = now;
    this.#announce = announce;
  }

  get work(): ListWork | undefined {
    return this.#running?.work;
  }

  /** Resolves when the work under way has ended; `undefined` if there is none. */
  get done(): Promise<void> | undefined {
    return this.#running?.done;
  }

  /** @returns the work that was under way. */
  cancel(): ListWork | undefined {
    const running = this.#running;
    this.cancelCount++;
    this.#running = undefined;
    running?.controller.abort();
    return running?.work;
  }

  /** Cancel other work first. Resolves when `run` has ended; `failure` says whether it failed. */
  start(work: ListWork, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    const isCurrent = () => this.#running?.controller === controller;
    const runToEnd = async () => {
      // Wait until `#running` is set below, because `isCurrent` compares with it.
      await Promise.resolve();
      try {
        if (isCurrent()) await run(controller.signal);
        if (isCurrent()) this.failure = undefined;
      } catch (error) {
        // Canceled; its errors no longer matter.
        if (!isCurrent()) return;
        if (!isServiceError(error)) throw error;
        this.failure = { during: work, failure: error.failure, at: this.#now() };
      } finally {
        if (isCurrent()) {
          this.#running = undefined;
          this.#announce();
        }
      }
    };
    const running: Running = { work, controller, done: runToEnd() };
    this.#running = running;
    this.#announce();
    return running.done;
  }
}
