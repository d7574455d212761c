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

export interface PollerParts extends Omit<AnnouncerParts, 'onTried'> {
  /** The id of this window. */
  readonly window: string;
  /** Whether this window may send requests now. Call `look` when it may have changed. */
  readonly mayRequest: () => boolean;
  /** The status of a project's row; `undefined` unless this window has read the row. */
  readonly statusOf: (one: WatchedProject) => string | undefined;
  /** Called when what the poller shows has changed. */
  readonly onChange: () => void;
}

/**
 * Follows the projects watched with one sign-in (`WatchedProjects`) and finds news in readings.
 * Each window of the sign-in has one, with the newest readings of all windows. Only one window
 * (`PollingWindow`) demands new ones, when they get too old (`PollPlan`). Call `look` to begin.
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
  /** The last reading of each project that was examined for news, by key. */
  readonly #examined = new Map<string, LastReading | undefined>();
  /** Whether the next `look`, with the focus here, takes the polling over from another window. */
  #takesOver = true;
  /** Ends the demands of this window; `undefined` while it does not poll. */
  #polling: AbortController | undefined;
  /** The keys of projects with a demand under way. */
  readonly #demanded = new Set<string>();
  #cancelDemand: (() => void) | undefined;
  #cancelLook: (() => void) | undefined;
  readonly #announcer: NewsAnnouncer;
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
    this.#announcer = new NewsAnnouncer({ ...parts, onTried: look }, this.#list);
    this.#subscriptions = [
      // This includes readings of a panel or of another window.
      reader.onDidChange(({ ref }) => {
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

  /** Until when the service asks to send no request, in milliseconds since 1970, if it does. */
  get waitUntil(): number | undefined {
    return readerOf(this.#parts.connection).waitUntil;
  }

  /** Changes what is watched, in all windows. Call it for an action of the user in this one. */
  change(work: WatchChange): void {
    this.#list.change(work);
    this.#takesOver = true;
    this.look();
  }

  /** Call it when the user returns to the window: it polls then, and no wait exceeds 5 seconds. */
  hurry(): void {
    this.#takesOver = true;
    this.#plan.hurry();
    this.look();
  }

  /** Follows what has changed, and does so again every `LOOK_MS` while projects are watched. */
  look(): void {
    if (this.#disposed) return;
    this.#follow();
    const wantsToPoll = this.#watched.length > 0 && this.#parts.mayRequest();
    if (wantsToPoll && this.#window.claim(this.#takesOver && this.#parts.focused())) {
      this.#polling ??= new AbortController();
    } else {
      this.#stopPolling();
    }
    if (!wantsToPoll) this.#window.release();
    this.#takesOver = false;
    this.#schedule();
    this.#cancelLook?.();
    const again = () => {
      this.look();
    };
    this.#cancelLook = this.#watched.length > 0 ? this.#clock.after(LOOK_MS, again) : undefined;
  }

  /** Ends all demands. Resolves when all is written and another window can poll. Never rejects. */
  dispose(): Promise<unknown> {
    return (this.#disposed ??= this.#end());
  }

  async #end(): Promise<void> {
    this.#stopPolling();
    for (const subscription of this.#subscriptions) subscription.dispose();
    for (const cancel of [this.#cancelLook, this.#cancelDemand]) cancel?.();
    this.#announcer.cancel();
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
    this.#announcer.announceSoon(this.#watched);
  }

  #lastOf({ ref }: WatchedProject): LastReading | undefined {
    return readerOf(this.#parts.connection).last(ref);
  }

  /** What the newest reading changes; nothing if it was examined, or is the first in this window. */
  #examine(one: WatchedProject): WatchChange[] {
    const [key, reading] = [keyOf(one), this.#lastOf(one)];
    const [isFirst, before] = [!this.#examined.has(key), this.#examined.get(key)];
    this.#examined.set(key, reading);
    if (isFirst || !reading || reading.at === before?.at) return [];
    this.#plan.read(key, before, reading);
    this.failures.delete(key);
    const stallMs = stallLimitMs();
    return [changeOf(key, (each) => afterReading(each, before, reading, stallMs))];
  }

  #stopPolling(): void {
    this.#polling?.abort();
    this.#polling = undefined;
  }

  /** Sets the timer for the next demand of any project. */
  #schedule(): void {
    this.#cancelDemand?.();
    this.#cancelDemand = undefined;
    const polling = this.#polling;
    if (!polling) return;
    // Finished projects are not polled; they await their notification.
    const polled = this.#watched.filter((one) => goesOn(one) && !this.#demanded.has(keyOf(one)));
    const dueInMs = (one: Watched) => this.#plan.dueInMs(keyOf(one), one.last?.at);
    if (polled.length === 0) return;
    this.#cancelDemand = this.#clock.after(Math.min(...polled.map(dueInMs)), () => {
      // The focus may have gone to another window.
      if (!this.#parts.mayRequest()) return;
      for (const one of polled) if (dueInMs(one) === 0) void this.#read(one, polling.signal);
      this.#schedule();
    });
  }

  async #read({ ref }: Watched, signal: AbortSignal): Promise<void> {
    const key = keyOf({ ref });
    this.#demanded.add(key);
    try {
      const demand = { urgency: 'watched', signal, maxAgeMs: this.#plan.restOf(key) } as const;
      const reading = await readerOf(this.#parts.connection).read(ref, demand);
      // Sets when the next request is due, even if the reading could not be stored.
      this.#plan.read(key, this.#examined.get(key), reading);
      this.failures.delete(key);
    } catch (error) {
      if (!signal.aborted) this.#fail(key, error);
    }
    this.#demanded.delete(key);
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

/** A change of the project with this key alone. */
function changeOf(key: string, work: (one: WatchedProject) => WatchedProject): WatchChange {
  return (all) => all.map((one) => (keyOf(one) === key ? work(one) : one));
}
