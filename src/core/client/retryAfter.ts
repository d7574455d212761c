import { DAY_MS } from '../base/clock.ts';
import type { TransportResponse } from './transport.ts';

/** A longer wait is reduced to this. */
const LONGEST_MS = DAY_MS;
/** From here on, a number is no length of a wait but a Unix time in seconds. */
const FIRST_UNIX_SECOND = 1e9;
/** From here on, it is a Unix time in milliseconds. */
const FIRST_UNIX_MS = 1e12;

/** The headers of rate limits that say when requests are allowed again. */
const RESETS = ['ratelimit-reset', 'x-ratelimit-reset', 'x-rate-limit-reset'];
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
  const sentAt = httpDate(headers.date) ?? now;
  const isLimit = status === 429 || status === 503;
  const isUsedUp = isLimit && !REMAINING.some((name) => Number(headers[name]) > 0);
  for (const name of ['retry-after', ...(isUsedUp ? RESETS : [])]) {
    const waitMs = waitIn(headers[name], sentAt);
    if (waitMs !== undefined && waitMs > 0) return Math.min(LONGEST_MS, Math.ceil(waitMs));
  }
  return undefined;
}

/** The wait that the value of a header gives: in seconds, until a Unix time, or until a date. */
function waitIn(value: string | undefined, sentAt: number): number | undefined {
  // A header that was sent twice may have its values joined by a comma.
  const [, digits] = /^\s*(\d+(?:\.\d+)?)\s*(?:,|$)/.exec(value ?? '') ?? [];
  if (digits === undefined) {
    const until = httpDate(value);
    return until === undefined ? undefined : until - sentAt;
  }
  const number = Number(digits);
  if (number < FIRST_UNIX_SECOND) return number * 1000;
  return (number < FIRST_UNIX_MS ? number * 1000 : number) - sentAt;
}

/** A date in one of the three forms of HTTP (RFC 9110 §5.6.7), in milliseconds since 1970. */
function httpDate(value = ''): number | undefined {
  const text = value.trim();
  if (!/^[a-z]{3,9},? .*\d\d:\d\d:\d\d(?: \d{4}| GMT)$/i.test(text)) return undefined;
  // The form of asctime() names no time zone, but is GMT too.
  const date = Date.parse(/GMT$/i.test(text) ? text : `${text} GMT`);
  return Number.isNaN(date) ? undefined : date;
}
