import { isAhead, MINUTE_MS } from '../base/clock.ts';
import type { LastReading } from '../stats/reading.ts';
import { endOf } from '../stats/share.ts';

/**
 * Counts younger than this are not read again. A sweep of a thousand projects takes minutes, so
 * counts that are compared may differ by as much; opening the portfolio again requests only older
 * ones.
 */
export const YOUNG_MS = 5 * MINUTE_MS;

/**
 * Whether counts need not be read again.
 * @param maxAgeMs how old they may be.
 */
export function isYoung({ at }: LastReading, now: number, maxAgeMs: number): boolean {
  return now - at < maxAgeMs && !isAhead(at, now);
}

/** Whether nothing was left at the last two readings: such counts rarely change. */
export function wasComplete(last: LastReading | undefined): boolean {
  return last !== undefined && last.movedAt < last.at && endOf(last, false) !== undefined;
}
