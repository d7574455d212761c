import { DAY_MS } from '../base/clock.ts';

/** The periods that a report of what happened can cover. */
export const PERIODS = ['lastLooked', 'yesterday', 'friday', 'week'] as const;

export type Period = (typeof PERIODS)[number];

const FRIDAY = 5;

/** The beginning of the day of a time, where the user is. In milliseconds since 1970. */
export function dayOf(at: number): number {
  return new Date(at).setHours(0, 0, 0, 0);
}

/** The beginning of the hour of a time, where the user is. In milliseconds since 1970. */
export function hourOf(at: number): number {
  return new Date(at).setMinutes(0, 0, 0);
}

/** The beginning of the day that is `count` days before `day`; some days do not have 24 hours. */
function daysBefore(day: number, count: number): number {
  const date = new Date(day);
  return date.setDate(date.getDate() - count);
}

/** The days from one time to another, each by its beginning. */
export function daysOf(since: number, until: number): number[] {
  const days: number[] = [];
  for (let day = dayOf(since); day <= until; day = daysBefore(day, -1)) days.push(day);
  return days;
}

/**
 * When a period begins, in milliseconds since 1970. `friday` is the last one before today, and `week`
 * the last seven days with today.
 * @param lastLooked when the user last looked; `undefined` if that is not known.
 */
export function startOf(
  period: Period,
  now: number,
  lastLooked: number | undefined,
): number | undefined {
  const today = dayOf(now);
  switch (period) {
    case 'lastLooked':
      // The clock may have been set back since.
      return lastLooked === undefined ? undefined : Math.min(lastLooked, now);
    case 'yesterday':
      return daysBefore(today, 1);
    case 'friday':
      return daysBefore(today, ((new Date(today).getDay() + 6 - FRIDAY) % 7) + 1);
    case 'week':
      return daysBefore(today, 6);
  }
}

/** The time from which readings are needed for a report: forecasts use those of a day before. */
export function readFrom(since: number, now: number): number {
  return Math.min(since, now - DAY_MS);
}
