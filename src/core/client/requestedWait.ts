import type { Clock } from '../base/clock.ts';
import type { Failure } from '../model/serviceError.ts';
import { askedWait } from './retry.ts';

/** The longest wait that is respected: a date far ahead must not stop requests for good. */
const LONGEST_MS = 3_600_000;
/**
 * The shortest wait after a 429, because the service may name none and refuse again at once. After
 * each refusal it doubles, up to `SHORTEST_AT_MOST_MS`, until a request succeeds.
 */
const SHORTEST_MS = 5_000;
const SHORTEST_AT_MOST_MS = 60_000;
/** Parallel requests name the same wait; its ends then differ by less than this. */
const SAME_END_MS = 1_000;

/**
 * The wait that a service asks for by a 429, or by a 503 with `Retry-After` (RFC 9110 §10.2.3). It
 * holds for all requests to the origin. Other statuses with `Retry-After` may concern only what was
 * requested, so they start no wait here.
 */
export class RequestedWait {
  readonly #clock: Pick<Clock, 'uptime' | 'after'>;
  readonly #listeners = new Set<() => void>();
  #cancelTimer: (() => void) | undefined;
  /** When the service last asked for a wait, and the end of the wait, by `Clock.uptime`. */
  #askedAt = -Infinity;
  #until = 0;
  /** The end that listeners know. */
  #reported = 0;
  #shortestMs = SHORTEST_MS;
  #hasPass = false;

  constructor(clock: Pick<Clock, 'uptime' | 'after'>) {
    this.#clock = clock;
  }

  /** How much of the wait is left, in milliseconds; 0 without one. */
  get leftMs(): number {
    return Math.max(0, this.#until - this.#clock.uptime());
  }

  /**
   * Calls `listener` when a wait has begun, has become longer or has ended. The returned function
   * removes it.
   */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** Whether a request may be sent now. During a wait, only the one that `probeNow` allows. */
  takeTurn(): boolean {
    if (this.leftMs === 0) return true;
    const mayPass = this.#hasPass;
    this.#hasPass = false;
    return mayPass;
  }

  /** Lets one request pass during the wait: call it before a request that the user has started. */
  probeNow(): void {
    this.#hasPass = true;
  }

  /** Starts or extends the wait that a failed response asks for, if it asks for one. */
  failed(failure: Failure): void {
    const isLimited = failure.kind === 'rateLimited';
    const isBusy = failure.kind === 'http' && failure.status === 503;
    const askedMs = askedWait(failure);
    if (!isLimited && !(isBusy && askedMs !== undefined)) return;
    // Parallel requests are refused together, which counts once.
    const shortestMs = this.leftMs > 0 ? 0 : this.#shortestMs;
    if (this.leftMs === 0) this.#shortestMs = Math.min(SHORTEST_AT_MOST_MS, 2 * this.#shortestMs);
    const ms = Math.min(LONGEST_MS, Math.max(askedMs ?? 0, shortestMs));
    this.#askedAt = this.#clock.uptime();
    this.#hasPass = false;
    this.#extend(this.#askedAt + ms);
  }

  /**
   * Ends the wait, because a request has succeeded. One that was sent before the service asked for
   * the wait ends nothing.
   * @param sentAt when it was sent, by `Clock.uptime`.
   */
  succeeded(sentAt: number): void {
    if (sentAt < this.#askedAt) return;
    this.#shortestMs = SHORTEST_MS;
    this.#end();
  }

  #extend(until: number): void {
    if (until <= this.#until) return;
    this.#until = until;
    this.#cancelTimer?.();
    this.#cancelTimer = this.#clock.after(this.leftMs, this.#end);
    if (until - this.#reported < SAME_END_MS) return;
    this.#reported = until;
    this.#report();
  }

  readonly #end = (): void => {
    if (this.#until === 0) return;
    this.#cancelTimer?.();
    this.#until = this.#reported = 0;
    this.#report();
  };

  #report(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** The waits of a window, one for each origin. */
export class RequestedWaits {
  readonly #clock: Clock;
  readonly #waits = new Map<string, RequestedWait>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  of(origin: string): RequestedWait {
    const wait = this.#waits.get(origin) ?? new RequestedWait(this.#clock);
    this.#waits.set(origin, wait);
    return wait;
  }
}
