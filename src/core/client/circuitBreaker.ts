import { type Failure, ServiceError } from '../model/serviceError.ts';

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 30_000;

/** How a request that was let in has ended. */
type RequestEnd = Failure | 'well' | 'unknown';

/**
 * Stops asking a service that fails time after time. After five failures in a row it lets nothing
 * through for thirty seconds, then one request as a probe, whose end decides. A person who asks
 * for a refresh need not wait: `probeNow` lets the next request through.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #openUntil = 0;
  #probing = false;

  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Lets one request in; it has to say how it ended by what is returned.
   * @throws ServiceError `paused` while nothing may be sent.
   */
  enter(): (end: RequestEnd) => void {
    const isProbe = this.#failures >= FAILURES_TO_OPEN;
    if (isProbe) {
      const waitMs = this.#waitMs();
      if (waitMs > 0 || this.#probing)
        throw new ServiceError({ kind: 'paused', retryAfterMs: waitMs });
      this.#probing = true;
    }
    return (end) => {
      // Only the probe itself makes room for another: requests from before the break end late.
      if (isProbe) this.#probing = false;
      this.#count(end, isProbe);
    };
  }

  #count(end: RequestEnd, isProbe: boolean): void {
    // A request given up by the person says nothing about the service, nor does a fault of ours.
    if (end === 'unknown' || (end !== 'well' && end.kind === 'aborted')) return;
    if (end === 'well' || !isOutage(end)) {
      this.#failures = 0;
      return;
    }
    this.#failures++;
    if (isProbe || this.#failures === FAILURES_TO_OPEN) this.#openUntil = this.#now() + OPEN_MS;
  }

  #waitMs(): number {
    const now = this.#now();
    // The clock of the machine may have been set back.
    this.#openUntil = Math.min(this.#openUntil, now + OPEN_MS);
    return Math.max(0, this.#openUntil - now);
  }

  probeNow(): void {
    this.#openUntil = 0;
  }
}

/** Whether the service is out of order, rather than in order and of another opinion. */
function isOutage(failure: Failure): boolean {
  return (
    failure.kind === 'network' ||
    failure.kind === 'timeout' ||
    (failure.kind === 'http' && failure.status >= 500)
  );
}
