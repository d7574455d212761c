import type { History, LastReading, Reading } from './reading.ts';
import { given, hasLeft } from './share.ts';

/**
 * The time of the first reading with the present count of confirmed NFTs, after a further reading.
 * It is never later than that reading, also if the clock was set back.
 */
export function movedAtAfter(
  before: Pick<LastReading, 'confirmed' | 'movedAt'> | undefined,
  { at, confirmed }: Reading,
): number {
  return before && before.confirmed === confirmed ? Math.min(before.movedAt, at) : at;
}

/** The same of a whole history; `undefined` if it is empty. */
export function movedAtOf(history: History): number | undefined {
  const last = history.at(-1);
  const before = history.findLastIndex(({ confirmed }) => confirmed !== last?.confirmed);
  return history[before + 1]?.at;
}

/**
 * For how long nothing was confirmed although something is left, in milliseconds; `undefined` if
 * that is less than `leastMs`, or not known.
 * @param movedAt as of `movedAtAfter`.
 */
export function stalledFor(reading: Reading, movedAt: number, leastMs: number): number | undefined {
  const forMs = reading.at - movedAt;
  const isKnown = given(reading.confirmed) >= 0 && hasLeft(reading);
  return isKnown && forMs >= leastMs ? forMs : undefined;
}
