import type { Failure } from '../model/serviceError.ts';

/** Up to two more tries after the first. */
const MAX_ATTEMPTS = 3;
/** An answer that was cut off or garbled is asked for once more, not twice: it costs its size. */
const MAX_ATTEMPTS_FOR_BODY = 2;

const SHORTEST_MS = 250;
const LONGEST_MS = 8_000;
/** The longest wait that a service may ask for and get; beyond it, the person is told instead. */
const LONGEST_ASKED_MS = 60_000;

/** Statuses that say "not now" rather than "no". */
const PASSING_STATUS: ReadonlySet<number> = new Set([408, 500, 502, 503, 504]);

/** Errors of the connection that another try may not meet; what is wrong with TLS stays wrong. */
const PASSING_CODES: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EAI_AGAIN',
]);

/** The code for a body that ended too early or was framed wrongly. */
const CUT_OFF = 'INCOMPLETE';

/**
 * How long to wait before trying again, in milliseconds, or `undefined` to give up.
 * @param attempts how often it was tried so far, 1 after the first.
 * @param previousMs the wait before the last try, 0 after the first.
 * @param random in [0, 1).
 */
export function retryDelay(
  failure: Failure,
  attempts: number,
  previousMs: number,
  random: () => number,
): number | undefined {
  const most = attemptsFor(failure);
  if (attempts >= most) return undefined;
  const asked = askedWait(failure);
  if (asked === undefined) return decorrelatedJitter(previousMs, random);
  return asked <= LONGEST_ASKED_MS ? asked : undefined;
}

function attemptsFor(failure: Failure): number {
  switch (failure.kind) {
    case 'rateLimited':
    case 'timeout':
      return MAX_ATTEMPTS;
    case 'http':
      return PASSING_STATUS.has(failure.status) ? MAX_ATTEMPTS : 1;
    case 'network':
      if (failure.tls) return 1;
      if (failure.code === CUT_OFF) return MAX_ATTEMPTS_FOR_BODY;
      return PASSING_CODES.has(failure.code.replace(/^PROXY_/, '')) ? MAX_ATTEMPTS : 1;
    case 'decode':
      return failure.what === 'notJson' || failure.what === 'noBody' ? MAX_ATTEMPTS_FOR_BODY : 1;
    case 'auth':
    case 'notFound':
    case 'paused':
    case 'internal':
    case 'aborted':
      return 1;
  }
}

/** What `Retry-After` asked for. */
function askedWait(failure: Failure): number | undefined {
  return failure.kind === 'rateLimited' || failure.kind === 'http'
    ? failure.retryAfterMs
    : undefined;
}

/** Waits that grow and differ, so that many windows do not come back at the same moment. */
function decorrelatedJitter(previousMs: number, random: () => number): number {
  const most = Math.max(SHORTEST_MS, previousMs * 3);
  return Math.min(LONGEST_MS, SHORTEST_MS + random() * (most - SHORTEST_MS || SHORTEST_MS));
}

const WINDOW_MS = 60_000;
const REQUESTS_FOR_A_RETRY = 5;
/** A single click on a quiet day gets its tries, too. */
const ALWAYS_GRANTED = 4;

/**
 * Keeps retries from becoming a load of their own: over a minute, one retry for five requests, and
 * a few in any case.
 */
export class RetryBudget {
  readonly #now: () => number;
  #requests: number[] = [];
  #retries: number[] = [];

  constructor(now: () => number) {
    this.#now = now;
  }

  countRequest(): void {
    this.#forgetOld();
    this.#requests.push(this.#now());
  }

  /** Takes one retry out of the budget; false if there is none. */
  takeRetry(): boolean {
    this.#forgetOld();
    // Retries are sent as requests, and earn nothing.
    const own = this.#requests.length - this.#retries.length;
    const granted = Math.max(ALWAYS_GRANTED, Math.floor(own / REQUESTS_FOR_A_RETRY));
    if (this.#retries.length >= granted) return false;
    this.#retries.push(this.#now());
    return true;
  }

  #forgetOld(): void {
    const now = this.#now();
    // What lies ahead is from before the clock of the machine was set back.
    const isRecent = (at: number) => at > now - WINDOW_MS && at <= now;
    if (!isRecent(this.#requests[0] ?? Infinity)) this.#requests = this.#requests.filter(isRecent);
    if (!isRecent(this.#retries[0] ?? Infinity)) this.#retries = this.#retries.filter(isRecent);
  }
}
