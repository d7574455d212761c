import type { Clock } from '../base/clock.ts';
import type { Counts } from '../model/counts.ts';
import { hasLeft } from '../stats/share.ts';
import { hasMoved } from './watchList.ts';

/** From one reading of a project to the next request, while its counts change. */
export const SHORTEST_REST_MS = 5000;
/** The same while they do not change, or the service fails. */
export const LONGEST_REST_MS = 60_000;
/** The same while the counts do not change and do not say that anything is left. */
const LONGEST_IDLE_REST_MS = 600_000;

interface Rest {
  /** When the last reading or failure arrived. */
  readonly from: number;
  /** When the counts have changed last, the failures have begun, or the user has come back. */
  readonly since: number;
  readonly longest: number;
  readonly hasFailed: boolean;
}

/**
 * Decides how long each watched project rests before it is requested again: 5 s after a reading that
 * has changed its counts, then twice as long after each that has not, up to 60 s, or 10 min if its
 * counts do not say that anything is left.
 */
export class PollPlan {
  readonly #now: Clock['now'];
  readonly #rests = new Map<string, Rest>();

  constructor(now: Clock['now']) {
    this.#now = now;
  }

  /** Call it after a reading of a project, whoever has requested it. */
  read(key: string, before: Counts | undefined, reading: Counts): void {
    const from = this.#now();
    const rest = this.#rests.get(key);
    const goesOn = rest && !rest.hasFailed && !hasMoved(before, reading);
    const longest = hasLeft(reading) ? LONGEST_REST_MS : LONGEST_IDLE_REST_MS;
    this.#rests.set(key, { from, since: goesOn ? rest.since : from, longest, hasFailed: false });
  }

  /** Call it after a request for a project that gave no reading. */
  failed(key: string): void {
    const from = this.#now();
    const rest = this.#rests.get(key);
    const since = rest?.hasFailed ? rest.since : from;
    this.#rests.set(key, { from, since, longest: LONGEST_REST_MS, hasFailed: true });
  }

  /** Shortens all rests to 5 s, when the user looks again. */
  hurry(): void {
    const since = this.#now();
    for (const [key, rest] of this.#rests) this.#rests.set(key, { ...rest, since });
  }

  /** Forgets a project that is no longer watched. */
  forget(key: string): void {
    this.#rests.delete(key);
  }

  /** How old a reading of a project may become. */
  restOf(key: string): number {
    const { from, since, longest } = this.#rests.get(key) ?? { from: 0, since: 0, longest: 0 };
    return Math.max(SHORTEST_REST_MS, Math.min(longest, SHORTEST_REST_MS + from - since));
  }

  /** @param readAt when the newest reading of the project was requested. */
  dueInMs(key: string, readAt: number | undefined): number {
    const [now, stored] = [this.#now(), this.#rests.get(key)];
    // The clock of the machine was set back since.
    const aheadMs = Math.max(0, (stored?.from ?? 0) - now);
    if (stored && aheadMs > 0) {
      const { from, since } = stored;
      this.#rests.set(key, { ...stored, from: from - aheadMs, since: since - aheadMs });
    }
    const [from, rest] = [this.#rests.get(key)?.from ?? readAt, this.restOf(key)];
    return from === undefined ? 0 : Math.max(0, Math.min(rest, from + rest - now));
  }
}
