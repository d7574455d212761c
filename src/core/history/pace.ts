import type { History, Reading } from './reading.ts';

/** Without a reading for so long, in milliseconds, there is no pace. */
export const PACE_LOST_MS = 15 * 60_000;

/** The pace of now is that of so many milliseconds. */
const RECENT_MS = 10 * 60_000;

/** What a reading says of a mint. */
export interface Mark {
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly confirmed: number;
  /** NFTs that are not confirmed yet. */
  readonly left: number;
}

/** From one mark to the next. */
export interface Step {
  readonly from: Mark;
  readonly to: Mark;
}

/** How a mint came on. */
export interface Progress {
  /** The oldest first. `confirmed` never falls. */
  readonly steps: readonly Step[];
  readonly first: Mark;
  readonly last: Mark;
}

/** How many NFTs are confirmed in a minute. */
export interface Pace {
  readonly perMinute: number;
  /** The time up to the last reading that it was taken from, in milliseconds. */
  readonly basis: number;
}

/**
 * Why there is no pace: all is confirmed; too little was read; nothing was confirmed for the time of
 * a stall, though it was read; or it was not read for `PACE_LOST_MS`.
 */
export type NoPace =
  | { readonly reason: 'done' | 'early' }
  /** @property forMs since it was confirmed or read, in milliseconds. */
  | { readonly reason: 'stalled' | 'unread'; readonly forMs: number };

/**
 * How a mint came on that has a pace, or why it has none.
 * @param now in milliseconds since 1970; not before the readings, unless the clock was set back.
 * @param stallMs a mint has stalled if nothing was confirmed for so long.
 */
export function progressOf(history: History, now: number, stallMs: number): Progress | NoPace {
  const marks = marksOf(history);
  const [first, last] = [marks[0], marks.at(-1)];
  if (first === undefined || last === undefined) return { reason: 'early' };
  if (last.left === 0) return { reason: 'done' };
  if (now - last.at >= PACE_LOST_MS) return { reason: 'unread', forMs: now - last.at };
  const steps = marks.slice(1).map((to, at): Step => ({ from: marks[at] ?? first, to }));
  const latest = steps.findLast(rises);
  const forMs = last.at - (latest?.to ?? first).at;
  if (forMs >= stallMs) return { reason: 'stalled', forMs };
  return latest === undefined ? { reason: 'early' } : { steps, first, last };
}

/**
 * The pace of the last ten minutes. It is that of a longer time if no reading is so young, or if
 * nothing was confirmed since.
 */
export function paceOf(history: History, now: number, stallMs: number): Pace | NoPace {
  const progress = progressOf(history, now, stallMs);
  if ('reason' in progress) return progress;
  const { steps, first, last } = progress;
  const isBase = ({ from }: Step) =>
    last.at - from.at >= RECENT_MS && from.confirmed < last.confirmed;
  const base = steps.findLast(isBase)?.from ?? first;
  const basis = last.at - base.at;
  return { perMinute: ((last.confirmed - base.confirmed) / basis) * 60_000, basis };
}

/** Whether NFTs were confirmed from the one mark to the other. */
export function rises({ from, to }: Step): boolean {
  return to.confirmed > from.confirmed;
}

/**
 * Leaves out readings without the counts that are needed. Where `confirmed` fell, the readings
 * before it count as no more than what is confirmed after it.
 */
function marksOf(history: History): Mark[] {
  const { processing, pending } = history.at(-1) ?? {};
  const stages = processing !== undefined && pending !== undefined;
  const marks: Mark[] = [];
  let next = { at: Infinity, confirmed: Infinity };
  for (const reading of history.toReversed()) {
    const left = leftOf(reading, stages);
    const confirmed = Math.min(next.confirmed, reading.confirmed ?? NaN);
    // A comparison with NaN is false.
    if (!(reading.at < next.at && confirmed >= 0 && left >= 0 && left < Infinity)) continue;
    next = { at: reading.at, confirmed };
    marks.push({ ...next, left });
  }
  return marks.reverse();
}

/**
 * How many NFTs are still to be confirmed. Service-interface §2.4 does not say that the stages add
 * up to the total. NFTs in none of them, such as those that failed, do not become confirmed, so the
 * stages decide where they are given.
 * @returns NaN if the counts that tell it are missing.
 */
function leftOf(
  { total = NaN, confirmed = NaN, processing = NaN, pending = NaN }: Reading,
  stages: boolean,
): number {
  return Math.max(0, stages ? processing + pending : total - confirmed);
}
