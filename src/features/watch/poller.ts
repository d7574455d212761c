import type * as vscode from 'vscode';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { statsOf } from '../../connection/statsCache.ts';
import type { Clock } from '../../core/base/clock.ts';
import type { Reading } from '../../core/stats/reading.ts';
import { forEachCount } from '../../core/model/counts.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import type { Failure } from '../../core/model/serviceError.ts';
import { withoutLease } from '../../core/watch/lease.ts';
import { laterOf } from '../../core/watch/pollPlan.ts';
import { afterAnswers, keyOf, type Watched } from '../../core/watch/watchList.ts';
import { NOTHING_WATCHED, type WatchFile } from '../../core/watch/watchText.ts';
import { onDidClear } from '../../disk/keptUpdate.ts';
import { watchSettings } from '../../editor/watchSettings.ts';
import { NewsTeller } from './newsTeller.ts';
import { ProjectRequests } from './projectRequests.ts';
import { WatchStore } from './watchStore.ts';
import { WindowLease } from './windowLease.ts';

/** How often a window looks at what other windows have written. */
const LOOK_MS = 5000;
/** Readings of this time are written together. */
const WRITE_MS = 500;

/** What a poller is made of. */
export interface PollerParts {
  readonly connection: ActiveConnection;
  readonly clock: Clock;
  /** The id of this window. */
  readonly window: string;
  /** Whether this window has the focus. */
  readonly focused: () => boolean;
  /** Whether it may ask the service now. */
  readonly mayAsk: () => boolean;
  /** Called when `watched` or `failures` has changed. */
  readonly onChange: () => void;
  /** Called once with what a person is to be told, in one window only. */
  readonly onNews: (news: readonly Watched[]) => void;
}

/**
 * Follows the projects watched with one sign-in. The windows of a sign-in share a file with the
 * projects and their last readings (`WatchStore`). One of them holds the lease (`WindowLease`), asks
 * the service (`ProjectRequests`) and writes what it learns; the others show what the file says.
 */
export class Poller {
  readonly #parts: PollerParts;
  readonly #store: WatchStore;
  readonly #lease: WindowLease;
  readonly #requests: ProjectRequests;
  readonly #news: NewsTeller;
  #ended = false;
  readonly #readings: vscode.Disposable;
  readonly #unfollow: () => void;
  /** A function, because the answer changes while something is awaited. */
  readonly #hasEnded = () => this.#ended;
  readonly #atClose = () => this.dispose();
  #disposed: Promise<void> | undefined;
  /** What is to be written, by key. */
  readonly #learned = new Map<string, Reading | 'gone'>();
  #file: WatchFile = NOTHING_WATCHED;
  #looking: (() => void) | undefined;
  #writing: (() => void) | undefined;

