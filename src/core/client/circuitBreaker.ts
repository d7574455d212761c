import { type Failure, failsAtOneProject, isOutage, ServiceError } from '../model/serviceError.ts';

const FAILURES_TO_OPEN = 5;
const OPEN_MS = 30_000;

type RequestEnd = Failure | 'well' | 'unknown';

/**
 * After five outages (`isOutage`) in a row the circuit is open for thirty seconds: no request is
 * sent. Then one request probes the service, and its result closes or reopens the circuit.
 * `probeNow` lets the next request probe at once, for requests of the user. A further 500 of the
 * address that failed last does not count: the service may work at all others.
 */
export class CircuitBreaker {
  readonly #now: () => number;
  #failures = 0;
  #openUntil = 0;
  #cause: Failure | undefined;
  #lastFailedAddress: string | undefined;
  #probing = false;

  /** @param now in milliseconds, as `Clock.uptime`. */
  constructor(now: () => number) {
    this.#now = now;
  }

  /**
   * Lets one request through; call the returned function with its result.
   * @param address what is requested; if left out, each of its failures counts.
   * @throws ServiceError `paused` while the circuit is open or another request probes.
   */
  enter(address?: string): (end: RequestEnd) => void {
    const isProbe = this.#failures >= FAILURES_TO_OPEN;
    if (isProbe && this.#cause) {
      const waitMs = this.#waitMs();
      if (waitMs > 0 || this.#probing)
        throw new ServiceError({ kind: 'paused', retryAfterMs: waitMs, cause: this.#cause });
      this.#probing = true;
    }
    return (end) => {
      // Only the end of the probe allows another probe. Requests sent before the circuit opened may
      // end while it runs.
      if (isProbe) this.#probing = false;
      this.#count(end, isProbe, address);
    };
  }

  #count(end: RequestEnd, isProbe: boolean, address: string | undefined): void {
    // A canceled request or a bug of Mintscope says nothing about the service.
    if (end === 'unknown' || (end !== 'well' && end.kind === 'aborted')) return;
    if (end === 'well' || !isOutage(end)) {
      this.#failures = 0;
      this.#lastFailedAddress = undefined;
      return;
    }
    const isSame = address !== undefined && address === this.#lastFailedAddress;
    if (isSame && !isProbe && failsAtOneProject(end)) return;
    this.#lastFailedAddress = address;
    this.#failures++;
    this.#cause = end;
    if (isProbe || this.#failures === FAILURES_TO_OPEN) this.#openUntil = this.#now() + OPEN_MS;
  }

  #waitMs(): number {
    return Math.max(0, this.#openUntil - this.#now());
  }

  probeNow(): void {
    this.#openUntil = 0;
  }
}
