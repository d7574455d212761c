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
