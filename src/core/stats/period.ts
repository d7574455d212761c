import { HOUR_MS, MINUTE_MS } from '../base/clock.ts';

/** The periods that a report of what happened can cover, up to now. */
export const PERIODS = ['tenMinutes', 'hour', 'lastLooked', 'today', 'yesterday', 'week'] as const;

export type Period = (typeof PERIODS)[number];

/**
 * The beginning of the day of a time, or of one before or after it, where the user is. It is made from
 * the date, because a day may begin at 1:00 or last 23 hours.
 */
export function dayOf(at: number, daysLater = 0): number {
  const date = new Date(at);
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + daysLater).getTime();
}

/** The days from one time to another, each by its beginning. */
export function daysOf(since: number, until: number): readonly number[] {
  const days: number[] = [];
  for (let day = dayOf(since); day <= until; day = dayOf(since, days.length)) days.push(day);
  return days;
}

/** In milliseconds since 1970; `week` is the last seven days with today. */
export function startOf(
  period: Period,
  now: number,
  lastLooked: number | undefined,
): number | undefined {
  return {
    tenMinutes: now - 10 * MINUTE_MS,
    hour: now - HOUR_MS,
    lastLooked,
    today: dayOf(now),
    yesterday: dayOf(now, -1),
    week: dayOf(now, -6),
  }[period];
}
