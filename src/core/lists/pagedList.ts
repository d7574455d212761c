import { type Failure, isServiceError } from '../model/serviceError.ts';
import type { ListRow } from '../model/sharedKeys.ts';
import type { ListState, ListWork } from './listState.ts';
import { type PageRequest, PageWalk } from './pageWalk.ts';
import { ReadAhead, type ReadPage } from './readAhead.ts';

export interface PagedListOptions {
  /** Items per page, 1 to 100; asked at the start of each walk, fixed within it. */
  readonly limit: () => number;
  readonly now: () => number;
}

/** Pages asked for at the same time by `loadAll` and `refresh`. */
const PAGES_AT_A_TIME = 4;

interface ReadPlan {
  readonly width?: number;
  /** Items from the start of the list beyond which nothing is asked. */
  readonly upTo?: number;
  readonly enough: () => boolean;
  readonly hidden?: boolean;
}

interface Flight {
  readonly work: ListWork;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/**
 * One list of the service, read page by page. There is one flight at a time, and an answer that
 * comes back after a refresh, a cancel or a sign-out belongs to no flight any more and is dropped.
 */
export class PagedList<Row extends ListRow> {
  readonly #read: ReadPage<Row>;
  readonly #options: PagedListOptions;
  readonly #listeners = new Set<() => void>();
  #walk: PageWalk<Row> | undefined;
  #flight: Flight | undefined;
  #failure: ListState<Row>['failure'];
  #asOf: number | undefined;
  /** How often work was ended before its time: what waited for its turn then is off too. */
  #endings = 0;

  /** @param read asks the service anew: an answer older than the call would make `asOf` wrong. */
  constructor(read: ReadPage<Row>, options: PagedListOptions) {
    this.#read = read;
    this.#options = options;
  }

  get state(): ListState<Row> {
    const walk = this.#walk;
    return {
      rows: walk?.rows ?? [],
      total: walk?.total,
      hasMore: walk !== undefined && !walk.ended,
      work: this.#flight?.work,
      failure: this.#failure,
      unreadable: walk?.unreadable ?? 0,
      short: walk?.short ?? false,
      drifted: walk?.drifted ?? false,
      repeated: walk?.repeated ?? 0,
      asOf: this.#asOf,
    };
  }

  /** See `PageWalk.pageOf`. */
  pageOf(key: string): PageRequest | undefined {
    return this.#walk?.pageOf(key);
  }

  /** Calls `listener` after each change of `state`; the function returned ends that. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  /**
   * Reads the first page if that was never tried. Safe to call at every paint: it never moves the
   * list on. Like all that follow, it resolves when the work has ended, well or not; `state` says.
   */
  open(): Promise<void> {
    if (this.#flight?.work === 'first') return this.#flight.done;
    if (this.#walk || this.#failure) return Promise.resolve();
    return this.loadMore();
  }

  /** Waits for the work under way, if there is any, and asks for nothing. */
  async idle(): Promise<void> {
    await this.#flight?.done;
  }

  /**
   * Reads one more page, or the first. While pages are being read already, those are what it waits
   * for. A refresh brings no further page, so this reads one after it unless that fails or is ended.
   */
  async loadMore(): Promise<void> {
    if (this.#flight?.work === 'refresh') {
      const endings = this.#endings;
      await this.#flight.done;
      if (endings !== this.#endings || this.#failure) return;
    }
    if (this.#flight) return this.#flight.done;
    const walk = this.#walk;
    if (!walk) return this.#readFirst();
    if (walk.ended) return;
    await this.#start('more', (signal) => {
      // A `loadAll` that was stopped may have left it where it looked back.
      walk.stepForward();
      return this.#readInto(walk, signal, { enough: () => true });
    });
  }

  /** Reads on to the end. Ended early by `cancel` or a failure, it keeps what came. */
  async loadAll(): Promise<void> {
    const endings = this.#endings;
    const resumed = this.#walk;
    // A loop, because whoever hears that one piece of work has ended may begin another.
    while (this.#flight || !this.#walk) {
      const flight = this.#flight;
      if (flight?.work === 'all') return flight.done;
      await (flight ? flight.done : this.#readFirst());
      if (endings !== this.#endings || (!flight && !this.#walk)) return;
    }
    const walk = this.#walk;
    if (walk.ended) return;
    await this.#start('all', async (signal) => {
      // Rows held from before may have moved since.
      if (walk === resumed) walk.stepBack();
      await this.#readInto(walk, signal, { width: PAGES_AT_A_TIME, enough: () => false });
      if (walk.short || walk.drifted) await this.#readAgain(walk, signal);
    });
  }

  /**
   * Reads again from the start as many pages as are held. The rows held stay until the new ones
   * are complete, and stay if that fails. Work under way is given up for it.
   */
  refresh(): Promise<void> {
    this.#giveUp();
    const held = this.#walk;
    if (!held) return this.#readFirst();
    const askedAt = this.#options.now();
    return this.#start('refresh', async (signal) => {
      const fresh = new PageWalk<Row>(this.#options.limit(), held.sharedKeys.forRefresh());
      const span = held.ended ? Infinity : held.itemsCovered;
      await this.#readInto(fresh, signal, {
        width: PAGES_AT_A_TIME,
        upTo: span,
        enough: () => fresh.itemsCovered >= span,
        hidden: true,
      });
      signal.throwIfAborted();
      this.#walk = fresh;
      this.#asOf = askedAt;
    });
  }

