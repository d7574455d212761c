import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { MINUTE_MS } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import { isServiceError } from '../../core/model/serviceError.ts';
import {
  afterNews,
  afterReading,
  goesOn,
  keyOf,
  newsOf,
  rowKeysOf,
  type Watched,
  type WatchedProject,
} from '../../core/watch/watchList.ts';
import { stallLimitMs } from '../../editor/settings.ts';
import { type WatchChange, WatchedProjects } from '../../kept/watchedProjects.ts';
import { Polling } from '../../stats/polling.ts';
import { acknowledgedOf } from '../../stats/rowFacts.ts';
import { readerOf, type StatsReader } from '../../stats/statsReader.ts';

/** The least time between two readings of a project while the window has the focus. */
const WITH_FOCUS_MS = 5_000;
/** The same without the focus. Each window adds a part of `MOST_ADDED_MS`, so that one reads first. */
const WITHOUT_FOCUS_MS = MINUTE_MS;
const MOST_ADDED_MS = 10_000;

/** News of this time is combined into one message. The window with the focus usually shows it. */
const COLLECT_MS = 1_000;
const COLLECT_WITHOUT_FOCUS_MS = 3_000;

export interface WatcherParts {
  readonly connection: ActiveConnection;
  readonly focused: () => boolean;
  /** In [0, 1). */
  readonly random: () => number;
  /** Whether requests may be sent. Call `look` when the result of this or `focused` has changed. */
  readonly mayRequest: () => boolean;
  /** The status of a project's row; `undefined` unless this window has read the row. */
  readonly statusOf: (one: WatchedProject) => string | undefined;
  /** Whether another project has the same reference, so that its stats cannot be requested. */
  readonly isShared: (ref: ProjectRef) => boolean;
  readonly onChange: () => void;
  /** Called with news, once and in one window only unless the database cannot be written. */
  readonly onNews: (all: readonly Watched[]) => void;
}

/**
 * Follows the projects watched with one sign-in (`WatchedProjects`). Each window of the sign-in has
 * one, which reads a project when no window has a young reading. The window that first writes that
 * news was shown shows it. Call `look` to begin.
 */
export class Watcher {
  readonly #parts: WatcherParts;
  readonly #reader: StatsReader;
  readonly #list: WatchedProjects;
  readonly #polling: Polling;
  readonly #telling: Later;
  /** Follows several readings of one moment together, after the work of their responses. */
  readonly #looking: Later;
  readonly #withoutFocusMs: number;
  /** The keys of watched projects of which the service had no stats (404). */
  readonly #gone = new Set<string>();
  readonly #subscriptions: readonly { dispose(): unknown }[];
  #watched: readonly Watched[] = [];
  #over: readonly Watched[] = [];
  #isDisposed = false;

  constructor(parts: WatcherParts) {
    this.#parts = parts;
    this.#withoutFocusMs = WITHOUT_FOCUS_MS + parts.random() * MOST_ADDED_MS;
    const { connection, focused, mayRequest, isShared, onChange } = parts;
    const { clock, store, wait, warn, beforeClose, ended } = connection;
    this.#reader = readerOf(connection);
    this.#list = new WatchedProjects(store, warn, this.look);
    this.#telling = new Later(clock, () => void this.#tell());
    this.#looking = new Later(clock, this.look);
    this.#polling = new Polling({
      connection,
      urgency: 'watched',
      // Those that have ended await their announcement.
      refs: () =>
        this.#watched.flatMap((one) => (goesOn(one) && !isShared(one.ref) ? [one.ref] : [])),
      leastMs: () => {
        if (!mayRequest()) return undefined;
        return focused() ? WITH_FOCUS_MS : this.#withoutFocusMs;
      },
      onFailure: (ref, error) => {
        if (!isServiceError(error) || error.failure.kind !== 'notFound') return;
        this.#gone.add(keyOf({ ref }));
        this.look();
      },
    });
    this.#subscriptions = [
      this.#polling,
      // This includes readings of a panel or of another window.
      this.#reader.onDidChange(({ ref }) => {
        this.#gone.delete(keyOf({ ref }));
        if (this.#isWatched(keyOf({ ref }))) this.#looking.soon(0);
      }),
      acknowledgedOf(connection).onDidChange(this.look),
      this.#reader.onDidFail(onChange),
      { dispose: wait.onChange(onChange) },
    ];
    ended.addEventListener('abort', this.dispose, { once: true });
    beforeClose.add(() => {
      this.dispose();
      return this.#list.settle();
    });
  }

  get watched(): readonly Watched[] {
    return this.#watched;
  }

  /** What is over, which no window's user has seen yet. */
  get over(): readonly Watched[] {
    return this.#over;
  }

  /** Changes what is watched, in all windows. Call it for an action of the user in this one. */
  change(work: WatchChange): void {
    void this.#list.change(work);
    this.hurry();
  }

  /** Call it when the user returns to the window: readings older than 5 seconds are renewed then. */
  hurry(): void {
    this.look();
    this.#polling.hurry();
  }

  readonly look = (): void => {
    if (this.#isDisposed) return;
    const stallMs = stallLimitMs();
    const acknowledged = acknowledgedOf(this.#parts.connection).all;
    const isSeen = (one: WatchedProject) =>
      one.over !== undefined && rowKeysOf(one).some((key) => acknowledged.has(key));
    void this.#list.change((all) =>
      all
        .filter((one) => !isSeen(one))
        .map((one) => afterReading(one, this.#reader.last(one.ref), stallMs)),
    );
    const all = this.#list.all.map((one) => this.#withSeen(one));
    this.#watched = all.filter(({ over }) => over === undefined);
    this.#over = all.filter(({ over }) => over !== undefined);
    for (const key of this.#gone) if (!this.#isWatched(key)) this.#gone.delete(key);
    this.#parts.onChange();
    this.#polling.update();
    if (this.#watched.every(({ news }) => news === undefined)) return;
    this.#telling.soon(this.#parts.focused() ? COLLECT_MS : COLLECT_WITHOUT_FOCUS_MS);
  };

  readonly dispose = (): void => {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.#telling.cancel();
    this.#looking.cancel();
    for (const subscription of this.#subscriptions) subscription.dispose();
    void this.#list.settle();
  };

  #isWatched(key: string): boolean {
    return this.#watched.some((one) => keyOf(one) === key);
  }

  #withSeen(one: WatchedProject): Watched {
    const seen = {
      last: this.#reader.last(one.ref),
      end: this.#reader.endOf(one.ref),
      status: this.#parts.statusOf(one),
      isGone: this.#gone.has(keyOf(one)),
      acknowledged:
        acknowledgedOf(this.#parts.connection).all.get(one.row ?? keyOf(one))?.isAlarm === true,
    };
    return { ...one, ...seen, news: one.over ?? newsOf(one, seen, stallLimitMs()) };
  }

  /** Writes that news is shown, and shows what no other window has written before. */
  async #tell(): Promise<void> {
    const stallMs = stallLimitMs();
    const found = this.#watched.filter(({ news }) => news !== undefined);
    let taken: readonly Watched[] = [];
    await this.#list.change((all) => {
      const stored = new Map(all.map((one) => [keyOf(one), one]));
      taken = found.filter((event) => {
        const one = stored.get(keyOf(event));
        // If the window closes first, another one shows it.
        return one && !this.#isDisposed && newsOf(one, event, stallMs) === event.news;
      });
      return all.flatMap((one) => {
        const event = taken.find((each) => keyOf(each) === keyOf(one));
        return event ? afterNews(one, event) : [one];
      });
    });
    this.look();
    if (taken.length > 0) this.#parts.onNews(taken);
  }
}
