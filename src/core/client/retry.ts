import { type Failure, failureCode } from '../model/serviceError.ts';

/** Temporary failures, of the service or of a proxy. A failure of TLS is none. */
const PASSING =
  /^(rateLimited|timeout .*|http (408|500|502|503|504)|network (PROXY_)?(ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|EAI_AGAIN))$/;
const MAX_ATTEMPTS = 3;
/** A response that is cut off, empty or not JSON: only one more attempt, because it may be large. */
const BAD_BODY = /^(network INCOMPLETE|decode (notJson|noBody))$/;
const MAX_ATTEMPTS_FOR_BODY = 2;

const SHORTEST_MS = 250;
/** The longest `Retry-After` to wait for; with a longer one there is no further attempt. */
export const LONGEST_ASKED_MS = 60_000;

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
  const most = PASSING.test(code) ? MAX_ATTEMPTS : BAD_BODY.test(code) ? MAX_ATTEMPTS_FOR_BODY : 1;
  if (attempts >= most) return undefined;
  const askedMs = askedWait(failure);
  if (askedMs === undefined) return SHORTEST_MS * 3 ** (attempts - 1) * (1 + random());
  return askedMs <= LONGEST_ASKED_MS ? Math.max(SHORTEST_MS, askedMs) : undefined;
}

/** The wait that the service asked for, in milliseconds. */
export function askedWait(failure: Failure): number | undefined {
  const hasHeaders = failure.kind === 'rateLimited' || failure.kind === 'http';
  return hasHeaders ? failure.retryAfterMs : undefined;
}
