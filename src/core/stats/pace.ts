import { type Forecast, forecastOf } from './forecast.ts';
import { type NoPace, type Progress, progressOf } from './progress.ts';
import type { History } from './reading.ts';

/** The pace of a mint without a forecast is that of so many milliseconds. */
const RECENT_MS = 10 * 60_000;

/** How many NFTs are confirmed in a minute. */
export interface Pace {
  readonly perMinute: number;
  /** The time up to the last reading over which it was measured, in milliseconds. */
  readonly basis: number;
}

/**
 * The pace of a mint and when it will be done, of the same time; without a forecast the recent pace.
 * Or why it has none.
 * @param now in milliseconds since 1970.
 * @param stallMs `mostMs` of `stallOf`.
 */
export function paceOf(history: History, now: number, stallMs: number): Forecast | Pace | NoPace {
  const progress = progressOf(history, now, stallMs);
  if ('reason' in progress) return progress;
  return forecastOf(progress, now) ?? recentPace(progress);
}

/**
 * The pace of the last ten minutes. It is that of a longer time if no reading is so young, or if
 * nothing was confirmed since.
 */
function recentPace({ steps, first, last }: Progress): Pace {
  const base =
    steps.findLast(({ from }) => last.at - from.at >= RECENT_MS && from.confirmed < last.confirmed)
      ?.from ?? first;
  const basis = last.at - base.at;
  return { perMinute: ((last.confirmed - base.confirmed) / basis) * 60_000, basis };
}
