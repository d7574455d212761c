import { HOUR_MS } from '../base/clock.ts';
import type { TransportResponse } from './transport.ts';

/** A longer wait is reduced to this: a date far ahead must not stop requests for good. */
const LONGEST_MS = HOUR_MS;

/**
 * How long the service asks to send no requests, in milliseconds over 0, by `Retry-After` (RFC 9110
 * §10.2.3). `undefined` if it says nothing that can be read. A 4xx about one request asks for no wait,
 * whatever its headers are.
 * @param now in milliseconds since 1970, for a response without `Date`.
 */
export function askedWaitOf(
  { status, headers }: Pick<TransportResponse, 'status' | 'headers'>,
  now: number,
): number | undefined {
  if (status < 500 && status !== 408 && status !== 429) return undefined;
  // By the clock of the service, because that of this machine may be wrong.
  const sentAt = readDate(headers.date) || now;
  const waitMs = waitIn(headers['retry-after'], sentAt);
  return waitMs > 0 ? Math.min(LONGEST_MS, Math.ceil(waitMs)) : undefined;
}

/** The wait that the value of the header gives, in seconds or until a date; `NaN` for any other text. */
function waitIn(value = '', sentAt: number): number {
  // A header that was sent twice may have its values joined by a comma.
  const [, seconds] = /^\s*(\d+(?:\.\d+)?)\s*s?\s*(?:,|$)/i.exec(value) ?? [];
  return seconds === undefined ? readDate(value) - sentAt : Number(seconds) * 1000;
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
