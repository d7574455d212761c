import { isServiceError } from '../model/serviceError.ts';
import { identityOf, isShared } from '../model/model.ts';
import {
  type KnownChanges,
  markAgain,
  type Markable,
  type Marks,
  marksAfter,
  marksThatApply,
  NO_CHANGES,
  type RowsRead,
} from './changeMarks.ts';
import type { ListFailure, ListOptions, ListState, ListWork, StoredList } from './listState.ts';
import { type PageRequest, PageWalk, type ReadPage, type ReadPlan } from './pageWalk.ts';

const ONE_PAGE: ReadPlan = { pages: 1 };
const ALL_PAGES: ReadPlan = { width: 4 };

interface Running {
  readonly work: ListWork;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/**
 * One list of the service, read page by page. One operation runs at a time; a response that arrives
 * after a refresh, a cancel or a sign-out is dropped. Methods that read resolve when the work has
 * ended, also if it failed or was canceled; `state` has the result.
 */
export class PagedList<Row extends Markable> {
  readonly #read: ReadPage<Row>;
  readonly #options: ListOptions;
  readonly #listeners = new Set<() => void>();
  readonly #seenListeners = new Set<(seen: readonly string[]) => void>();
  #walk: PageWalk<Row> | undefined;
  #running: Running | undefined;
  /** Why the last work failed. Canceled work does not change it. */
  #failure: ListFailure | undefined;
  /** How often work was canceled, so that work that waits for other work ends too. */
  #cancels = 0;
  #asOf: number | undefined;
  /** Of rows of an earlier window: whether it was tried to read them again. */
  #restored: 'untried' | 'tried' | undefined;
  #changes: KnownChanges = NO_CHANGES;
  /** The rows of an earlier window as they were restored, until `takeRestored`. */
  #restoredRows: readonly Row[] = [];

