import { type AnyCount, type CountName, COUNTS, FURTHER, STAGES } from '../model/counts.ts';
import type { LastReading, Reading } from './reading.ts';
import { failedOf } from './problems.ts';
import { given, leftOf } from './share.ts';
import { stallLimits, stallOf } from './stall.ts';

/** If the last reading is older than this, in milliseconds, there is no pace. */
export const PACE_LOST_MS = 15 * 60_000;

/** The least time that a pace is measured over, in milliseconds. */
const LEAST_BASIS_MS = 20_000;

/** After this time without a confirmed NFT, in milliseconds, the reason for no pace is `still`. */
export const STILL_MS = 2 * 60_000;

export interface Point {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly confirmed: number;
  /** NFTs that are not confirmed yet. */
  readonly left: number;
  readonly reading: LastReading;
}

export interface Step {
  readonly from: Point;
  readonly to: Point;
}

export interface Progress {
  /**
   * What came after the first rise, which includes the time that the mint waited before it began. The
   * oldest first. `confirmed` never falls. Steps that rise over more than `PACE_LOST_MS` are left out.
   */
  readonly steps: readonly Step[];
  readonly last: Point;
  /** The mean pace of these steps; of the first rise until there is another one. */
  readonly mean: Pace;
}

export interface Pace {
  readonly perMinute: number;
}

export const NO_ESTIMATE = [
  /** Nothing is left. */
  'done',
  /** The status says that it has failed. */
  'failed',
  /** There are too few readings. */
  'early',
  /** There is no reading, because the request for it failed. */
  'unreadable',
  /** The service does not give the counts that show what is confirmed and what is left. */
  'uncounted',
  /** Nothing is confirmed yet. */
  'unbegun',
  /** Nothing was confirmed for a while. */
  'still',
  /** There was no reading for `PACE_LOST_MS`. */
  'unread',
  /** The pace varies too much, or the numbers are too large. */
  'uneven',
] as const;

/** Why there is no forecast. */
export interface NoEstimate {
  readonly reason: (typeof NO_ESTIMATE)[number];
  /** In milliseconds since 1970: when a `still` count was first read, or the last reading if `unread`. */
  readonly since?: number | undefined;
}

/**
 * The steps that a pace can be measured from, or why there is no pace.
 * @param now in milliseconds since 1970.
 * @param stallMs `mostMs` of `stallOf`.
 */
export function progressOf(
  history: readonly LastReading[],
  now: number,
  stallMs: number,
): Progress | NoEstimate {
  const reading = history.at(-1);
  if (!reading) return { reason: 'early' };
  const points = pointsOf(history);
  const first = points[0];
  const last = points.at(-1);
  if (!first || !last) return { reason: 'uncounted' };
  if (last.left === 0) return { reason: 'done' };
  if (now - last.at >= PACE_LOST_MS) return { reason: 'unread', since: last.at };
  if (last.confirmed === 0) return { reason: 'unbegun' };
  const still = { reason: 'still', since: reading.movedAt } as const;
  if (stallOf(reading, stallMs) || hasFailedSince(history, reading)) return still;
  const all = points
    .slice(1)
    .map((to, at): Step => ({ from: points[at] ?? first, to }))
    .filter((step) => !rises(step) || step.to.at - step.from.at <= PACE_LOST_MS);
  const begun = all.slice(all.findLastIndex(endsStall) + 1);
  const firstRise = begun.findIndex(rises);
  const steps = begun.slice(firstRise + 1);
  const mean = meanPace(steps.some(rises) ? steps : begun.slice(firstRise));
  if (mean) return { steps, last, mean };
  return reading.at - still.since < STILL_MS ? { reason: 'early' } : still;
}

/** A longer time without a confirmed NFT, in milliseconds, may be the end once NFTs have failed. */
const LONGEST_REST_MS = 15_000;

/** NFTs have failed since one was confirmed last: it may be over, long before its status says so. */
function hasFailedSince(history: readonly LastReading[], { at, movedAt }: LastReading): boolean {
  if (at - movedAt < LONGEST_REST_MS) return false;
  const isMore = (one: Reading, before: Reading | undefined) =>
    before !== undefined && failedOf(one) > failedOf(before);
  // The reading that shows them usually shows more confirmed NFTs too.
  return history.some((one, place) => one.at >= movedAt && isMore(one, history[place - 1]));
}

/** Whether a mint goes on after it had stalled by its usual rest: its pace is that of what follows. */
function endsStall(step: Step): boolean {
  const { movedAt, restMs } = step.from.reading;
  return rises(step) && step.to.at - movedAt >= stallLimits(restMs, Infinity).stalledMs;
}

/** The pace in some steps; `undefined` if nothing was confirmed, or they take too little time. */
function meanPace(steps: readonly Step[]): Pace | undefined {
  const ms = steps.reduce((sum, { from, to }) => sum + (to.at - from.at), 0);
  const perMinute = (confirmedIn(steps) / ms) * 60_000;
  // Extreme counts overflow.
  return ms >= LEAST_BASIS_MS && perMinute > 0 && perMinute < Infinity ? { perMinute } : undefined;
}

export function confirmedIn(steps: readonly Step[]): number {
  return steps.reduce((sum, { from, to }) => sum + (to.confirmed - from.confirmed), 0);
}

export function rises({ from, to }: Step): boolean {
  return to.confirmed > from.confirmed;
}

/**
 * A point for each reading. What is left is computed from the counts that the last one gives; readings
 * without them are left out. Where `confirmed` fell, earlier ones count as no more than what follows.
 */
function pointsOf(history: readonly LastReading[]): Point[] {
  const gives = (reading: Reading, name: CountName) => given(reading[name]) >= 0;
  const last = history.findLast((reading) => gives(reading, 'confirmed'));
  if (!last) return [];
  const known = COUNTS.filter((name) => gives(last, name));
  const names = STAGES.every((stage) => known.includes(stage)) ? STAGES : known;
  const points: Point[] = [];
  let next = { at: Infinity, confirmed: Infinity };
  for (const reading of history.toReversed()) {
    if (!names.every((name) => gives(reading, name))) continue;
    const counts: Partial<Record<AnyCount, number | undefined>> = {};
    for (const name of [...names, ...FURTHER]) counts[name] = reading[name];
    const left = leftOf(counts) ?? NaN;
    const confirmed = Math.min(next.confirmed, given(reading.confirmed));
    if (reading.at >= next.at || !Number.isFinite(confirmed + left)) continue;
    next = { at: reading.at, confirmed };
    points.push({ ...next, left, reading });
  }
  return points.reverse();
}
