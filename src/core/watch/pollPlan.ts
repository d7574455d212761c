import type { Clock } from '../base/clock.ts';
import type { Failure } from '../model/serviceError.ts';

/** From one answer to the next request for the same project, while its counts change. */
export const SHORTEST_WAIT_MS = 5000;
/** The same while they do not change, or the service fails. */
export const LONGEST_WAIT_MS = 60_000;
/** The same while the counts do not change and do not say that anything is left. */
export const LONGEST_IDLE_WAIT_MS = 600_000;
/** Between the starts of two requests. */
export const GAP_MS = 250;
/** The longest wait that the service can ask for: a date far ahead is no reason to stop for good. */
const LONGEST_PAUSE_MS = 3_600_000;
/** Requests under way at a time. */
const MOST_UNDER_WAY = 4;

/** A wait that the service has asked for. */
export interface Pause {
  /** When it asked for it, in milliseconds since 1970. */
  readonly at: number;
  readonly ms: number;
}

/** The one of two pauses that ends later. */
export function laterOf(one: Pause | undefined, other: Pause | undefined): Pause | undefined {
  if (!one || !other) return one ?? other;
  return one.at + one.ms > other.at + other.ms ? one : other;
}

/** A project that is to be polled. */
export interface Polled {
  readonly key: string;
  /** When its last known reading was asked for, by anyone. */
  readonly readAt: number | undefined;
}

/** When a project was last answered, and how long it then rests. */
interface Rest {
  readonly from: number;
  readonly ms: number;
}

/**
 * Decides which project is asked for next and when, without asking or timers. A project rests 5 s
 * after an answer that has changed its counts, then twice as long after each that has not, up to
 * 60 s, or 10 min if its counts do not say that anything is left. A wait that the service asks for is a rest for all projects.
 */
export class PollPlan {
  readonly #now: Clock['now'];
  readonly #rests = new Map<string, Rest>();
  readonly #underWay = new Set<string>();
  #startedAt: number | undefined;
  #pause: Pause | undefined;

  constructor(now: Clock['now']) {
    this.#now = now;
  }

  /** The project to ask for next and in how many milliseconds; `undefined` if there is none now. */
  next(all: readonly Polled[]): { readonly key: string; readonly inMs: number } | undefined {
    if (this.#underWay.size >= MOST_UNDER_WAY) return undefined;
    const least = Math.max(this.#pauseLeft(), this.#leftFrom(this.#startedAt, GAP_MS));
    let next: { readonly key: string; readonly inMs: number; readonly from: number } | undefined;
    for (const { key, readAt } of all) {
      if (this.#underWay.has(key)) continue;
      const read = this.#leftFrom(readAt, SHORTEST_WAIT_MS);
      const inMs = Math.max(least, read, this.#left(this.#rests.get(key)));
      const from = this.#rests.get(key)?.from ?? -Infinity;
      // Of several that are due, the one that has waited longest: none is left out.
      const isFirst = !next || inMs < next.inMs || (inMs === next.inMs && from < next.from);
      if (isFirst) next = { key, inMs, from };
    }
    return next && { key: next.key, inMs: next.inMs };
  }

  begin(key: string): void {
    this.#underWay.add(key);
    this.#startedAt = this.#now();
  }

  /**
   * @param outcome whether the counts have changed (`idle`: they have not, and do not say that
   *   anything is left), or why there are none.
   */
  end(key: string, outcome: 'moved' | 'still' | 'idle' | Failure): void {
    this.#underWay.delete(key);
    const from = this.#now();
    const before = this.#rests.get(key)?.ms;
    const longer = before === undefined ? SHORTEST_WAIT_MS : 2 * before;
    const longest = outcome === 'idle' ? LONGEST_IDLE_WAIT_MS : LONGEST_WAIT_MS;
    const ms = outcome === 'moved' ? SHORTEST_WAIT_MS : Math.min(longest, longer);
    this.#rests.set(key, { from, ms });
    const asked =
      typeof outcome === 'object' && 'retryAfterMs' in outcome ? outcome.retryAfterMs : undefined;
    if (asked !== undefined) this.heed({ at: from, ms: asked });
  }

  /** The wait that the service has asked for, if it is not over. */
  get pause(): Pause | undefined {
    return this.#pauseLeft() > 0 ? this.#pause : undefined;
  }

  /**
   * Heeds a wait, also one that another window was asked for. One of the future says nothing: the
   * clock was set back since. Another answer may have asked for a longer one.
   */
  heed({ at, ms }: Pause): void {
    if (at > this.#now()) return;
    this.#pause = laterOf({ at, ms: Math.min(ms, LONGEST_PAUSE_MS) }, this.pause);
  }

  /** Shortens all rests to 5 s, when a person looks again. Not a wait that the service asks for. */
  hurry(): void {
    for (const [key, { from }] of this.#rests) this.#rests.set(key, { from, ms: SHORTEST_WAIT_MS });
  }

  /** Forgets a project that is no longer watched. */
  forget(key: string): void {
    this.#rests.delete(key);
  }

  #left(rest: Rest | undefined): number {
    return rest ? this.#leftFrom(rest.from, rest.ms) : 0;
  }

  #pauseLeft(): number {
    return this.#pause ? this.#leftFrom(this.#pause.at, this.#pause.ms) : 0;
  }

  #leftFrom(from: number | undefined, ms: number): number {
    // The clock of the machine may have been set back since.
    return from === undefined ? 0 : Math.max(0, Math.min(ms, from + ms - this.#now()));
  }
}
