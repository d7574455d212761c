/*
 * What happened in a period, from the readings of projects. It reports only what readings show:
 * NFTs confirmed between two readings far apart are counted for no day.
 */
import { HOUR_MS } from '../base/clock.ts';
import type { DoneAt } from './forecast.ts';
import { dayOf, daysOf } from './period.ts';
import type { LastReading } from './reading.ts';
import { endOf, given, hasLeft, wholeOf } from './share.ts';
import { stallOf } from './stall.ts';

/** What a reading has shown of a project. Times are in milliseconds since 1970. */
export interface Seen {
  /** `t/12`. */
  readonly project: string;
  readonly at: number;
  /** The time of the latest reading that did not show it. */
  readonly after: number;
}

/** A mint that has ended and the reading that shows it. */
export interface Ended extends Seen {
  readonly last: LastReading;
  /** How many NFTs are not minted; 0 if all are, and `undefined` if that is not known. */
  readonly missing: number | undefined;
}

/** See `stallOf`. */
export interface Stalled {
  readonly project: string;
  readonly forMs: number;
  /** The time of the reading that shows that it moved again or ended; `undefined` if it has not. */
  readonly overAt: number | undefined;
}

/** A mint that moves, and its forecast. */
export interface Due {
  readonly project: string;
  readonly doneAt: DoneAt;
}

export interface Day {
  readonly day: number;
  /** `undefined` if no two readings tell it. */
  readonly confirmed: number | undefined;
}

export interface Happened {
  readonly since: number;
  readonly now: number;
  /** How many projects were read in the period. */
  readonly read: number;
  /** How many of them were read before too, so that it is known what was confirmed since. */
  readonly compared: number;
  /** The most missing come first, then the newest. */
  readonly ended: readonly Ended[];
  /** The newest come first. */
  readonly started: readonly Seen[];
  /** Those that have not moved since come first, then the longest. */
  readonly stalled: readonly Stalled[];
  readonly days: readonly Day[];
  /** NFTs confirmed between readings so far apart that the day is not known. */
  readonly unplaced: number;
}

/** What happened to one project in a period. */
export interface ProjectHappened {
  readonly ended: Ended | undefined;
  readonly started: Seen | undefined;
  readonly stalled: Stalled | undefined;
  readonly rises: readonly Rise[];
}

interface Rise {
  /** The time of the later reading. */
  readonly at: number;
  readonly day: number | undefined;
  readonly confirmed: number;
}

/** What is confirmed between readings no further apart counts for a day. Older readings are hourly. */
const PLACED_MS = 2 * HOUR_MS;

/**
 * @param readings of a project in the period, after the last ones before it, the oldest first. A fall
 *   of `confirmed` ends one run and begins the next.
 * @param stallMs `mostMs` of `stallOf`.
 */
export function happenedTo(
  project: string,
  readings: readonly LastReading[],
  since: number,
  stallMs: number,
): ProjectHappened {
  return {
    ended: endedIn(project, readings, since),
    started: startedIn(project, readings, since),
    stalled: stalledIn(project, readings, since, stallMs),
    rises: risesIn(readings).filter(({ at }) => at >= since),
  };
}

/** A rise for each reading after the first, of those with a count of confirmed NFTs. */
function risesIn(readings: readonly LastReading[]): readonly Rise[] {
  const counted = readings.filter(({ confirmed }) => confirmed !== undefined);
  return counted.slice(1).map(({ at, confirmed = 0 }, place): Rise => {
    const { at: after = NaN, confirmed: before = 0 } = counted[place] ?? {};
    const day = dayOf(at);
    const isPlaced = at - after <= PLACED_MS || dayOf(after) === day;
    return { at, day: isPlaced ? day : undefined, confirmed: Math.max(0, confirmed - before) };
  });
}

function endedIn(
  project: string,
  readings: readonly LastReading[],
  since: number,
): Ended | undefined {
  const open = readings.findLastIndex(hasLeft);
  const after = readings[open];
  const last = readings.slice(open + 1).find((one) => endOf(one, true) !== undefined);
  if (!after || !last || last.at < since) return undefined;
  const left = (wholeOf(last) ?? NaN) - given(last.confirmed);
  const missing = endOf(last, true) === 'done' ? 0 : left > 0 ? left : undefined;
  return { project, at: last.at, after: after.at, last, missing };
}

function startedIn(
  project: string,
  readings: readonly LastReading[],
  since: number,
): Seen | undefined {
  const isBegun = (one: LastReading) => given(one.confirmed) > 0 || given(one.processing) > 0;
  const isIdle = (one: LastReading | undefined) => one?.confirmed === 0 && !isBegun(one);
  const found = readings.findLastIndex(
    (one, at) => one.at >= since && isBegun(one) && isIdle(readings[at - 1]),
  );
  const [before, first] = [readings[found - 1], readings[found]];
  return before && first && { project, at: first.at, after: before.at };
}

/** The stall that goes on, or else the longest one that ended in the period. */
function stalledIn(
  project: string,
  readings: readonly LastReading[],
  since: number,
  stallMs: number,
): Stalled | undefined {
  const all = readings.flatMap((one, at): Stalled[] => {
    const next = readings[at + 1];
    const isOver = next !== undefined && (next.movedAt > one.movedAt || !hasLeft(next));
    const isStalled = stallOf(one, stallMs)?.kind === 'stalled';
    if (one.at < since || !isStalled || (next && !isOver)) return [];
    return [{ project, forMs: one.at - one.movedAt, overAt: next?.at }];
  });
  return all.toSorted(byStall)[0];
}

function byStall(one: Stalled, other: Stalled): number {
  const isOver = ({ overAt }: Stalled) => Number(overAt !== undefined);
  return isOver(one) - isOver(other) || other.forMs - one.forMs;
}

export function happenedIn(all: readonly ProjectHappened[], since: number, now: number): Happened {
  const byDay = new Map<number | undefined, number>();
  for (const { day, confirmed } of all.flatMap((one) => one.rises)) {
    byDay.set(day, (byDay.get(day) ?? 0) + confirmed);
  }
  return {
    since,
    now,
    read: all.length,
    compared: all.filter(({ rises }) => rises.length > 0).length,
    ended: all
      .flatMap((one) => one.ended ?? [])
      .toSorted((one, other) => (other.missing ?? 0) - (one.missing ?? 0) || other.at - one.at),
    started: all.flatMap((one) => one.started ?? []).toSorted((one, other) => other.at - one.at),
    stalled: all.flatMap((one) => one.stalled ?? []).toSorted(byStall),
    days: daysOf(since, now).map((day) => ({ day, confirmed: byDay.get(day) })),
    unplaced: byDay.get(undefined) ?? 0,
  };
}

export function confirmedIn({ days, unplaced }: Happened): number {
  return days.reduce((total, { confirmed = 0 }) => total + confirmed, unplaced);
}
