import type { Clock } from '../base/clock.ts';
import {
  askedWait,
  type Failure,
  failureCode,
  isServiceError,
  ServiceError,
} from '../model/serviceError.ts';
import { pauseUntil, withDeadline } from './deadline.ts';
import { OriginPause } from './originPause.ts';
import { AT_A_TIME } from './transport.ts';

/** From connecting to the last byte. Time in the queue does not count. */
const ATTEMPT_MS = 10_000;
/** The longest wait that the service may ask for before the next attempt; else there is none. */
const LONGEST_ASKED_MS = 60_000;

/**
 * Runs the requests to one origin. Rejects as `attempt` does, or with a `ServiceError`.
 * @param stats the path, if the stats of a project are requested. Their caller waits for several requests
 *   together, so they reject at once if the service asks to wait; others wait here, a minute at most.
 */
export type Policy = <T>(
  signal: AbortSignal,
  attempt: (signal: AbortSignal) => Promise<T>,
  stats?: string,
) => Promise<T>;

/**
 * Creates the policy of one origin, which all its clients share: the deadline of a request, how often it
 * is tried, how many are sent at a time, and when they are paused. It is our own, because cockatiel 4 takes
 * no clock, leaves a timer behind after a cancel, and lets no request of the user pass a pause.
 * @param random in [0, 1).
 */
export function requestPolicy(
  clock: Clock,
  random: () => number,
  pause = new OriginPause(clock),
): Policy {
  const { uptime } = clock;
  /** How many further requests may be sent now. */
  let free = AT_A_TIME;
  /** Each starts a request that waits for a place, the oldest first. */
  const waiting = new Set<() => void>();

  const inTurn = async <T>(
    signal: AbortSignal,
    send: (signal: AbortSignal) => Promise<T>,
    stats: string | undefined,
  ): Promise<T> => {
    if (free > 0 && !signal.aborted) free--;
    else
      await pauseUntil((start) => {
        waiting.add(start);
        return () => waiting.delete(start);
      }, signal);
    try {
      pause.enter();
      const sentAt = uptime();
      try {
        const result = await withDeadline(clock, ATTEMPT_MS, signal, send);
        pause.ended(undefined, sentAt);
        return result;
      } catch (error) {
        if (isServiceError(error)) pause.ended(error.failure, sentAt, stats);
        throw error;
      }
    } finally {
      // The longest waiting request gets the place directly.
      const [next] = waiting;
      if (next) next();
      else free++;
    }
  };

  return async (signal, attempt, stats) => {
    let attempts = 0;
    let last: ServiceError | undefined;
    const send = (bounded: AbortSignal) => {
      attempts++;
      return attempt(bounded);
    };
    for (;;) {
      const sentBefore = attempts;
      try {
        return await inTurn(signal, send, stats);
      } catch (error) {
        if (!isServiceError(error)) throw error;
        const { failure } = error;
        // The earlier failure says more than `paused`.
        if (failure.kind === 'paused' && last) throw last;
        last = error;
        const { leftMs } = pause;
        if (leftMs > 0 && (stats !== undefined || leftMs > LONGEST_ASKED_MS)) {
          // Names the whole wait, which other requests may have made longer.
          const isLimited = failure.kind === 'rateLimited';
          throw isLimited ? new ServiceError({ ...failure, retryAfterMs: leftMs }) : error;
        }
        // Nothing was sent, because another request was asked to wait.
        const wasHeld = attempts === sentBefore && failure.kind === 'rateLimited';
        const delayMs = wasHeld ? leftMs : retryDelay(failure, Math.max(1, attempts), random);
        if (delayMs === undefined) throw error;
        // A pause may end earlier than it was to.
        const begin = (resume: () => void) =>
          leftMs > 0 ? pause.onChange(resume) : clock.after(delayMs, resume);
        await pauseUntil(begin, signal);
      }
    }
  };
}

/** Temporary failures, of the service or of a proxy. A failure of TLS is none. */
const PASSING =
  /^(rateLimited|timeout .*|http (408|500|502|503|504)|network (PROXY_)?(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN))$/;
/** A response that is cut off, empty or not JSON: only one more attempt, because it may be large. */
const BAD_BODY = /^(network INCOMPLETE|decode (notJson|noBody))$/;
const SHORTEST_MS = 250;

/**
 * The wait before the next attempt in milliseconds, or `undefined` if there is none. Unless the
 * service asks for a wait, it is random, so that many windows do not retry at the same moment.
 * @param attempts attempts so far, 1 after the first.
 * @param random in [0, 1).
 */
export function retryDelay(
  failure: Failure,
  attempts: number,
  random: () => number,
): number | undefined {
  const code = failureCode(failure);
  const most = PASSING.test(code) ? 3 : BAD_BODY.test(code) ? 2 : 1;
  if (attempts >= most) return undefined;
  const askedMs = askedWait(failure);
  if (askedMs === undefined) return SHORTEST_MS * 3 ** (attempts - 1) * (1 + random());
  return askedMs <= LONGEST_ASKED_MS ? Math.max(SHORTEST_MS, askedMs) : undefined;
}
