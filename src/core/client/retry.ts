import type { Failure } from '../model/serviceError.ts';

const MAX_ATTEMPTS = 3;
/** A response that is cut off, empty or not JSON: only one more attempt, because it may be large. */
const MAX_ATTEMPTS_FOR_BODY = 2;

const SHORTEST_MS = 250;
const LONGEST_MS = 8_000;
/** The longest `Retry-After` to wait for; with a longer one there is no further attempt. */
export const LONGEST_ASKED_MS = 60_000;

const PASSING_STATUS: readonly number[] = [408, 500, 502, 503, 504];

/** Temporary network errors, of the service or of a proxy; never TLS errors. */
const PASSING_CODE =
  /^(PROXY_)?(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN)$/;

/**
 * The wait before the next attempt in milliseconds, or `undefined` if there is none.
 * @param attempts attempts so far, 1 after the first.
 * @param previousMs the wait before the last attempt, 0 after the first.
 * @param random in [0, 1).
 */
export function retryDelay(
  failure: Failure,
  attempts: number,
  previousMs: number,
  random: () => number,
): number | undefined {
  if (attempts >= attemptsFor(failure)) return undefined;
  const requestedMs = askedWait(failure);
  if (requestedMs === undefined) return decorrelatedJitter(previousMs, random);
  return requestedMs <= LONGEST_ASKED_MS ? Math.max(SHORTEST_MS, requestedMs) : undefined;
}

function attemptsFor(failure: Failure): number {
  if (failure.kind === 'http') return PASSING_STATUS.includes(failure.status) ? MAX_ATTEMPTS : 1;
  if (failure.kind === 'network') {
    if (failure.tls) return 1;
    if (failure.code === 'INCOMPLETE') return MAX_ATTEMPTS_FOR_BODY;
    return PASSING_CODE.test(failure.code) ? MAX_ATTEMPTS : 1;
  }
  if (failure.kind === 'decode') {
    return failure.what === 'notJson' || failure.what === 'noBody' ? MAX_ATTEMPTS_FOR_BODY : 1;
  }
  return failure.kind === 'rateLimited' || failure.kind === 'timeout' ? MAX_ATTEMPTS : 1;
}

/** The wait that the service requested by `Retry-After`, in milliseconds. */
export function askedWait(failure: Failure): number | undefined {
  const hasHeaders = failure.kind === 'rateLimited' || failure.kind === 'http';
  return hasHeaders ? failure.retryAfterMs : undefined;
}

/** Growing random waits, so that many windows do not retry at the same moment. */
function decorrelatedJitter(previousMs: number, random: () => number): number {
  const most = Math.max(SHORTEST_MS, previousMs * 3);
  return Math.min(LONGEST_MS, SHORTEST_MS + random() * (most - SHORTEST_MS || SHORTEST_MS));
}

const WINDOW_MS = 60_000;
const REQUESTS_FOR_A_RETRY = 5;
/** Retries allowed even after few requests. */
const ALWAYS_GRANTED = 4;

/** Allows, in any minute, one retry for each five requests, but always `ALWAYS_GRANTED`. */
export class RetryBudget {
  readonly #now: () => number;
  #requests: number[] = [];
  #retries: number[] = [];

  /** @param now in milliseconds, as `Clock.uptime`. */
  constructor(now: () => number) {
    this.#now = now;
  }

  countRequest(): void {
    this.#forgetOld();
    this.#requests.push(this.#now());
  }

  /** Counts a retry, if one is allowed now. @returns whether it is. */
  takeRetry(): boolean {
    this.#forgetOld();
    // Retries are counted as requests too, but allow no further retries.
    const firstAttempts = this.#requests.length - this.#retries.length;
    const granted = Math.max(ALWAYS_GRANTED, Math.floor(firstAttempts / REQUESTS_FOR_A_RETRY));
    if (this.#retries.length >= granted) return false;
    this.#retries.push(this.#now());
    return true;
  }

  #forgetOld(): void {
    const since = this.#now() - WINDOW_MS;
    const isRecent = (at: number) => at > since;
    this.#requests = this.#requests.filter(isRecent);
    this.#retries = this.#retries.filter(isRecent);
  }
}
