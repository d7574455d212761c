import { type CountName, COUNTS, STAGES } from '../model/counts.ts';
import type { History, Reading } from './reading.ts';
import { given, leftOf } from './share.ts';
import { lastOf, stallOf } from './stall.ts';

/** Without a reading for so long, in milliseconds, there is no pace. */
export const PACE_LOST_MS = 15 * 60_000;

/** No pace is taken from less time, in milliseconds. */
const LEAST_BASIS_MS = 20_000;

/** After so long without a confirmed NFT, in milliseconds, that is said in place of a pace. */
const STILL_MS = 4 * 60_000;

/** What a reading says of a mint. */
export interface Mark {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly confirmed: number;
  /** NFTs that are not confirmed yet. */
  readonly left: number;
}

export interface Step {
  readonly from: Mark;
  readonly to: Mark;
}

export interface Progress {
  /** The oldest first. `confirmed` never falls. Those in which it rose unread are left out. */
  readonly steps: readonly Step[];
  readonly last: Mark;
}

/** How many NFTs are confirmed in a minute. */
export interface Pace {
  readonly perMinute: number;
  /** The time that was watched, up to the last reading, in milliseconds. */
  readonly basis: number;
  /** True if it is too uneven to tell from it when the mint will be done. */
  readonly uneven?: true;
}

/**
 * Why there is no pace: nothing is left; too little was read; its status says that it has failed; nothing was confirmed for a while that
 * was watched, before the first NFT or as `stallOf` says (`still`); or it was not read for
 * `PACE_LOST_MS`.
 */
export type NoPace =
  | { readonly reason: 'done' | 'early' | 'failed' }
  /**
   * @property since in milliseconds since 1970.
   * @property begun whether any NFTs are confirmed; `since` is only the first reading otherwise.
   */
  | { readonly reason: 'still'; readonly since: number; readonly begun: boolean }
  /** @property forMs since it was read, in milliseconds. */
  | { readonly reason: 'unread'; readonly forMs: number };

/**
 * How a mint came on that has a pace, or why it has none.
 * @param now in milliseconds since 1970; not before the readings, unless the clock was set back.
 * @param stallMs `mostMs` of `stallOf`.
 */
export function progressOf(history: History, now: number, stallMs: number): Progress | NoPace {
  const marks = marksOf(history);
  const [first, last, reading] = [marks[0], marks.at(-1), lastOf(history)];
  if (!first || !last || !reading) return { reason: 'early' };
  if (last.left === 0) return { reason: 'done' };
  if (now - last.at >= PACE_LOST_MS) return { reason: 'unread', forMs: now - last.at };
  const begun = given(reading.confirmed) > 0;
  const still = { reason: 'still', since: reading.movedAt, begun } as const;
  if (stallOf(reading, stallMs)) return still;
  const steps = marks
    .slice(1)
    .map((to, at): Step => ({ from: marks[at] ?? first, to }))
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

/** Whether NFTs were confirmed from the one mark to the other. */
export function rises({ from, to }: Step): boolean {
  return to.confirmed > from.confirmed;
}

/**
 * What is left is found from the same counts in all readings: those that the last one gives.
 * Readings without them are left out. Where `confirmed` fell, the readings before it count as no more
 * than what is confirmed after it.
 */
function marksOf(history: History): Mark[] {
  const gives = (reading: Reading, name: CountName) => given(reading[name]) >= 0;
  const last = history.findLast((reading) => gives(reading, 'confirmed'));
  if (!last) return [];
  const known = COUNTS.filter((name) => gives(last, name));
  const names = STAGES.every((stage) => known.includes(stage)) ? STAGES : known;
  const marks: Mark[] = [];
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
    marks.push({ ...next, left });
  }
  return marks.reverse();
}