  /** @param read sends a new request each time: `asOf` is taken as the time of the request. */
  constructor(read: ReadPage<Row>, options: ListOptions) {
    this.#options = options;
    this.#read = async (request, signal) => {
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
    const work = { work: this.#running?.work, failure: this.#failure };
    return { ...read, ...work, asOf: this.#asOf, restored: this.#restored !== undefined };
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

  pageOf(key: string): PageRequest | undefined {
    return this.#walk?.pageOf(key);
  }

  get changes(): KnownChanges {
    return this.#changes;
  }

  /** Removes the marks of these rows, because the user has seen them. Opening one does not. */
  see(keys: Iterable<string>): void {
    const { marks } = this.#changes;
    const seen = [...keys].filter((key) => marks.has(key));
    if (seen.length === 0) return;
    const others = new Map(marks);
    for (const key of seen) others.delete(key);
    this.#setChanges({ marks: others });
    for (const listener of this.#seenListeners) listener(seen);
  }

  /** Calls `listener` with the keys of rows whose marks were removed by `see`. */
  onSeen(listener: (seen: readonly string[]) => void): void {
    this.#seenListeners.add(listener);
  }

  /** Calls `listener` after each change of `state`; the returned function unsubscribes. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /** The loaded rows in the form to store; `undefined` before the first page has arrived. */
  get toStore(): StoredList<Row> | undefined {
    const [walk, asOf] = [this.#walk, this.#asOf];
    if (!walk || asOf === undefined) return undefined;
    const { rows, limit, covered, total, ended, unreadable, drifted } = walk;
    return { rows, asOf, limit, covered, total, ended, unreadable, drifted };
  }

  /** A list without rows that reads the same pages independently. */
  another(): PagedList<Row> {
    return new PagedList(this.#read, this.#options);
  }

  /** Shows stored rows until `open` has read them again. Does nothing once a list was opened. */
  restore(stored: StoredList<Row>, changes: KnownChanges = NO_CHANGES): void {
    if (this.#walk || this.#running || this.#failure) return;
    // The clock may have been set back since.
    const asOf = Math.min(stored.asOf, this.#options.now());
    for (const row of stored.rows) row.askedAt = asOf;
    this.#walk = PageWalk.restored(this.#read, stored);
    this.#restoredRows = stored.rows;
    this.#asOf = asOf;
    this.#restored = 'untried';
    const { since } = changes;
    this.#setChanges({ ...changes, since: since && Math.min(since, asOf) });
    this.#announce();
  }

  /** The rows as `restore` has shown them, also if they were read again since; none at a later call. */
  takeRestored(): readonly Row[] {
    const rows = this.#restoredRows;
    this.#restoredRows = [];
    return rows;
  }

  /** Reads the first page, or restored rows again, unless that was tried before. */
  async open(): Promise<void> {
    const running = this.#running;
    if (running) {
      if (running.work === 'first' || this.#restored) await running.done;
      return;
    }
    const isOpen = this.#walk && this.#restored !== 'untried';
    if (!this.#failure && !isOpen) await this.#readLoadedAgain();
  }

  async idle(): Promise<void> {
    await this.#running?.done;
  }

  /**
   * Reads one more page, or the first. If pages are being read already, waits for them instead; only
   * after a refresh that succeeded, it still reads one. Reads restored rows, or the last page, again
   * first, because the next page may begin elsewhere by now.
   */
  loadMore(): Promise<void> {
    return this.#readFurther('more');
  }

  /**
   * Reads to the end. After `cancel` or a failure the rows read so far stay.
   * @param signal ends the call, and cancels the work that it has started; other work goes on.
   */
  loadAll(signal?: AbortSignal): Promise<void> {
    return this.#readFurther('all', signal);
  }

  /**
   * Reads the loaded pages again, of a whole list all. The old rows stay until the new ones are complete.
   * Cancels other work.
   * @param signal as for `loadAll`.
   */
  refresh(signal?: AbortSignal): Promise<void> {
    this.#stop();
    return this.#end(this.#readLoadedAgain(), true, signal);
  }

  /**
   * Reads the page of a row again, because the service has no request for a single row (§4). Replaces its
   * loaded rows, unless the list has newer ones by then, and marks those that have changed. Rows that share
   * their identity with others stay.
   * @param seen whether the user sees this row, so that it gets no mark.
   */
  async refreshPage(key: string, signal: AbortSignal, seen = false): Promise<void> {
    const request = this.pageOf(key);
    const page = request && (await this.#read(request, signal).catch(ignoreFailure));
    if (!page || signal.aborted) return;
    const { marks, since = this.#asOf } = this.#changes;
    const changed = new Map(marks);
    const replaced: Row[] = [];
    for (const [identity, [row, ...others]] of Map.groupBy(page.rows, identityOf)) {
      const before = this.rowOf(identity);
      if (!row || others.length > 0 || !before || isShared(before)) continue;
      if ((row.askedAt ?? 0) < (before.askedAt ?? 0)) continue;
      replaced.push(row);
      const mark = markAgain(marks.get(identity), before, row);
      if (!mark) changed.delete(identity);
      else if (!seen || identity !== key) changed.set(identity, mark);
    }
    if (replaced.length === 0) return;
    this.#walk?.replace(replaced);
    this.#setChanges({ marks: changed, since });
    this.#announce();
  }

  /** Continues after a new sign-in what a refused token interrupted, also a Load All. */
  async resume(): Promise<void> {
    const failed = this.#failure;
    // Nothing was requested before.
    if ((!this.#walk || this.#restored) && !this.#running && !failed) return;
    const refused = failed?.failure.kind === 'auth' ? failed.during : undefined;
    const interrupted = this.#running?.work ?? refused;
    const refreshed = this.refresh();
    const cancels = this.#cancels;
    await refreshed;
    if (cancels !== this.#cancels || this.#failure) return;
    if (interrupted === 'all') await this.loadAll();
  }

  cancel(): void {
    const work = this.#stop();
    if (!work) return;
    // Without rows to show, show the reason.
    if (work === 'first') {
      const failure = { kind: 'aborted' } as const;
      this.#failure = { during: work, failure, at: this.#options.now() };
    }
    this.#announce();
  }

  /** For a change of connection. */
  reset(): void {
    this.#stop();
    this.#walk = undefined;
    this.#failure = undefined;
    this.#asOf = undefined;
    this.#restored = undefined;
    this.#restoredRows = [];
    this.#changes = NO_CHANGES;
    this.#announce();
  }

  async #readFurther(work: 'more' | 'all', signal?: AbortSignal): Promise<void> {
    const cancels = this.#cancels;
    const before = this.#walk;
    // A loop, because a listener may start other work when one ends.
    while (this.#running || !this.#walk || this.#restored) {
      const isOwn = this.#running === undefined;
      const running = this.#running?.work ?? (this.#walk ? 'refresh' : 'first');
      const done = this.#running?.done ?? this.#readLoadedAgain();
      await this.#end(done, isOwn, signal);
      // These were the pages that this call would read.
      if (running === 'all' || (work === 'more' && running !== 'refresh')) return;
      if (cancels !== this.#cancels || this.#failure || signal?.aborted) return;
    }
    const walk = this.#walk;
    if (walk.ended) return;
    // The rows that the user may have seen.
    const seen = { ...this.state, ended: false };
    const pages = work === 'all' ? ALL_PAGES : ONE_PAGE;
    const plan = { ...pages, isResumed: walk === before, onPage: this.#announce };
    const done = this.#start(work, async (canceled) => {
      await walk.read(canceled, plan);
      if (work === 'more' || !(walk.short || walk.drifted)) return;
      // The list has changed, or lacks rows. If a second walk misses some too, the rows of both stay.
      const second = this.#newWalk();
      await second.read(canceled, ALL_PAGES);
      canceled.throwIfAborted();
      if (second.short || second.drifted) second.keep(walk.rows);
      this.#markChanges(seen, second);
      this.#walk = second;
      this.#announce();
    });
    await this.#end(done, true, signal);
  }

  /** Waits for the work under way until `signal` aborts. @param isOwn whether that cancels it. */
  async #end(done: Promise<void>, isOwn: boolean, signal?: AbortSignal): Promise<void> {
    const waiting = Promise.withResolvers<undefined>();
    const end = () => {
      if (isOwn && this.#running?.done === done) this.cancel();
      waiting.resolve(undefined);
    };
    signal?.addEventListener('abort', end);
    await Promise.race([done, waiting.promise]);
    signal?.removeEventListener('abort', end);
  }

  /** The old rows stay until the new ones are complete. */
  #readLoadedAgain(): Promise<void> {
    const walk = this.#walk;
    const upTo = walk?.ended === true ? Infinity : Math.max(1, walk?.covered ?? 0);
    const plan = walk ? { ...ALL_PAGES, upTo } : ONE_PAGE;
    const requestedAt = this.#options.now();
    if (this.#restored) this.#restored = 'tried';
    return this.#start(walk ? 'refresh' : 'first', async (signal) => {
      const renewed = this.#newWalk();
      await renewed.read(signal, plan);
      signal.throwIfAborted();
      if (walk) this.#markChanges(walk, renewed);
      this.#walk = renewed;
      this.#asOf = requestedAt;
      this.#restored = undefined;
    });
  }

  #newWalk(): PageWalk<Row> {
    return new PageWalk(this.#read, this.#options.limit(), this.#walk?.mostPerPage);
  }

  /** Stop other work first. Resolves when `run` has ended; `state` says whether it failed. */
  #start(work: ListWork, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    const { signal } = controller;
    const runToEnd = async () => {
      // `#running` is set below.
      await Promise.resolve();
      try {
        if (!signal.aborted) await run(signal);
        if (!signal.aborted) this.#failure = undefined;
      } catch (error) {
        // The errors of canceled work do not matter.
        if (signal.aborted) return;
        if (!isServiceError(error)) throw error;
        this.#failure = { during: work, failure: error.failure, at: this.#options.now() };
      } finally {
        if (!signal.aborted) {
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

  /** @returns the work that was under way. */
  #stop(): ListWork | undefined {
    const running = this.#running;
    this.#cancels++;
    this.#running = undefined;
    running?.controller.abort();
    return running?.work;
  }

  /** Marks what differs between two readings of the list. Call it before `#walk` is the second one. */
  #markChanges(before: RowsRead, after: RowsRead): void {
    const { marks, since = this.#asOf, of = Infinity } = this.#changes;
    const fewest = before.ended ? of : Math.min(of, before.rows.length);
    this.#setChanges({
      ...{ marks: marksAfter(marks, before, after), since },
      ...(fewest < Infinity && { of: fewest }),
    });
  }

  #setChanges(change: Partial<KnownChanges> & { readonly marks: Marks }): void {
    this.#changes = change.marks.size === 0 ? NO_CHANGES : { ...this.#changes, ...change };
  }

  readonly #announce = (): void => {
    const { marks } = this.#changes;
    const applying = marksThatApply(marks, (key) => this.rowOf(key));
    if (applying !== marks) this.#setChanges({ marks: applying });
    for (const listener of this.#listeners) listener();
  };
}

function ignoreFailure(error: unknown): undefined {
  if (!isServiceError(error)) throw error;
}
