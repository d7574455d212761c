import { HOUR_MS } from '../base/clock.ts';
import type { TransportResponse } from './transport.ts';

/** A longer wait is reduced to this: a date far ahead must not stop requests for good. */
const LONGEST_MS = HOUR_MS;
/** From here on, a number is no length of a wait but a Unix time in seconds. */
const FIRST_UNIX_SECOND = 1e9;
/** From here on, it is one in milliseconds, microseconds or nanoseconds. */
const LAST_UNIX_SECOND = 1e11;

/** The headers of rate limits that say when requests are allowed again. */
const RESETS = ['ratelimit', 'ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset'];
/** The headers of rate limits that say how many requests are left until then. */
const REMAINING = ['ratelimit-remaining', 'x-ratelimit-remaining', 'x-rate-limit-remaining'];

/**
 * How long the service asks to send no requests, in milliseconds over 0: by `Retry-After` (RFC 9110
 * §10.2.3), or by the reset of a rate limit of which nothing is left. `undefined` if it says nothing
 * that can be read. A 4xx about one request asks for no wait, whatever its headers are.
 * @param now in milliseconds since 1970, for a response without `Date`.
 */
export function askedWaitOf(
  { status, headers }: Pick<TransportResponse, 'status' | 'headers'>,
  now: number,
): number | undefined {
  if (status < 500 && status !== 408 && status !== 429) return undefined;
  // By the clock of the service, because that of this machine may be wrong.
  const sentAt = readDate(headers.date) || now;
  const isLimit = status === 429 || status === 503;
  const isUsedUp = isLimit && !REMAINING.some((name) => Number(headers[name]) > 0);
  const names = ['retry-after', ...(isUsedUp ? RESETS : [])];
  const waitMs = names.map((name) => waitIn(headers[name], sentAt)).find((ms) => ms > 0);
  return waitMs === undefined ? undefined : Math.min(LONGEST_MS, Math.ceil(waitMs));
}

/**
 * The wait that the value of a header gives: in seconds, until a Unix time, or until a date; also the
 * `r=0; t=20` or `remaining=0, reset=20` of a header `RateLimit`. `NaN` for any other text.
 */
function waitIn(value = '', sentAt: number): number {
  // A header that was sent twice may have its values joined by a comma.
  const [, digits] =
    /^\s*(\d+(?:\.\d+)?)\s*s?\s*(?:,|$)/i.exec(value) ??
    /\br(?:emaining)?=0\b.*\b(?:t|reset)=(\d+)/.exec(value) ??
    [];
  if (digits === undefined) return readDate(value) - sentAt;
  let number = Number(digits);
  if (number < FIRST_UNIX_SECOND) return number * 1000;
  while (number >= LAST_UNIX_SECOND && number < Infinity) number /= 1000;
  return number * 1000 - sentAt;
}

/**
 * A date in one of the three forms of HTTP (RFC 9110 §5.6.7) or in that of ISO 8601, in milliseconds
 * since 1970; `NaN` for any other text.
 */
function readDate(value = ''): number {
  const text = value.trim();
  const isDate = /^([a-z]{3,9},? |\d{4}-\d\d-\d\dT).*\d\d:\d\d:\d\d/i.test(text);
  // The form of asctime() names no time zone, but is GMT too.
  const hasZone = /(GMT|UTC|Z|[+-]\d\d:?\d\d)$/i.test(text);
  return isDate ? Date.parse(hasZone ? text : `${text} GMT`) : NaN;
}
