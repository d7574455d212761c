import type { Clock } from '../base/clock.ts';
import {
  askedWait,
  type Failure,
  failsAtOneProject,
  isBusy,
  isOutage,
  ServiceError,
} from '../model/serviceError.ts';

/**
 * The shortest wait after a 429, because the service may name none and refuse again at once. After
 * each refusal it doubles, up to `SHORTEST_AT_MOST_MS`, until a request succeeds.
 */
const SHORTEST_MS = 5_000;
const SHORTEST_AT_MOST_MS = 60_000;
/** After so many outages (`isOutage`) in a row, no request is sent for so long. */
const OUTAGES_IN_A_ROW = 5;
const OUTAGE_MS = 30_000;

/**
 * The pause of all requests to one origin: for as long as the service asks for by a 429, or by a 503
 * with `Retry-After` (RFC 9110 §10.2.3), and after some outages in a row. Other statuses with
 * `Retry-After` may concern only what was requested, so they start no pause.
 */
export class OriginPause {
  readonly #clock: Pick<Clock, 'uptime' | 'after'>;
  readonly #listeners = new Set<() => void>();
  #cancelTimer: (() => void) | undefined;
  /** When the last pause began or was extended, and its end, by `Clock.uptime`. */
  #since = -Infinity;
  #until = 0;
  /** The last outage, if the pause is because of outages. */
  #outage: Failure | undefined;
  #outages = 0;
  /** The stats that have failed since the last success. */
  readonly #failedStats = new Set<string>();
  #shortestMs = SHORTEST_MS;
  #hasPass = false;

  constructor(clock: Pick<Clock, 'uptime' | 'after'>) {
    this.#clock = clock;
  }

  /** How much is left of the wait that the service asks for, in milliseconds; 0 without one. */
  get leftMs(): number {
    return this.#outage ? 0 : this.#pausedMs;
  }

  get #pausedMs(): number {
    return Math.max(0, this.#until - this.#clock.uptime());
  }

  /** Calls `listener` when `leftMs` begins, becomes longer or ends; the returned function removes it. */
  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  /** @throws ServiceError `rateLimited` or `paused` during a pause, except once after `probeNow`. */
  enter(): void {
    const retryAfterMs = this.#pausedMs;
    if (retryAfterMs === 0) return;
    const cause = this.#outage;
    const failure: Failure = cause
      ? { kind: 'paused', retryAfterMs, cause }
      : { kind: 'rateLimited', retryAfterMs };
    if (!this.#hasPass) throw new ServiceError(failure);
    this.#hasPass = false;
  }

  /** Lets one request pass during a pause: call it before a request that the user has started. */
  probeNow(): void {
    this.#hasPass = true;
  }

  /**
   * @param failure `undefined` after a success, which ends the pause.
   * @param sentAt by `Clock.uptime`: what was sent before the pause ends nothing.
   * @param stats the path of the stats that were requested. If they have failed since the last success,
   *   that does not count again: the service may work at all others.
   */
  ended(failure: Failure | undefined, sentAt: number, stats?: string): void {
    if (failure && (failure.kind === 'rateLimited' || isBusy(failure))) {
      this.#outages = 0;
      this.#hold(askedWait(failure) ?? 0);
      return;
    }
    if (failure?.kind === 'aborted' || sentAt < this.#since) return;
    if (!failure || !isOutage(failure)) {
      this.#outages = 0;
      this.#failedStats.clear();
      if (!failure) this.#shortestMs = SHORTEST_MS;
      if (this.#until > 0 && (!failure || this.#outage)) this.#setEnd(0);
      return;
    }
    const isSame = stats !== undefined && this.#failedStats.has(stats);
    if (isSame && failsAtOneProject(failure) && this.#outages < OUTAGES_IN_A_ROW) return;
    if (stats !== undefined) this.#failedStats.add(stats);
    this.#outages++;
    if (this.#outages >= OUTAGES_IN_A_ROW) this.#setEnd(this.#clock.uptime() + OUTAGE_MS, failure);
  }

  #hold(askedMs: number): void {
    const now = this.#clock.uptime();
    // Parallel requests are refused together, which counts once.
    const isFirst = this.leftMs === 0;
    const ms = Math.max(askedMs, isFirst ? this.#shortestMs : 0);
    if (isFirst) this.#shortestMs = Math.min(SHORTEST_AT_MOST_MS, 2 * this.#shortestMs);
    this.#setEnd(Math.max(now + ms, isFirst ? 0 : this.#until));
  }

  /** @param until 0 to end the pause. */
  #setEnd(until: number, outage?: Failure): void {
    const isLonger = until !== this.#until;
    this.#until = until;
    this.#outage = outage;
    if (until > 0) {
      this.#since = this.#clock.uptime();
      this.#hasPass = false;
    }
    if (!isLonger) return;
    this.#cancelTimer?.();
    const end = () => {
      this.#setEnd(0);
    };
    this.#cancelTimer = this.leftMs > 0 ? this.#clock.after(this.leftMs, end) : undefined;
    for (const listener of [...this.#listeners]) listener();
  }
}
