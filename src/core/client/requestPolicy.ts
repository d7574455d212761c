import type { Clock } from '../base/clock.ts';
import { isServiceError, ServiceError } from '../model/serviceError.ts';
import { CircuitBreaker } from './circuitBreaker.ts';
import { AT_A_TIME, ConcurrencyLimiter } from './concurrencyLimiter.ts';
import { pauseUntil, withDeadline } from './deadline.ts';
import { type RequestedWait, RequestedWaits } from './requestedWait.ts';
import { LONGEST_ASKED_MS, retryDelay } from './retry.ts';

/** From connecting to the last byte. */
const ATTEMPT_MS = 10_000;
/** All attempts of a request and the waits between them. */
const ACTION_MS = 30_000;

export interface RequestOptions {
  /**
   * Whether to wait here if the service asks for that (`RequestedWait`), a minute at most; else the
   * request rejects at once, for a caller that waits for several requests together. True if left out.
   */
  readonly waits?: boolean;
  /** What is requested: one address that keeps failing with 500 pauses no others. */
  readonly address?: string;
}

/** Runs the requests to one origin. Rejects as `attempt` does, or with a `ServiceError`. */
export type Policy = <T>(
  signal: AbortSignal,
  attempt: (signal: AbortSignal) => Promise<T>,
  options?: RequestOptions,
) => Promise<T>;

/** The state of one origin, shared by all its callers. */
interface OriginState {
  readonly breaker: CircuitBreaker;
  readonly limiter: ConcurrencyLimiter;
  readonly wait: RequestedWait;
}

/**
 * How requests are run: their deadline, how often they are tried, how many go to one origin at a
 * time, when requests to a failing service are paused, and the wait that a service asks for. The
 * parts are in the files it imports. They are our own, because they must use the injected clock,
 * leave no timer behind after a cancel, and let a request of the user pass an open breaker.
 * cockatiel 4 does none of these.
 */
export class RequestPolicy {
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #waits: RequestedWaits;
  readonly #origins = new Map<string, OriginState>();

  /** @param random in [0, 1). */
  constructor(clock: Clock, random: () => number, waits = new RequestedWaits(clock)) {
    this.#clock = clock;
    this.#random = random;
    this.#waits = waits;
  }

  /** The policy for one origin; all its clients share the limits. */
  for(origin: string): Policy {
    const { uptime } = this.#clock;
    const state = this.#origins.get(origin) ?? {
      breaker: new CircuitBreaker(uptime),
      limiter: new ConcurrencyLimiter(AT_A_TIME),
      wait: this.#waits.of(origin),
    };
    this.#origins.set(origin, state);
    return (signal, attempt, options = {}) => this.#run(state, signal, attempt, options);
  }

  /**
   * Lets the next request pass an open circuit and a wait: call this before a request of the user.
   */
  probeNow(origin: string): void {
    const state = this.#origins.get(origin);
    state?.breaker.probeNow();
    state?.wait.probeNow();
  }

  /** Repeats attempts while allowed; then rejects with the last failure. */
  async #run<T>(
    state: OriginState,
    signal: AbortSignal,
    attempt: (signal: AbortSignal) => Promise<T>,
    { waits = true, address }: RequestOptions,
  ): Promise<T> {
    const { uptime } = this.#clock;
    const started = uptime();
    // Extended by the waits that the service asks for, which may be longer than `ACTION_MS`.
    let allowedMs = ACTION_MS;
    let attempts = 0;
    let last: ServiceError | undefined;
    const send = (bounded: AbortSignal) => {
      attempts++;
      return attempt(bounded);
    };
    for (;;) {
      const sentBefore = attempts;
      try {
        return await this.#tryOnce(state, started, allowedMs, signal, send, address);
      } catch (error) {
        if (!isServiceError(error)) throw error;
        const { failure } = error;
        // The earlier failure says more than `paused`.
        if (failure.kind === 'paused' && last) throw last;
        last = error;
        // Nothing was sent, because another request was asked to wait.
        const wasHeld = attempts === sentBefore && failure.kind === 'rateLimited';
        const { leftMs } = state.wait;
        if (leftMs > 0 && (!waits || leftMs > LONGEST_ASKED_MS)) {
          // Names the whole wait, which other requests may have made longer.
          const isLimited = failure.kind === 'rateLimited';
          throw isLimited ? new ServiceError({ ...failure, retryAfterMs: leftMs }) : error;
        }
        const delayMs = wasHeld ? leftMs : retryDelay(failure, Math.max(1, attempts), this.#random);
        if (delayMs === undefined) throw error;
        const waitMs = Math.max(delayMs, leftMs);
        if (leftMs > 0 || 'retryAfterMs' in failure) allowedMs += waitMs;
        if (uptime() + waitMs >= started + allowedMs) throw error;
        // The wait may end earlier than it was to.
        const begin = (resume: () => void) =>
          leftMs > 0 ? state.wait.onChange(resume) : this.#clock.after(waitMs, resume);
        await pauseUntil(begin, signal);
      }
    }
  }

  async #tryOnce<T>(
    { breaker, limiter, wait }: OriginState,
    started: number,
    allowedMs: number,
    signal: AbortSignal,
    attempt: (signal: AbortSignal) => Promise<T>,
    address: string | undefined,
  ): Promise<T> {
    const remainingMs = Math.max(1, started + allowedMs - this.#clock.uptime());
    // Time in the queue counts toward `ACTION_MS`, but not toward `ATTEMPT_MS`.
    const run = (actionSignal: AbortSignal) =>
      limiter.run(actionSignal, async () => {
        const { leftMs } = wait;
        if (!wait.takeTurn()) throw new ServiceError({ kind: 'rateLimited', retryAfterMs: leftMs });
        const leave = breaker.enter(address);
        const sentAt = this.#clock.uptime();
        try {
          const result = await withDeadline(this.#clock, ATTEMPT_MS, actionSignal, attempt);
          leave('well');
          wait.succeeded(sentAt);
          return result;
        } catch (error) {
          leave(isServiceError(error) ? error.failure : 'unknown');
          if (isServiceError(error)) wait.failed(error.failure);
          throw error;
        }
      });
    return withDeadline(this.#clock, remainingMs, signal, run, allowedMs);
  }
}