  /**
   * Takes up again what a refused token interrupted, once another token is there: the rows held are
   * read anew, and all of them if that is what was being done.
   */
  async resume(): Promise<void> {
    // What was never asked for needs no taking up.
    if (!this.#walk && !this.#flight && !this.#failure) return;
    const refused = this.#failure?.failure.kind === 'auth' ? this.#failure.during : undefined;
    const interrupted = this.#flight?.work ?? refused;
    const refreshed = this.refresh();
    const endings = this.#endings;
    await refreshed;
    // Whoever ended the refresh meant all of this.
    if (endings !== this.#endings || this.#failure) return;
    if (interrupted === 'all') await this.loadAll();
  }

  /** Ends the work under way, and what waits for it, and keeps what it brought. */
  cancel(): void {
    const work = this.#giveUp();
    if (!work) return;
    // Without rows to show, a person should at least read why.
    if (work === 'first') this.#fail('first', { kind: 'aborted' });
    this.#announce();
  }

  /** Forgets everything, as after signing out or in. */
  reset(): void {
    this.#giveUp();
    this.#walk = undefined;
    this.#failure = undefined;
    this.#asOf = undefined;
    this.#announce();
  }

  /** Ends the work under way, if there is any, and whatever waits for its turn. */
  #giveUp(): ListWork | undefined {
    const flight = this.#flight;
    this.#endings++;
    this.#flight = undefined;
    flight?.controller.abort();
    return flight?.work;
  }

  #start(work: ListWork, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    const flight: Flight = { work, controller, done: this.#fly(work, controller, run) };
    this.#flight = flight;
    this.#announce();
    return flight.done;
  }

  async #fly(
    work: ListWork,
    controller: AbortController,
    run: (signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    // Let `#start` take the flight up first, so that `run` and its end find it there.
    await Promise.resolve();
    const current = () => this.#flight?.controller === controller;
    try {
      if (current()) await run(controller.signal);
      if (current()) this.#failure = undefined;
    } catch (error) {
      // Whoever ended this flight took over; what it still threw is of no interest.
      if (!current()) return;
      if (!isServiceError(error)) throw error;
      this.#fail(work, error.failure);
    } finally {
      if (current()) {
        this.#flight = undefined;
        this.#announce();
      }
    }
  }

  #fail(during: ListWork, failure: Failure): void {
    this.#failure = { during, failure, at: this.#options.now() };
  }

  /**
   * A second pass over a list that moved under the first one. It replaces the first if it found
   * everything; else what either found is kept, and the list stays `short` or `drifted`.
   */
  async #readAgain(first: PageWalk<Row>, signal: AbortSignal): Promise<void> {
    const second = new PageWalk<Row>(this.#options.limit(), first.sharedKeys);
    await this.#readInto(second, signal, {
      width: PAGES_AT_A_TIME,
      enough: () => false,
      hidden: true,
    });
    signal.throwIfAborted();
    if (second.short || second.drifted) second.keep(first.rows);
    this.#walk = second;
    this.#announce();
  }

  #readFirst(): Promise<void> {
    const askedAt = this.#options.now();
    return this.#start('first', async (signal) => {
      const walk = new PageWalk<Row>(this.#options.limit());
      await this.#readInto(walk, signal, { enough: () => true, hidden: true });
      signal.throwIfAborted();
      this.#walk = walk;
      this.#asOf = askedAt;
    });
  }

  /**
   * Reads pages into `walk`, in order, until `enough` says so after one or the walk has ended. Up
   * to `width` pages are under way at a time, as far as the totals promise them. Each page is
   * announced unless the walk is still `hidden`.
   */
  async #readInto(
    walk: PageWalk<Row>,
    signal: AbortSignal,
    { width = 1, upTo = Infinity, enough, hidden = false }: ReadPlan,
  ): Promise<void> {
    const ahead = new ReadAhead(this.#read, walk, { width, upTo }, signal);
    try {
      for (;;) {
        const next = await ahead.next();
        signal.throwIfAborted();
        if (!next) return;
        if (!walk.add(next.request, next.page)) ahead.drop();
        if (!hidden) this.#announce();
        if (enough()) return;
      }
    } finally {
      ahead.end();
    }
  }

  #announce(): void {
    for (const listener of this.#listeners) listener();
  }
}
