/*
 * Forecasts when a mint will be done, from its progress so far. What was confirmed since its first
 * rise is divided into 12 equal parts, so a part takes longer where the mint was slower. The guess
 * is between the pace of all parts and that of their last half. Its bounds are as wide as it would
 * have been wrong earlier in this mint, and wider on the side to which the pace changes.
 */
import {
  confirmedIn,
  NO_ESTIMATE,
  type NoEstimate,
  type Pace,
  type Progress,
  rises,
  STILL_MS,
  type Step,
} from './progress.ts';

/** In milliseconds since 1970. It may be over by the time that it is shown: see `estimateWords`. */
export interface DoneAt {
  /** It is done between these, if its pace varies no more than it did so far. */
  readonly low: number;
  readonly high: number;
  readonly likely: number;
}

/** A pace and when it is done: what is left divided by the pace leads to `likely`. */
export interface Forecast extends Pace, DoneAt {}

export type ProjectPace = Forecast | (Pace & NoEstimate) | NoEstimate;

const PARTS = 12;
/** The least number of readings that rose, with the first. */
const LEAST_RISES = 5;
/** The first part after which the guess is compared with what followed. */
const FIRST_TRIED = 4;

/** The bounds are this many times the error from the guess, on a logarithmic scale. */
const WIDTH = 1.2;
/** Even a mint that was even so far may be wrong by this much. */
const LEAST_ERROR = 0.2;
/** With bounds further from the guess, about tenfold in all, there is no forecast. */
const MOST_SPREAD = 1.15;

/** In milliseconds: with some room, times this far ahead cannot be written as a date. */
const MOST_MS = 1e15;

/** Only the pace and the reason if there are too few readings, it varies too much or a number overflows. */
export function forecastOf({ steps, last, mean }: Progress): ProjectPace {
  const isEarly = steps.filter(rises).length < LEAST_RISES - 1;
  const since = last.reading.movedAt;
  const isStill = last.at - since >= STILL_MS;
  // Waiting for more increases helps only while it moves.
  if (isEarly && isStill) return { reason: 'still', since };
  if (isEarly) return { ...mean, reason: 'early' };
  const confirmed = confirmedIn(steps);
  const times = edgesOf(steps, confirmed);
  const { overall, recent, middle } = pacesAfter(times, PARTS);
  const ahead = (PARTS * last.left) / confirmed;
  const likely = ahead * middle;
  const spread = WIDTH * Math.hypot(errorOf(times, ahead), LEAST_ERROR);
  const speedUp = Math.log(overall / recent);
  const low = likely * Math.exp(-spread - Math.max(0, speedUp));
  const high = likely * Math.exp(spread + Math.max(0, -speedUp));
  const perMinute = (confirmed / PARTS / middle) * 60_000;
  // Not so if a value is NaN.
  if (!(perMinute < Infinity && high < MOST_MS)) return { ...mean, reason: 'uneven' };
  if (spread > MOST_SPREAD) {
    // A stop makes it uneven, and says more.
    return isStill ? { reason: 'still', since } : { perMinute, reason: 'uneven' };
  }
  return { perMinute, low: last.at + low, likely: last.at + likely, high: last.at + high };
}

/** In milliseconds. Between readings the count is a straight line; the last part ends at the last reading. */
function edgesOf(steps: readonly Step[], confirmed: number): readonly number[] {
  const times = [0];
  let done = 0;
  let start = 0;
  for (const { from, to } of steps) {
    const rise = to.confirmed - from.confirmed;
    const took = to.at - from.at;
    let wanted = (times.length * confirmed) / PARTS;
    while (times.length < PARTS && wanted <= done + rise) {
      times.push(start + (took * (wanted - done)) / rise);
      wanted = (times.length * confirmed) / PARTS;
    }
    done += rise;
    start += took;
  }
  return [...times, start];
}

/** By the first `count` parts, and by their last half, in milliseconds for a part. */
function pacesAfter(times: readonly number[], count: number) {
  const half = count >> 1;
  const overall = timeOf(times, 0, count) / count;
  const recent = timeOf(times, half, count) / (count - half);
  return { overall, recent, middle: Math.sqrt(overall * recent) };
}

/**
 * A logarithm: the root mean square over the parts after which the guess is tried, for as many parts
 * ahead in relation to those before as now.
 */
function errorOf(times: readonly number[], ahead: number): number {
  let squares = 0;
  for (let count = FIRST_TRIED; count < PARTS; count++) {
    const wanted = Math.round((count * ahead) / PARTS);
    const next = Math.min(Math.max(1, wanted), PARTS - count);
    const guess = next * pacesAfter(times, count).middle;
    squares += Math.log(timeOf(times, count, count + next) / guess) ** 2;
  }
  return Math.sqrt(squares / (PARTS - FIRST_TRIED));
}

/** The time between two edges; NaN if there are fewer, because a count overflowed. */
function timeOf(times: readonly number[], from: number, to: number): number {
  return (times[to] ?? NaN) - (times[from] ?? NaN);
}

export interface Motion {
  readonly moving: number;
  /** How many have a forecast. */
  readonly known: number;
  /** The latest of their bounds; `undefined` without any. */
  readonly doneAt: DoneAt | undefined;
  /** Why most of the others have none, since the latest time; `undefined` if all have a forecast. */
  readonly why: NoEstimate | undefined;
  /** How many have none for this reason. */
  readonly affected: number;
}

export function motionOf(all: readonly (DoneAt | NoEstimate)[]): Motion {
  const known = all.filter((one) => 'low' in one);
  const unknown = all.filter((one) => 'reason' in one);
  const latest = (bound: keyof DoneAt) =>
    known.reduce((most, one) => Math.max(most, one[bound]), 0);
  const doneAt = { low: latest('low'), likely: latest('likely'), high: latest('high') };
  const [most = []] = NO_ESTIMATE.map((reason) =>
    unknown.filter((one) => one.reason === reason),
  ).sort((one, other) => other.length - one.length);
  return {
    moving: all.length,
    known: known.length,
    doneAt: known.length > 0 ? doneAt : undefined,
    why: most.toSorted((one, other) => (other.since ?? 0) - (one.since ?? 0))[0],
    affected: most.length,
  };
}
