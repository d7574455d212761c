import { ALL_COUNTS, type Counts } from '../model/counts.ts';

/** The counts of a Project at one time. */
export interface Reading extends Counts {
  /** When the counts were requested, in milliseconds since 1970. */
  readonly at: number;
}

/** A reading with what follows from earlier ones; in most uses, the newest of a Project. */
export interface LastReading extends Reading {
  /** The time of the first of the readings in a row that have this count of confirmed NFTs. */
  readonly movedAt: number;
  /**
   * How long `confirmed` rested before it rose, in milliseconds: the longest rest so far, halved at
   * each rise. `undefined` if no reading has risen above an earlier one.
   */
  readonly restMs?: number | undefined;
}

/** The readings of one Project, the oldest first, each at another time. */
export type History = readonly Reading[];

/**
 * A history with a new reading at its end. As in the database, of consecutive readings with equal
 * counts only the first and the last are kept. `undefined` if the history is not known.
 * @param before the newest reading before `last`; without one, a new history begins.
 */
export function withReading(
  history: readonly LastReading[] | undefined,
  last: LastReading,
  before: LastReading | undefined,
): readonly LastReading[] | undefined {
  if (!before) return [last];
  const [first, second] = history?.slice(-2) ?? [];
  const isLonger = first && second && isEqual(first, second) && isEqual(second, last);
  return history && [...(isLonger ? history.slice(0, -1) : history), last];
}

function isEqual(one: Reading, other: Reading): boolean {
  return ALL_COUNTS.every((name) => one[name] === other[name]);
}

/**
 * At most `most` readings of a history, for a chart: half of them are the newest, the others
 * are the first one and every n-th of the earlier ones.
 */
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
