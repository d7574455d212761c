import { MINUTE_MS } from '../base/clock.ts';
import { ALL_COUNTS, type Counts } from '../model/counts.ts';

/** Counts of this age, in milliseconds, are old: rows say their age. */
export const OLD_MS = 10 * MINUTE_MS;

/** The counts of a Project at one time. */
export interface Reading extends Counts {
  /** When the counts were requested, in milliseconds since 1970. */
  readonly at: number;
}

/** A reading with what follows from earlier ones; in most uses, the newest of a Project. */
export interface LastReading extends Reading {
  /** The time of the first of the readings in a row that have this count of confirmed NFTs. */
  readonly movedAt: number;
  /** The longest rest of `confirmed` so far, in milliseconds, halved at each rise. */
  readonly restMs?: number | undefined;
}

/** The readings of one Project, the oldest first, each at another time. */
export type History = readonly Reading[];

/**
 * Whether the middle one of three readings in a row is dropped: if all three have equal counts, and
 * if it is an error of the service, because `confirmed` of the other two agrees and its own is not
 * between them. (A real fall goes on: what is confirmed after it does not reach the earlier count at
 * once.)
 */
export function isDropped(before: Reading | undefined, one: Reading, after: Reading): boolean {
  if (!before) return false;
  const confirmed = one.confirmed ?? NaN;
  const from = before.confirmed ?? NaN;
  const to = after.confirmed ?? NaN;
  const isWild = from <= to && (confirmed < from || confirmed > to);
  return isWild || (isEqual(before, one) && isEqual(one, after));
}

/** A history with a new reading, as in the database. @param before the newest one before `last`. */
export function withReading(
  history: readonly LastReading[] | undefined,
  last: LastReading,
  before: LastReading | undefined,
): readonly LastReading[] | undefined {
  if (!before) return [last];
  const newest = history?.at(-1);
  const isShorter = newest && isDropped(history?.at(-2), newest, last);
  return history && [...(isShorter ? history.slice(0, -1) : history), last];
}

function isEqual(one: Reading, other: Reading): boolean {
  return (
    ALL_COUNTS.every((name) => one[name] === other[name]) &&
    one.notCounts?.join() === other.notCounts?.join()
  );
}

/** At most `most` readings for a chart: half of them are the newest, of the others each n-th. */
export function thinned<Point>(history: readonly Point[], most: number): readonly Point[] {
  if (history.length <= most) return history;
  const newest = history.slice(-Math.ceil(most / 2));
  const older = history.slice(0, -newest.length);
  const room = most - newest.length;
  const step = older.length / room;
  // Exactly one reading begins each of the `room` steps.
  const chosen = older.filter(
    (_, at) => at === 0 || Math.floor(at / step) > Math.floor((at - 1) / step),
  );
  return [...chosen, ...newest];
}
