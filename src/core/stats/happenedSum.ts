/*
 * What happened in a period, from the readings of projects. Nothing is claimed that no reading
 * tells: what was confirmed between two readings far apart belongs to no hour or day, and a day on
 * which nothing was read has no count.
 */
import { HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import { paceOf } from './pace.ts';
import { daysOf, hourOf } from './period.ts';
import { failedOf } from './problems.ts';
import { PACE_LOST_MS } from './progress.ts';
import type { Due, Finished, Happened, NewlyFailed, Seen, Stalled } from './happened.ts';
import type { LastReading } from './reading.ts';
import { endOf, given, hasLeft } from './share.ts';
import { stallOf } from './stall.ts';
import { thinned } from './thinned.ts';

/**
 * Of older readings one an hour is stored, so that what is confirmed between two that lie no further
 * apart is of the hour of the later one.
 */
const PLACED_MS = 2 * HOUR_MS;

const QUARTER_MS = 15 * MINUTE_MS;

/** Readings of a project that a forecast is made from: more would take some 20 ms. */
const MOST_FOR_FORECAST = 1_000;

/** Sums up what happened. Call `add` for one project after the other. */
export class HappenedSum {
  readonly #since: number;
  readonly #now: number;
  readonly #stallMs: number;
  readonly #days: { readonly day: number; confirmed: number; read: number }[];
  readonly #hours = new Map<number, number>();
  readonly #hourOfQuarter = new Map<number, number>();
  readonly #read = new Map<string, number>();
  readonly #finished: Finished[] = [];
  readonly #started: Seen[] = [];
  readonly #stalled: Stalled[] = [];
  readonly #failed: NewlyFailed[] = [];
  readonly #due: Due[] = [];
  #unplaced = 0;
  #lastReadAt: number | undefined;

  /**
   * @param since when the period begins, in milliseconds since 1970.
   * @param stallMs `mostMs` of `stallOf`.
   */
  constructor(since: number, now: number, stallMs: number) {
    [this.#since, this.#now, this.#stallMs] = [since, now, stallMs];
    this.#days = daysOf(since, now).map((day) => ({ day, confirmed: 0, read: 0 }));
  }

  /**
   * @param history its readings, the oldest first: those of the period and the last one before it. If
   *   it has more, they are used for forecasts.
   */
  add(project: string, history: readonly LastReading[]): void {
    const last = history.at(-1);
    if (!last) return;
    this.#lastReadAt = Math.max(this.#lastReadAt ?? 0, last.at);
    if (last.at < this.#since) return;
    this.#read.set(project, last.at);
    const first = history.findIndex(({ at }) => at >= this.#since);
    const readings = history.slice(Math.max(0, first - 1));
    this.#addConfirmed(readings);
    this.#addEnds(project, readings);
    this.#addStall(project, readings, last);
    this.#addFailed(project, readings, last);
    if (!hasLeft(last) || this.#now - last.at >= PACE_LOST_MS) return;
    const pace = paceOf(thinned(history, MOST_FOR_FORECAST), this.#now, this.#stallMs);
    if ('likely' in pace) this.#due.push({ project, inMs: pace.likely });
  }

  get sum(): Happened {
    const hours = [...this.#hours].map(([hour, confirmed]) => ({ hour, confirmed }));
    const byTime = (one: Seen, other: Seen) => one.at - other.at;
    return {
      ...{ since: this.#since, now: this.#now },
      ...{ read: this.#read, lastReadAt: this.#lastReadAt },
      finished: this.#finished.toSorted(byTime),
      started: this.#started.toSorted(byTime),
      stalled: this.#stalled.toSorted(
        (one, other) =>
          Number(one.overAt !== undefined) - Number(other.overAt !== undefined) ||
          other.forMs - one.forMs,
      ),
      failed: this.#failed.toSorted((one, other) => other.count - one.count),
      days: this.#days,
      unplaced: this.#unplaced,
      busiest: hours.sort((one, other) => other.confirmed - one.confirmed)[0],
      due: this.#due.toSorted((one, other) => one.inMs - other.inMs),
    };
  }

  /** Where `confirmed` fell, the readings before it count as no more than what is confirmed after. */
  #addConfirmed(all: readonly LastReading[]): void {
    const readings = all.filter(({ confirmed }) => given(confirmed) >= 0);
    let low = Infinity;
    const lows = readings
      .toReversed()
      .map(({ confirmed }) => (low = Math.min(low, given(confirmed))))
      .reverse();
    const read = new Set<number>();
    readings.forEach(({ at }, index) => {
      if (at < this.#since) return;
      const [from, rise] = [readings[index - 1]?.at, (lows[index] ?? 0) - (lows[index - 1] ?? 0)];
      if (from !== undefined && rise > 0) this.#place(from, at, rise);
      // Of equal readings in a row, only the first and the last are stored.
      const isSame = from !== undefined && rise === 0;
      const [first, last] = [this.#indexOf(isSame ? from : at), this.#indexOf(at)];
      for (let day = first; day <= last; day++) read.add(day);
    });
    this.#days.forEach((one, index) => (one.read += Number(read.has(index))));
  }

  #place(from: number, to: number, rise: number): void {
    const isClose = to - from <= PLACED_MS;
    if (isClose) {
      const hour = this.#hourOf(to);
      this.#hours.set(hour, (this.#hours.get(hour) ?? 0) + rise);
    }
    const isOfDay = isClose || (from >= this.#since && this.#indexOf(from) === this.#indexOf(to));
    const day = isOfDay ? this.#days[this.#indexOf(to)] : undefined;
    if (day) day.confirmed += rise;
    else this.#unplaced += rise;
  }

  /** The place of the day of a time; that of the first day for times before the period. */
  #indexOf(at: number): number {
    return Math.max(
      0,
      this.#days.findLastIndex(({ day }) => day <= at),
    );
  }

  /** As `hourOf`, which would take too long for each reading. No zone is off by less. */
  #hourOf(at: number): number {
    const quarter = Math.floor(at / QUARTER_MS);
    const hour = this.#hourOfQuarter.get(quarter) ?? hourOf(at);
    this.#hourOfQuarter.set(quarter, hour);
    return hour;
  }

  #addEnds(project: string, readings: readonly LastReading[]): void {
    let [open, idle]: (LastReading | undefined)[] = [];
    let [finished, started]: [Finished?, Seen?] = [];
    for (const reading of readings) {
      const { at } = reading;
      const end = endOf(reading, true);
      if (hasLeft(reading)) [open, finished] = [reading, undefined];
      else if (end && open) {
        finished = { project, at, after: open.at, last: reading, end };
        open = undefined;
      }
      const isBegun = given(reading.confirmed) > 0 || given(reading.processing) > 0;
      if (isBegun && idle) started = { project, at, after: idle.at };
      if (isBegun || given(reading.confirmed) === 0) idle = isBegun ? undefined : reading;
    }
    if (finished) this.#finished.push(finished);
    if (started) this.#started.push(started);
  }

  /** The stall that goes on, or else the longest one. */
  #addStall(project: string, readings: readonly LastReading[], last: LastReading): void {
    let longest: LastReading | undefined;
    for (const reading of readings) {
      if (reading.at < this.#since) continue;
      if (stallOf(reading, this.#stallMs)?.kind !== 'stalled') continue;
      const goesOn = reading.movedAt === last.movedAt;
      if (goesOn || stillMs(reading) >= stillMs(longest)) longest = reading;
    }
    if (!longest) return;
    const { at, movedAt } = longest;
    const over = readings.find((one) => one.at > at && (one.movedAt > movedAt || !hasLeft(one)));
    this.#stalled.push({ project, forMs: stillMs(longest), overAt: over?.at });
  }

  #addFailed(project: string, readings: readonly LastReading[], last: LastReading): void {
    const [first] = readings;
    if (!first) return;
    const before = failedOf(first);
    const count = failedOf(last) - before;
    const index = readings.findIndex((one) => failedOf(one) > before);
    const seen = readings[index];
    if (count <= 0 || !seen) return;
    this.#failed.push({ project, count, at: seen.at, after: readings[index - 1]?.at ?? seen.at });
  }
}

function stillMs(reading: LastReading | undefined): number {
  return reading ? reading.at - reading.movedAt : 0;
}
