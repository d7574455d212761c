import type { Clock } from '../base/clock.ts';
import { isServiceError, type ServiceError } from '../model/serviceError.ts';
import { CircuitBreaker } from './circuitBreaker.ts';
import { ConcurrencyLimiter } from './concurrencyLimiter.ts';
import { pause, withDeadline } from './deadline.ts';
import { asksToWait, RetryBudget, retryDelay } from './retry.ts';

/** From connecting to the last byte. */
const ATTEMPT_MS = 10_000;
/** All attempts of a request and the waits between them. */
const ACTION_MS = 30_000;
const REQUESTS_AT_A_TIME = 4;

/**
 * Runs the requests to one origin. Rejects as `attempt` does, or with a `ServiceError`.
 * @param waits whether to wait here if the service asks for that (`asksToWait`), and try again;
 * otherwise this rejects at once, for a caller that waits for several requests together.
 * @param address what is requested: one address that keeps failing with 500 pauses no others.
 */
export type Policy = <T>(
  signal: AbortSignal,
  attempt: (signal: AbortSignal) => Promise<T>,
  waits?: boolean,
  address?: string,
) => Promise<T>;

/** The state of one origin, shared by all its callers. */
interface OriginState {
  readonly breaker: CircuitBreaker;
  readonly limiter: ConcurrencyLimiter;
  readonly budget: RetryBudget;
}

/**
 * How requests are run: their deadline, how often they are tried, how many go to one origin at a
 * time, and when requests to a failing service are paused. The parts are in the files it imports.
 * They are our own, because they must use the injected clock, leave no timer behind after a cancel,
 * and let a request of the user pass an open breaker. cockatiel 4 does none of these.
 */
export class RequestPolicy {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #origins = new Map<string, OriginState>();

  /** @param random in [0, 1). */
  constructor(clock: Clock, random: () => number) {
    this.#clock = clock;
    this.#random = random;
  }

  /** The policy for one origin; all its clients share the limits. */
  for(origin: string): Policy {
    const { now } = this.#clock;
    const state = this.#origins.get(origin) ?? {
      breaker: new CircuitBreaker(now),
      limiter: new ConcurrencyLimiter(REQUESTS_AT_A_TIME),
      budget: new RetryBudget(now),
    };
    this.#origins.set(origin, state);
    return (signal, attempt, waits = true, address) =>
      this.#run(state, signal, attempt, waits, address);
  }

  /** Lets the next request pass an open circuit: call this before a request of the user. */
  probeNow(origin: string): void {
    this.#origins.get(origin)?.breaker.probeNow();
  }

  /** Repeats attempts while allowed; then rejects with the last failure. */
  async #run<T>(
    state: OriginState,
    signal: AbortSignal,
    attempt: (signal: AbortSignal) => Promise<T>,
    waits: boolean,
    address: string | undefined,
  ): Promise<T> {
    const started = this.#clock.now();
    // Extended by the waits that the service asks for, which may be longer than `ACTION_MS`.
    let allowedMs = ACTION_MS;
    let previousMs = 0;
    let last: ServiceError | undefined;
    for (let attempts = 1; ; attempts++) {
      try {
        return await this.#tryOnce(state, started, allowedMs, signal, attempt, address);
      } catch (error) {
        if (!isServiceError(error)) throw error;
        const { failure } = error;
        // The earlier failure says more than `paused`.
        if (failure.kind === 'paused' && last) throw last;
        last = error;
        if (!waits && asksToWait(failure)) throw error;
        const waitMs = retryDelay(failure, attempts, previousMs, this.#random);
        if (waitMs === undefined) throw error;
        if ('retryAfterMs' in failure) allowedMs += waitMs;
        const inTime = this.#clock.now() + waitMs < started + allowedMs;
        if (!inTime || !state.budget.takeRetry()) throw error;
        await pause(this.#clock, waitMs, signal);
        previousMs = waitMs;
      }
    }
  }

  async #tryOnce<T>(
    { breaker, limiter, budget }: OriginState,
    started: number,
    allowedMs: number,
    signal: AbortSignal,
    attempt: (signal: AbortSignal) => Promise<T>,
    address: string | undefined,
  ): Promise<T> {
    const remainingMs = Math.max(1, started + allowedMs - this.#clock.now());
    // Time in the queue counts toward `ACTION_MS`, but not toward `ATTEMPT_MS`.
    const run = (actionSignal: AbortSignal) =>
      limiter.run(actionSignal, async () => {
        const leave = breaker.enter(address);
        budget.countRequest();
        try {
          const result = await withDeadline(this.#clock, ATTEMPT_MS, actionSignal, attempt);
          leave('well');
          return result;
        } catch (error) {
          leave(isServiceError(error) ? error.failure : 'unknown');
          throw error;
        }
      });
    return withDeadline(this.#clock, remainingMs, signal, run, allowedMs);
  }
}
