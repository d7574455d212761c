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
    const askedMs = askedWait(failure);
    const isBusy = failure.kind === 'http' && failure.status === 503 && askedMs !== undefined;
    if (failure.kind !== 'rateLimited' && !isBusy) return;
    this.#askedAt = this.#clock.uptime();
    this.#hasPass = false;
    // Parallel requests are refused together, which counts once.
    const isFirst = this.leftMs === 0;
    const ms = Math.min(LONGEST_MS, Math.max(askedMs ?? 0, isFirst ? this.#shortestMs : 0));
    if (isFirst) this.#shortestMs = Math.min(SHORTEST_AT_MOST_MS, 2 * this.#shortestMs);
    if (this.#askedAt + ms > this.#until) this.#setEnd(this.#askedAt + ms);
  }

  /**
   * Ends the wait, because a request has succeeded. One that was sent before the service asked for
   * the wait ends nothing.
   * @param sentAt when it was sent, by `Clock.uptime`.
   */
  succeeded(sentAt: number): void {
    if (sentAt < this.#askedAt) return;
    this.#shortestMs = SHORTEST_MS;
    if (this.#until > 0) this.#setEnd(0);
  }

  #setEnd(until: number): void {
    this.#cancelTimer?.();
    this.#until = until;
    const end = () => {
      this.#setEnd(0);
    };
    this.#cancelTimer = until > 0 ? this.#clock.after(this.leftMs, end) : undefined;
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
