import type { ActiveConnection } from '../connection/activeConnection.ts';
import { Later } from '../core/base/later.ts';
import { AT_A_TIME } from '../core/client/transport.ts';
import { COUNTS } from '../core/model/counts.ts';
import type { ProjectRef } from '../core/model/model.ts';
import { endOf } from '../core/stats/share.ts';
import { type NewReading, readerOf, type StatsReader, type Urgency } from './statsReader.ts';

/** The time from a reading of a project to the next request, while its counts change. */
const SHORTEST_MS = 5_000;
/** The longest time to the next request while the counts do not change, or requests fail. */
const LONGEST_MS = 60_000;
/** As `LONGEST_MS`, if minting has ended. */
const LONGEST_ENDED_MS = 600_000;
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

/**
 * Keeps the counts of some projects young: demands them 5 s after a reading with changed counts, then
 * after twice as long each time that they are the same, up to 60 s, or 10 min if minting has ended.
 * Failures in a row count like equal counts. A reading of another surface or window counts too, so
 * nobody requests what is young; of several windows, the one that has read a project goes on with it.
 * Call `update` when the result of `refs` or `leastMs` has changed.
 */
export class Polling {
  readonly #parts: PollingParts;
  readonly #reader: StatsReader;
  readonly #next: Later;
  /** Ends the demands when nothing may be requested any more. */
  #end = new AbortController();
  readonly #demanded = new Set<ProjectRef>();
  /** How many requests in a row have failed, and when the last one did by `Clock.uptime`. */
  readonly #failures = new Map<ProjectRef, { readonly count: number; readonly at: number }>();
  /** When the counts of a project last changed, or the user came back, in milliseconds since 1970. */
  readonly #changedAt = new Map<ProjectRef, number>();
  /** The projects that another window has read last. */
  readonly #elsewhere = new Set<ProjectRef>();
  readonly #following: { dispose(): unknown };

  constructor(parts: PollingParts) {
    this.#parts = parts;
    this.#reader = readerOf(parts.connection);
    this.#next = new Later(parts.connection.clock, this.#look);
    this.#following = this.#reader.onDidChange((reading) => {
      this.#follow(reading);
    });
    this.update();
  }

  /** Demands what is due, a moment later, so that one call follows all that changes in this tick. */
  readonly update = (): void => {
    if (!this.#isDisposed) this.#next.restart(0);
  };

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
    for (const ref of this.#parts.refs()) this.#changedAt.set(ref, now);
    this.#failures.clear();
    this.update();
  }

  dispose(): void {
    this.#end.abort();
    this.#next.cancel();
    this.#following.dispose();
  }

  readonly #look = (): void => {
    const leastMs = this.#parts.leastMs();
    if (leastMs === undefined) {
      this.#end.abort();
      this.#end = new AbortController();
      return;
    }
    const room = MOST_DEMANDS - this.#demanded.size;
    const due: ProjectRef[] = [];
    let soonest = Infinity;
    // Of thousands that are due, only the last ones are looked at.
    for (const ref of this.#parts.refs().toReversed()) {
      if (due.length >= room) break;
      if (this.#demanded.has(ref)) continue;
      const dueIn = this.#dueIn(ref, leastMs);
      if (dueIn === 0) due.unshift(ref);
      else soonest = Math.min(soonest, dueIn);
    }
    for (const ref of due) void this.#read(ref, this.#restOf(ref, leastMs));
    // The end of a demand leads here again.
    if (due.length < room && soonest < Infinity) this.#next.restart(soonest);
  };

  async #read(ref: ProjectRef, maxAgeMs: number): Promise<void> {
    const { connection, urgency, onFailure } = this.#parts;
    const { signal } = this.#end;
    this.#demanded.add(ref);
    try {
      this.#reader.catchUp(ref);
      await this.#reader.read(ref, { urgency, signal, maxAgeMs });
      this.#failures.delete(ref);
    } catch (error) {
      if (!signal.aborted) {
        const count = (this.#failures.get(ref)?.count ?? 0) + 1;
        this.#failures.set(ref, { count, at: connection.clock.uptime() });
        onFailure?.(ref, error);
      }
    }
    this.#demanded.delete(ref);
    this.update();
  }

  #follow({ ref, last, before, isElsewhere }: NewReading): void {
    if (isElsewhere) this.#elsewhere.add(ref);
    else this.#elsewhere.delete(ref);
    if (!before || COUNTS.every((name) => before[name] === last[name])) return;
    this.#changedAt.set(ref, last.at);
    // It may be due earlier than was planned. Other readings only make a project due later.
    this.update();
  }

  /** The age at which the counts of a project are too old, in milliseconds. */
  #restOf(ref: ProjectRef, leastMs: number): number {
    const last = this.#reader.last(ref);
    if (!last) return leastMs;
    const end = endOf(last, false);
    const changedAt = this.#changedAt.get(ref);
    // It was minted before anybody looked.
    const wasDone = end === 'done' && changedAt === undefined;
    const equalForMs = wasDone ? Infinity : last.at - (changedAt ?? last.movedAt);
    const longestMs = end === undefined ? LONGEST_MS : LONGEST_ENDED_MS;
    return Math.max(leastMs, Math.min(longestMs, SHORTEST_MS + Math.max(0, equalForMs)));
  }

  /** When a project is to be demanded, in milliseconds from now. */
  #dueIn(ref: ProjectRef, leastMs: number): number {
    const { clock } = this.#parts.connection;
    const last = this.#reader.last(ref);
    const restMs = this.#restOf(ref, leastMs);
    const ageIn = last ? last.at + restMs - clock.now() : 0;
    const dueIn = this.#elsewhere.has(ref) ? ageIn + AFTER_OTHERS_MS : ageIn;
    const failures = this.#failures.get(ref);
    if (!failures) return Math.max(0, dueIn);
    const backOffMs = Math.min(LONGEST_MS, SHORTEST_MS * 2 ** (failures.count - 1));
    const allowedIn = failures.at + Math.max(leastMs, backOffMs) - clock.uptime();
    return Math.max(0, dueIn, allowedIn);
  }

  get #isDisposed(): boolean {
    return this.#end.signal.aborted;
  }
}
