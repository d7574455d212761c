import type { LastReading } from '../../core/stats/reading.ts';
import { type Failure, isServiceError } from '../../core/model/serviceError.ts';
import { PollPlan } from '../../core/watch/pollPlan.ts';
import {
  afterReading,
  afterStatus,
  goesOn,
  keyOf,
  type Watched,
  type WatchedProject,
} from '../../core/watch/watchList.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import { PollingWindow } from '../../kept/pollingWindow.ts';
import { type WatchChange, WatchedProjects } from '../../kept/watchedProjects.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { type AnnouncerParts, NewsAnnouncer } from './watchNews.ts';

/** How often a window checks whether it should poll. */
const LOOK_MS = 5000;

export interface PollerParts extends Omit<AnnouncerParts, 'onTaken'> {
  /** The id of this window. */
  readonly window: string;
  /** Whether this window may send requests now. */
  readonly mayRequest: () => boolean;
  /** The status of a project's row, if it was read in this window. */
  readonly statusOf: (one: WatchedProject) => string | undefined;
  /** Called when what the poller shows has changed. */
  readonly onChange: () => void;
}

/**
 * Follows the projects watched with one sign-in (`WatchedProjects`). All windows of the sign-in show
 * their newest readings. One of them (`PollingWindow`) demands readings when they get too old
 * (`PollPlan`). Call `look` to begin.
 */
export class Poller {
  /** Why projects could not be read at the last try, by key. */
  readonly failures = new Map<string, Failure>();
  readonly #parts: PollerParts;
  readonly #list: WatchedProjects;
  readonly #window: PollingWindow;
  readonly #plan: PollPlan;
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #watched: readonly Watched[] = [];
  /** The readings that were examined for news, by key. */
  readonly #examined = new Map<string, LastReading | undefined>();
  /** Whether the user has come to this window, so that it takes the polling over from another one. */
  #takesOver = true;
  /** Ends the demands of this window; `undefined` while it does not poll. */
  #polling: AbortController | undefined;
  readonly #underWay = new Set<string>();
  #nextDemand: (() => void) | undefined;
  #nextLook: (() => void) | undefined;
  readonly #news: NewsAnnouncer;
  #disposed: Promise<unknown> | undefined;

