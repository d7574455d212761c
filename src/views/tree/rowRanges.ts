import type { GroupRow, RangeRow, Row } from './treeNodes.ts';

/**
 * The most rows below one parent. The editor receives all of them at each repaint, which takes a
 * third of a second for ten thousand and two seconds for fifty thousand (`npm run bench`).
 */
export const MOST_SIBLINGS = 10_000;
const RANGE_SIZE = 1_000;

/** Puts the rows of one parent into ranges of a thousand if there are more than ten thousand. */
export class RowRanges {
  readonly #group: GroupRow | undefined;
  #rows: readonly Row[] = [];
  /** The ranges in their order; empty if there are none. Each stays the same object. */
  ranges: RangeRow[] = [];

  constructor(group?: GroupRow) {
    this.#group = group;
  }

  /** The children to show: `rows`, or their ranges. */
  over(rows: readonly Row[]): readonly Row[] {
    this.#rows = rows;
    if (rows.length <= MOST_SIBLINGS) {
      this.ranges = [];
      return rows;
    }
    const count = Math.ceil(rows.length / RANGE_SIZE);
    this.ranges.length = Math.min(this.ranges.length, count);
    const group = this.#group;
    const parent = group ? `${group.key}/` : '';
    for (let at = this.ranges.length; at < count; at++) {
      this.ranges.push({ kind: 'range', key: `range/${parent}${at}`, at, group });
    }
    return [...this.ranges];
  }

  rowsOf({ at }: RangeRow): readonly Row[] {
    return this.#rows.slice(at * RANGE_SIZE, (at + 1) * RANGE_SIZE);
  }

  /** The range of a row, as of the last `over`; `undefined` without ranges. */
  rangeOf(row: Row): RangeRow | undefined {
    if (this.ranges.length === 0) return undefined;
    // An unknown row has index -1, which gives `undefined`.
    return this.ranges[Math.floor(this.#rows.indexOf(row) / RANGE_SIZE)];
  }

  /** The positions of the first and the last row of a range, from 1. */
  bounds(range: RangeRow): readonly [first: number, last: number] {
    const first = range.at * RANGE_SIZE;
    return [first + 1, Math.min(first + RANGE_SIZE, this.#rows.length)];
  }
}
