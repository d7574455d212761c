import type { Clock } from '../base/clock.ts';
import type { Counts } from '../model/counts.ts';
import { hasLeft } from '../stats/share.ts';
import { hasMoved } from './watchList.ts';

/** The time from a reading of a project to the next request, while its counts change. */
const SHORTEST_REST_MS = 5000;
/** The longest time to the next request while the counts do not change, or requests fail. */
export const LONGEST_REST_MS = 60_000;
/**
 * The longest time to the next request while the counts do not change and do not show whether
 * anything is left.
 */
const LONGEST_IDLE_REST_MS = 600_000;

interface Rest {
  /** The time of the last reading or failure. */
  readonly from: number;
  /** When the counts last changed, the failures began, or the user came back. */
  readonly since: number;
  readonly longestMs: number;
  readonly hasFailed: boolean;
}

/**
 * Decides how long to wait before a watched project is requested again: 5 s after a reading with
 * changed counts, then twice as long after each unchanged one, up to 60 s, or 10 min if the counts
 * do not show that anything is left. Failures in a row count like unchanged readings, up to 60 s.
 */
export class PollPlan {
  readonly #now: Clock['now'];
  readonly #rests = new Map<string, Rest>();

  constructor(now: Clock['now']) {
    this.#now = now;
  }

  /** Call it after each new reading, whichever surface requested it; `failed` after a failure. */
  read(key: string, before: Counts | undefined, reading: Counts): void {
    const from = this.#now();
    const rest = this.#rests.get(key);
    const isSame = rest && !rest.hasFailed && !hasMoved(before, reading);
    const longestMs = hasLeft(reading) ? LONGEST_REST_MS : LONGEST_IDLE_REST_MS;
    this.#rests.set(key, { from, since: isSame ? rest.since : from, longestMs, hasFailed: false });
  }

  failed(key: string): void {
    const from = this.#now();
    const rest = this.#rests.get(key);
    const since = rest?.hasFailed ? rest.since : from;
    this.#rests.set(key, { from, since, longestMs: LONGEST_REST_MS, hasFailed: true });
  }

  /** Shortens all waits to 5 s, because the user came back. */
  hurry(): void {
    const since = this.#now();
    for (const [key, rest] of this.#rests) this.#rests.set(key, { ...rest, since });
  }

  forget(key: string): void {
    this.#rests.delete(key);
  }

  /** The age in milliseconds at which a reading of a project is outdated. */
  restOf(key: string): number {
    const { from, since, longestMs } = this.#rests.get(key) ?? { from: 0, since: 0, longestMs: 0 };
    return Math.max(SHORTEST_REST_MS, Math.min(longestMs, SHORTEST_REST_MS + from - since));
  }

  /** In milliseconds. @param readAt when the newest reading of the project was requested. */
  dueInMs(key: string, readAt: number | undefined): number {
    const [now, stored] = [this.#now(), this.#rests.get(key)];
    // The clock of the machine was set back since.
    if (stored && stored.from > now) {
      this.#rests.set(key, { ...stored, from: now, since: stored.since + now - stored.from });
    }
    const [from, rest] = [this.#rests.get(key)?.from ?? readAt, this.restOf(key)];
    return from === undefined ? 0 : Math.max(0, Math.min(rest, from + rest - now));
  }
}