  constructor(parts: PollerParts) {
    this.#parts = parts;
    const { connection, clock, window, focused } = parts;
    const store = (this.#store = new WatchStore(connection));
    const shared = { store, clock, focused, hasEnded: this.#hasEnded };
    this.#lease = new WindowLease({ ...shared, window });
    this.#news = new NewsTeller({
      ...shared,
      onTaken: (file, news) => {
        this.#adopt(file);
        if (news.length > 0) parts.onNews(news);
      },
    });
    this.#requests = new ProjectRequests({
      connection,
      clock,
      mayAsk: () => this.#lease.isHeldIn(this.#file) && parts.mayAsk(),
      onAnswer: (key, answer) => {
        this.#learn(key, answer);
      },
      onFailure: () => {
        if (this.#requests.pause) this.#writeSoon();
        parts.onChange();
      },
    });
    const cache = statsOf(connection);
    // Also those that a panel or an export has asked for.
    this.#readings = cache.onDidChange((ref) => {
      const reading = cache.last(ref);
      if (!reading || !this.#isWatched(ref)) return;
      const { stats, asOf } = reading;
      this.#learn(keyOf({ ref }), { at: asOf, ...forEachCount((name) => stats[name]) });
    });
    // Ends watching at once if its list was cleared.
    this.#unfollow = onDidClear(() => void this.look());
    connection.beforeClose.add(this.#atClose);
    // It may end before whoever made this could be told to dispose it.
    connection.ended.addEventListener('abort', () => void this.dispose(), { once: true });
    void this.look();
  }

  get watched(): readonly Watched[] {
    return this.#file.watched;
  }

  /** Why projects could not be read last, by key. */
  get failures(): ReadonlyMap<string, Failure> {
    return this.#requests.failures;
  }

  /** Changes what is watched, in all windows. Call it for a person who looks at this one. */
  async change(work: (watched: readonly Watched[]) => readonly Watched[]): Promise<void> {
    const change = (file: WatchFile) => ({ ...file, watched: work(file.watched) });
    this.#adopt(await this.#store.change(change));
    this.#lease.takeOver();
    await this.look();
  }

  /** Call it when a person comes back to the window: what has rested long enough is asked for. */
  async hurry(): Promise<void> {
    this.#lease.takeOver();
    this.#requests.hurry();
    await this.look();
  }

  /**
   * Reads what other windows have written, and takes, renews or gives back the lease. Call it when
   * `mayAsk` may have changed.
   */
  async look(): Promise<void> {
    this.#stopLooking();
    const file = await this.#store.read();
    // `#end` gives back the lease; nothing may be written after it.
    if (this.#hasEnded()) return;
    const wants = file.watched.length > 0 && this.#parts.mayAsk();
    this.#adopt(await this.#lease.update(file, wants));
    if (this.#hasEnded() || this.watched.length === 0) return;
    this.#stopLooking();
    this.#looking = this.#parts.clock.after(LOOK_MS, () => void this.look());
  }

  /**
   * Ends all requests. Resolves when what was learned is written and the lease is given back, unless
   * the connection has ended.
   */
  dispose(): Promise<void> {
    return (this.#disposed ??= this.#end());
  }

  async #end(): Promise<void> {
    this.#ended = true;
    this.#requests.dispose();
    this.#news.dispose();
    this.#readings.dispose();
    this.#unfollow();
    this.#parts.connection.beforeClose.delete(this.#atClose);
    for (const callOff of [this.#looking, this.#writing]) callOff?.();
    // What is under way may be the first read, or have taken the lease.
    const { watched } = await this.#store.settled();
    if (watched.length === 0) return;
    const add = this.#takeLearned();
    await this.#store.change((file) => withoutLease(add(file), this.#parts.window));
  }

  #stopLooking(): void {
    this.#looking?.();
    this.#looking = undefined;
  }

  #isWatched(ref: ProjectRef): boolean {
    return this.watched.some((one) => keyOf(one) === keyOf({ ref }));
  }

  /** Takes over what the file says. */
  #adopt(file: WatchFile): void {
    if (this.#hasEnded()) return;
    const isNew = JSON.stringify(file.watched) !== JSON.stringify(this.watched);
    this.#file = file;
    if (isNew) this.#parts.onChange();
    this.#requests.follow(file.watched, file.pause);
    this.#news.tellSoon(file.watched);
  }

  #learn(key: string, what: Reading | 'gone'): void {
    this.#learned.set(key, what);
    this.#writeSoon();
  }

  #writeSoon(): void {
    this.#writing ??= this.#parts.clock.after(WRITE_MS, () => {
      this.#writing = undefined;
      void this.#write();
    });
  }

  async #write(): Promise<void> {
    const add = this.#takeLearned();
    this.#adopt(await this.#store.change((before) => this.#lease.renewed(add(before))));
  }

  /** What was learned is no longer to be written. The result adds it to a file. */
  #takeLearned(): (file: WatchFile) => WatchFile {
    const learned = new Map(this.#learned);
    this.#learned.clear();
    const stallMs = watchSettings.stallMinutes * 60_000;
    const { pause } = this.#requests;
    return (file) => ({
      ...file,
      pause: laterOf(file.pause, pause),
      watched: afterAnswers(file.watched, learned, stallMs),
    });
  }
}