  constructor(parts: PollerParts) {
    this.#parts = parts;
    const { connection, window } = parts;
    const { store, warn, beforeClose, ended } = connection;
    const reader = readerOf(connection);
    this.#plan = new PollPlan(store.clock.now);
    this.#window = new PollingWindow(store, window, warn);
    const look = () => {
      this.look();
    };
    this.#list = new WatchedProjects(store, warn, look);
    this.#news = new NewsAnnouncer({ ...parts, onTaken: look }, this.#list);
    this.#subscriptions = [
      // This includes readings of a panel or of another window.
      reader.onDidChange((ref) => {
        if (!this.#isWatched(keyOf({ ref }))) return;
        this.#follow();
        this.#schedule();
      }),
      reader.onDidChangeWait(() => {
        if (this.#watched.length > 0) parts.onChange();
      }),
    ];
    const end = () => this.dispose();
    beforeClose.add(end);
    ended.addEventListener('abort', () => void end(), { once: true });
  }

  get watched(): readonly Watched[] {
    return this.#watched;
  }

  /** Until when the service has asked to send no request, in milliseconds since 1970. */
  get waitUntil(): number | undefined {
    return readerOf(this.#parts.connection).waitUntil;
  }

  /** Changes what is watched, in all windows. Call it for a user who looks at this one. */
  change(work: WatchChange): void {
    this.#list.change(work);
    this.#takesOver = true;
    this.look();
  }

  /** Call it when the user returns to the window: projects whose counts are old are requested. */
  hurry(): void {
    this.#takesOver = true;
    this.#plan.hurry();
    this.look();
  }

  /** Follows what has changed, also in other windows. Call it when `mayRequest` may have changed. */
  look(): void {
    if (this.#disposed) return;
    this.#follow();
    const wants = this.#watched.length > 0 && this.#parts.mayRequest();
    if (wants && this.#window.claim(this.#takesOver && this.#parts.focused())) {
      this.#polling ??= new AbortController();
    } else {
      this.#stopPolling();
    }
    if (!wants) this.#window.release();
    this.#takesOver = false;
    this.#schedule();
    this.#nextLook?.();
    const later = () => {
      this.look();
    };
    this.#nextLook = this.#watched.length > 0 ? this.#clock.after(LOOK_MS, later) : undefined;
  }

  /** Ends all demands. Resolves when all is written and another window can poll. Never rejects. */
  dispose(): Promise<unknown> {
    return (this.#disposed ??= this.#end());
  }

  async #end(): Promise<void> {
    this.#stopPolling();
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const cancel of [this.#nextLook, this.#nextDemand]) cancel?.();
    this.#news.cancel();
    await Promise.all([this.#list.settle(), this.#window.settle()]);
  }

  get #clock() {
    return this.#parts.connection.store.clock;
  }

  #isWatched(key: string): boolean {
    return this.#watched.some((one) => keyOf(one) === key);
  }

  /** Updates the list and the newest readings, and finds news in those that were not examined. */
  #follow(): void {
    if (this.#disposed) return;
    const before = JSON.stringify(this.#watched);
    const { statusOf } = this.#parts;
    const changes = this.#list.all.flatMap((one) => [
      ...this.#examine(one),
      changeOf(keyOf(one), (each) => afterStatus(each, statusOf(one))),
    ]);
    for (const change of changes) this.#list.change(change);
    this.#watched = this.#list.all.map((one) => ({ ...one, last: this.#lastOf(one) }));
    for (const key of this.#examined.keys()) {
      if (this.#isWatched(key)) continue;
      this.#examined.delete(key);
      this.#plan.forget(key);
      this.failures.delete(key);
    }
    if (JSON.stringify(this.#watched) !== before) this.#parts.onChange();
    this.#news.announceSoon(this.#watched);
  }

  #lastOf({ ref }: WatchedProject): LastReading | undefined {
    return readerOf(this.#parts.connection).last(ref);
  }

  /** What a reading changes of a watched project; nothing if it was examined already. */
  #examine(one: WatchedProject): WatchChange[] {
    const [key, reading] = [keyOf(one), this.#lastOf(one)];
    const [isNew, before] = [!this.#examined.has(key), this.#examined.get(key)];
    this.#examined.set(key, reading);
    if (isNew || !reading || reading.at === before?.at) return [];
    this.#plan.read(key, before, reading);
    this.failures.delete(key);
    const stallMs = stallLimitMs();
    return [changeOf(key, (each) => afterReading(each, before, reading, stallMs))];
  }

  #stopPolling(): void {
    this.#polling?.abort();
    this.#polling = undefined;
  }

  /** Sets the one timer of all demands. */
  #schedule(): void {
    this.#nextDemand?.();
    this.#nextDemand = undefined;
    const polling = this.#polling;
    if (!polling) return;
    // Finished projects are not polled; they await their notification.
    const open = this.#watched.filter((one) => goesOn(one) && !this.#underWay.has(keyOf(one)));
    const dueInMs = (one: Watched) => this.#plan.dueInMs(keyOf(one), one.last?.at);
    if (open.length === 0) return;
    this.#nextDemand = this.#clock.after(Math.min(...open.map(dueInMs)), () => {
      // The focus may have gone to another window.
      if (!this.#parts.mayRequest()) return;
      for (const one of open) if (dueInMs(one) === 0) void this.#read(one, polling.signal);
      this.#schedule();
    });
  }

  async #read({ ref }: Watched, signal: AbortSignal): Promise<void> {
    const key = keyOf({ ref });
    this.#underWay.add(key);
    try {
      const demand = { urgency: 'watched', signal, maxAgeMs: this.#plan.restOf(key) } as const;
      const reading = await readerOf(this.#parts.connection).read(ref, demand);
      // Sets when the next request is due, even if the reading could not be stored.
      this.#plan.read(key, this.#examined.get(key), reading);
      this.failures.delete(key);
    } catch (error) {
      if (!signal.aborted) this.#fail(key, error);
    }
    this.#underWay.delete(key);
    this.#follow();
    this.#schedule();
  }

  #fail(key: string, error: unknown): void {
    this.#plan.failed(key);
    if (!this.#isWatched(key)) return;
    const failure: Failure = isServiceError(error) ? error.failure : { kind: 'internal' };
    if (failure.kind === 'notFound') {
      this.#list.change(changeOf(key, (one) => ({ ...one, news: 'gone' })));
    } else {
      this.failures.set(key, failure);
      this.#parts.onChange();
    }
  }
}

/** Changes one watched project. */
function changeOf(key: string, work: (one: WatchedProject) => WatchedProject): WatchChange {
  return (all) => all.map((one) => (keyOf(one) === key ? work(one) : one));
}
