import type { ActiveConnection } from '../connection/activeConnection.ts';
import { Later } from '../core/base/later.ts';
import { COUNTS } from '../core/model/counts.ts';
import { formatRef, type ProjectRef } from '../core/model/model.ts';
import type { LastReading } from '../core/stats/reading.ts';
import { hasLeft } from '../core/stats/share.ts';
import { type NewReading, readerOf, type Urgency } from './statsReader.ts';

/** The time from a reading of a project to the next request, while its counts change. */
const SHORTEST_MS = 5_000;
/** The longest time to the next request while the counts do not change, or requests fail. */
const LONGEST_MS = 60_000;
/** As `LONGEST_MS`, while the counts do not show that anything is left. */
const LONGEST_IDLE_MS = 600_000;
/** The most demands at a time, so that a more urgent surface of the same kind is not behind many. */
const MOST_DEMANDS = 50;

export interface PollingParts {
  readonly connection: ActiveConnection;
  readonly urgency: Urgency;
  /** The projects to poll now. */
  readonly refs: () => readonly ProjectRef[];
  /**
   * The least time between two readings of a project, in milliseconds; `undefined` while nothing may
   * be requested, because nobody looks or the token is refused.
   */
  readonly leastMs: () => number | undefined;
  /** Called when a request for a project has failed. */
  readonly onFailure?: (ref: ProjectRef, error: unknown) => void;
}

interface Failures {
  /** How many in a row. */
  readonly count: number;
  /** The last one, by `Clock.uptime`. */
  readonly at: number;
}

/**
 * Keeps the counts of some projects young: demands them 5 s after a reading with changed counts, then
 * after twice as long each time that they are the same, up to 60 s, or 10 min if nothing is left.
 * Failures in a row count like equal counts. A reading of another surface or window counts too, so
 * nobody requests what is young. Call `update` when the result of `refs` or `leastMs` has changed.
 */
export class Polling {
  readonly #parts: PollingParts;
  readonly #timer: Later;
  /** By `Clock.uptime`; `Infinity` if nothing is planned. */
  #dueAt = Infinity;
  /** Ends the demands when nothing may be requested any more. */
  #end = new AbortController();
  #isDisposed = false;
  /** By `t/12`. */
  readonly #demanded = new Set<string>();
  readonly #failures = new Map<string, Failures>();
  /** When the counts of a project last changed, or the user came back, in milliseconds since 1970. */
  readonly #changedAt = new Map<string, number>();
  readonly #following: { dispose(): unknown };

  constructor(parts: PollingParts) {
    this.#parts = parts;
    const { clock } = parts.connection;
    this.#timer = new Later(clock, this.#demandDue);
    this.#following = readerOf(parts.connection).onDidChange((reading) => {
      this.#follow(reading);
    });
    this.update();
  }

  /** Plans the next demands anew. */
  update(): void {
    this.#timer.cancel();
    this.#dueAt = Infinity;
    if (this.#isDisposed) return;
    const leastMs = this.#parts.leastMs();
    if (leastMs === undefined) {
      this.#end.abort();
      this.#end = new AbortController();
      return;
    }
    if (this.#demanded.size >= MOST_DEMANDS) return;
    let soonest = Infinity;
    for (const ref of this.#parts.refs()) {
      if (!this.#demanded.has(formatRef(ref)))
        soonest = Math.min(soonest, this.#dueIn(ref, leastMs));
    }
    if (soonest < Infinity) this.#planIn(soonest);
  }

  /** Shortens all rests to the least, because the user came back. */
  hurry(): void {
    const now = this.#parts.connection.clock.now();
    for (const ref of this.#parts.refs()) this.#changedAt.set(formatRef(ref), now);
    this.#failures.clear();
    this.update();
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#end.abort();
    this.#timer.cancel();
    this.#following.dispose();
  }

  #planIn(ms: number): void {
    const dueAt = this.#parts.connection.clock.uptime() + ms;
    if (dueAt >= this.#dueAt) return;
    this.#dueAt = dueAt;
    this.#timer.restart(ms);
  }

  readonly #demandDue = (): void => {
    const leastMs = this.#parts.leastMs();
    for (const ref of leastMs === undefined ? [] : this.#parts.refs()) {
      if (this.#demanded.size >= MOST_DEMANDS) break;
      const isDue = leastMs !== undefined && this.#dueIn(ref, leastMs) === 0;
      if (isDue && !this.#demanded.has(formatRef(ref))) void this.#read(ref, leastMs);
    }
    this.update();
  };

  async #read(ref: ProjectRef, leastMs: number): Promise<void> {
    const { connection, urgency, onFailure } = this.#parts;
    const key = formatRef(ref);
    const reader = readerOf(connection);
    const { signal } = this.#end;
    const maxAgeMs = this.#restOf(key, reader.last(ref), leastMs);
    this.#demanded.add(key);
    try {
      await reader.read(ref, { urgency, signal, maxAgeMs });
      this.#failures.delete(key);
    } catch (error) {
      if (!signal.aborted) {
        const count = (this.#failures.get(key)?.count ?? 0) + 1;
        this.#failures.set(key, { count, at: connection.clock.uptime() });
        onFailure?.(ref, error);
      }
    }
    this.#demanded.delete(key);
    this.update();
  }

  #follow({ ref, key, last, before }: NewReading): void {
    const isChanged = !before || COUNTS.some((name) => before[name] !== last[name]);
    if (isChanged) this.#changedAt.set(key, last.at);
    // A changed project is due earlier than was planned. Others can only be due later.
    const leastMs = this.#parts.leastMs();
    if (!isChanged || leastMs === undefined || this.#dueAt === Infinity) return;
    if (this.#parts.refs().some((one) => formatRef(one) === key)) {
      this.#planIn(this.#dueIn(ref, leastMs));
    }
  }

  /** The age at which the counts of a project are too old, in milliseconds. */
  #restOf(key: string, last: LastReading | undefined, leastMs: number): number {
    if (!last) return leastMs;
    const longestMs = hasLeft(last) ? LONGEST_MS : LONGEST_IDLE_MS;
    const equalFor = last.at - (this.#changedAt.get(key) ?? last.movedAt);
    return Math.max(leastMs, Math.min(longestMs, SHORTEST_MS + Math.max(0, equalFor)));
  }

  /** When a project is to be demanded, in milliseconds from now. */
  #dueIn(ref: ProjectRef, leastMs: number): number {
    const { connection } = this.#parts;
    const { clock } = connection;
    const key = formatRef(ref);
    const last = readerOf(connection).last(ref);
    const restMs = this.#restOf(key, last, leastMs);
    // The clock of the machine may have been set back since the reading.
    const dueIn = last ? Math.min(restMs, last.at + restMs - clock.now()) : 0;
    const failures = this.#failures.get(key);
    const pauseMs = failures ? Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (failures.count - 1)) : 0;
    const allowedIn = failures ? failures.at + pauseMs - clock.uptime() : 0;
    return Math.max(0, dueIn, allowedIn);
  }
}
