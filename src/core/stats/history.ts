import { COUNTS } from '../model/counts.ts';
import type { History, Reading } from './reading.ts';

export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** For how long one reading of each hour is kept. */
const HOURLY_MS = 7 * DAY_MS;

/**
 * The readings of both in the order of their times, also if the clock was set back in between. Of
 * two readings with the same time, the one of `later` is taken.
 */
export function joined(earlier: History, later: History): History {
  const last = earlier.at(-1);
  const [first] = later;
  if (!last || !first || last.at < first.at) return [...earlier, ...later];
  const byTime = new Map([...earlier, ...later].map((reading) => [reading.at, reading]));
  return [...byTime.values()].sort((one, other) => one.at - other.at);
}

/**
 * What is kept of a history: all readings of the last 24 hours, then the last of each hour for a
 * week, then the last of each day (hours and days of UTC). Readings of the future are kept as they
 * are, because the clock may be the one that is wrong. The newest reading is always kept.
 *
 * In a run of readings with equal counts, only the first and the last are kept: they say all, and a
 * mint that does not move takes no room however often it is asked for. So between two readings with
 * equal counts nothing has moved, however far apart they are.
 * @param now in milliseconds since 1970.
 */
export function compacted(history: History, now: number): History {
  const future = history.findIndex(({ at }) => at > now);
  const [past, rest] =
    future < 0 ? [history, []] : [history.slice(0, future), history.slice(future)];
  const kept = withoutRuns(lastOfEach(past, ({ at }) => grain(now - at)));
  return [...kept, ...rest];
}

/** The last reading of each span of time. @param length of the span of a reading; 0 keeps it. */
export function lastOfEach(history: History, length: (reading: Reading) => number): History {
  return history.filter((reading, at) => {
    const next = history[at + 1];
    const span = length(reading);
    return !next || span === 0 || Math.floor(reading.at / span) !== Math.floor(next.at / span);
  });
}

function grain(age: number): number {
  if (age < DAY_MS) return 0;
  return age < HOURLY_MS ? HOUR_MS : DAY_MS;
}

function withoutRuns(history: History): History {
  return history.filter((reading, at) => {
    const [before, next] = [history[at - 1], history[at + 1]];
    return !before || !next || !isSame(before, reading) || !isSame(reading, next);
  });
}

function isSame(one: Reading, other: Reading): boolean {
  return COUNTS.every((name) => one[name] === other[name]);
}
