import type { ActiveConnection } from '../connection/activeConnection.ts';
import { Later } from '../core/base/later.ts';
import { AT_A_TIME } from '../core/client/concurrencyLimiter.ts';
import { COUNTS } from '../core/model/counts.ts';
import { formatRef, type ProjectRef } from '../core/model/model.ts';
import { endOf, leftOf } from '../core/stats/share.ts';
import { type NewReading, readerOf, type Urgency } from './statsReader.ts';

/** The time from a reading of a project to the next request, while its counts change. */
const SHORTEST_MS = 5_000;
/** The longest time to the next request while the counts do not change, or requests fail. */
const LONGEST_MS = 60_000;
/** As `LONGEST_MS`, if minting has ended or the counts do not say what is left. */
const LONGEST_IDLE_MS = 600_000;
/**
 * How much later than its own a window demands again what another one has read last: that one reads
 * it again meanwhile, unless it has stopped.
 */
const AFTER_OTHERS_MS = 2_000;
/** The most demands at a time, so that what becomes due or comes in sight later is not behind many. */
const MOST_DEMANDS = 2 * AT_A_TIME;

export interface PollingParts {
  readonly connection: ActiveConnection;
  readonly urgency: Urgency;
  /** The projects to poll now. If too many are due at once, the last ones are demanded first. */
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
 * after twice as long each time that they are the same, up to 60 s, or 10 min if minting has ended or
 * the counts do not say what is left. Failures in a row count like equal counts. A reading of another
 * surface or window counts too, so nobody requests what is young; of several windows, the one that
 * has read a project goes on with it. Call `update` when the result of
 * `refs` or `leastMs` has changed.
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
  /** The projects that another window has read last, by `t/12`. */
  readonly #elsewhere = new Set<string>();
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
      // Later, so that a request whose failure is the reason counts as failed, not as aborted.
      if (this.#demanded.size > 0) this.#planIn(0);
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

  /**
   * Reads projects again because the user asks for it, unless their counts are younger than
   * `maxAgeMs`, in milliseconds.
   */
  refresh(refs = this.#parts.refs(), maxAgeMs = 0): void {
    if (this.#isDisposed || this.#parts.leastMs() === undefined) return;
    for (const ref of refs) void this.#read(ref, maxAgeMs);
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
    if (leastMs === undefined) {
      this.#end.abort();
      this.#end = new AbortController();
      return;
    }
    const isDue = (ref: ProjectRef) =>
      !this.#demanded.has(formatRef(ref)) && this.#dueIn(ref, leastMs) === 0;
    const due = this.#parts.refs().filter(isDue);
    const room = MOST_DEMANDS - this.#demanded.size;
    for (const ref of due.slice(Math.max(0, due.length - room))) {
      void this.#read(ref, this.#restOf(ref, leastMs));
    }
    this.update();
  };

  async #read(ref: ProjectRef, maxAgeMs: number): Promise<void> {
    const { connection, urgency, onFailure } = this.#parts;
    const key = formatRef(ref);
    const { signal } = this.#end;
    const reader = readerOf(connection);
    this.#demanded.add(key);
    try {
      reader.catchUp(ref);
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

  #follow({ ref, key, last, before, isElsewhere }: NewReading): void {
    if (isElsewhere) this.#elsewhere.add(key);
    else this.#elsewhere.delete(key);
    const isChanged = before && COUNTS.some((name) => before[name] !== last[name]);
    if (isChanged) this.#changedAt.set(key, last.at);
    // A changed project is due earlier than was planned. Others can only be due later.
    const leastMs = this.#parts.leastMs();
    if (!isChanged || leastMs === undefined || this.#dueAt === Infinity) return;
    if (this.#parts.refs().some((one) => formatRef(one) === key)) {
      this.#planIn(this.#dueIn(ref, leastMs));
    }
  }

  /** The age at which the counts of a project are too old, in milliseconds. */
  #restOf(ref: ProjectRef, leastMs: number): number {
    const last = readerOf(this.#parts.connection).last(ref);
    if (!last) return leastMs;
    const end = endOf(last, false);
    const changedAt = this.#changedAt.get(formatRef(ref));
    // It was minted before anybody looked.
    const wasDone = end === 'done' && changedAt === undefined;
    const equalForMs = wasDone ? Infinity : last.at - (changedAt ?? last.movedAt);
    const isIdle = end !== undefined || leftOf(last) === undefined;
    const longestMs = isIdle ? LONGEST_IDLE_MS : LONGEST_MS;
    return Math.max(leastMs, Math.min(longestMs, SHORTEST_MS + Math.max(0, equalForMs)));
  }

  /** When a project is to be demanded, in milliseconds from now. */
  #dueIn(ref: ProjectRef, leastMs: number): number {
    const { connection } = this.#parts;
    const { clock } = connection;
    const last = readerOf(connection).last(ref);
    const restMs = this.#restOf(ref, leastMs);
    // The clock of the machine may have been set back since the reading.
    const ageIn = last ? Math.min(restMs, last.at + restMs - clock.now()) : 0;
    const dueIn = this.#elsewhere.has(formatRef(ref)) ? ageIn + AFTER_OTHERS_MS : ageIn;
    const failures = this.#failures.get(formatRef(ref));
    if (!failures) return Math.max(0, dueIn);
    const backOffMs = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (failures.count - 1));
    const allowedIn = failures.at + Math.max(leastMs, backOffMs) - clock.uptime();
    return Math.max(0, dueIn, allowedIn);
  }
}
