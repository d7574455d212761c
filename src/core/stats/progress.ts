import { type CountName, COUNTS, STAGES } from '../model/counts.ts';
import type { History, Reading } from './reading.ts';
import { given, leftOf } from './share.ts';
import { lastOf, stallOf } from './stall.ts';

/** If the last reading is older than this, in milliseconds, there is no pace. */
export const PACE_LOST_MS = 15 * 60_000;

/** The least time that a pace is measured over, in milliseconds. */
const LEAST_BASIS_MS = 20_000;

/** After this time without a confirmed NFT, in milliseconds, the reason for no pace is `still`. */
const STILL_MS = 4 * 60_000;

/** What a reading shows of the progress of a mint. */
export interface Point {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly confirmed: number;
  /** NFTs that are not confirmed yet. */
  readonly left: number;
}

export interface Step {
  readonly from: Point;
  readonly to: Point;
}

export interface Progress {
  /**
   * The oldest first. `confirmed` never falls. Steps that rise over more than `PACE_LOST_MS` are
   * left out.
   */
  readonly steps: readonly Step[];
  readonly last: Point;
}

/** How many NFTs are confirmed in a minute. */
export interface Pace {
  readonly perMinute: number;
  /** The time that it was measured over, up to the last reading, in milliseconds. */
  readonly basis: number;
  /** True if it varies too much for a forecast. */
  readonly uneven?: true;
}

/**
 * Why there is no pace: nothing is left (`done`); there are too few readings (`early`); the status
 * says that it has failed; nothing was confirmed for a while (`still`); or there was no reading for
 * `PACE_LOST_MS` (`unread`).
 */
export type NoPace =
  | { readonly reason: 'done' | 'early' | 'failed' }
  /**
   * @property since in milliseconds since 1970.
   * @property begun whether any NFTs are confirmed; if not, `since` is the first such reading.
   */
  | { readonly reason: 'still'; readonly since: number; readonly begun: boolean }
  /** @property forMs the time since the last reading, in milliseconds. */
  | { readonly reason: 'unread'; readonly forMs: number };

/**
 * The steps that a pace can be measured from, or why there is no pace.
 * @param now in milliseconds since 1970; not before the readings, unless the clock was set back.
 * @param stallMs `mostMs` of `stallOf`.
 */
export function progressOf(history: History, now: number, stallMs: number): Progress | NoPace {
  const points = pointsOf(history);
  const [first, last, reading] = [points[0], points.at(-1), lastOf(history)];
  if (!first || !last || !reading) return { reason: 'early' };
  if (last.left === 0) return { reason: 'done' };
  if (now - last.at >= PACE_LOST_MS) return { reason: 'unread', forMs: now - last.at };
  const begun = given(reading.confirmed) > 0;
  const still = { reason: 'still', since: reading.movedAt, begun } as const;
  if (stallOf(reading, stallMs)) return still;
  const steps = points
    .slice(1)
    .map((to, at): Step => ({ from: points[at] ?? first, to }))
    .filter((step) => !rises(step) || step.to.at - step.from.at <= PACE_LOST_MS);
  if (paceIn(steps)) return { steps, last };
  if (reading.at - still.since < STILL_MS) return { reason: 'early' };
  return still;
}

/** The pace in some steps; `undefined` if nothing was confirmed, or they take too little time. */
export function paceIn(steps: readonly Step[]): Pace | undefined {
  let [confirmed, basis] = [0, 0];
  for (const { from, to } of steps) {
    confirmed += to.confirmed - from.confirmed;
    basis += to.at - from.at;
  }
  if (confirmed === 0 || basis < LEAST_BASIS_MS) return undefined;
  return { perMinute: (confirmed / basis) * 60_000, basis };
}

/** Whether NFTs were confirmed in a step. */
export function rises({ from, to }: Step): boolean {
  return to.confirmed > from.confirmed;
}

/**
 * A point for each reading. What is left is computed from the same counts in all readings: those
 * that the last one gives. Readings without them are left out. Where `confirmed` fell, the readings
 * before it count as no more than what is confirmed after it.
 */
function pointsOf(history: History): Point[] {
  const gives = (reading: Reading, name: CountName) => given(reading[name]) >= 0;
  const last = history.findLast((reading) => gives(reading, 'confirmed'));
  if (!last) return [];
  const known = COUNTS.filter((name) => gives(last, name));
  const names = STAGES.every((stage) => known.includes(stage)) ? STAGES : known;
  const points: Point[] = [];
  let next = { at: Infinity, confirmed: Infinity };
  for (const reading of history.toReversed()) {
    if (!names.every((name) => gives(reading, name))) continue;
    const counts: Partial<Record<CountName, number | undefined>> = {};
    for (const name of names) counts[name] = reading[name];
    const left = leftOf(counts) ?? NaN;
    const confirmed = Math.min(next.confirmed, given(reading.confirmed));
    // A comparison with NaN is false.
    if (!(reading.at < next.at && confirmed < Infinity && left < Infinity)) continue;
    next = { at: reading.at, confirmed };
    points.push({ ...next, left });
  }
  return points.reverse();
}
