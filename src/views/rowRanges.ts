import type { GroupRow, RangeRow, Row } from './treeNodes.ts';

/**
 * The most rows that stand below one another. The editor is handed all of them at each repaint, and
 * takes a third of a second for ten thousand, two seconds for fifty thousand (`npm run bench`).
 */
export const MOST_IN_A_ROW = 10_000;
const RANGE = 1_000;

/** Folds the rows of one parent into ranges of a thousand if they are too many. */
export class RowRanges {
  readonly #group: GroupRow | undefined;
  #rows: readonly Row[] = [];
  /** By their place; one object stands for a range as long as the rows are many. */
  #ranges: RangeRow[] = [];

  /** @param group whose rows they are; none for the top level. */
  constructor(group?: GroupRow) {
    this.#group = group;
  }

  /** The ranges if rows are folded, else none. */
  get ranges(): readonly RangeRow[] {
    return this.#ranges;
  }

  /** What stands in the tree for `rows`: they themselves, or ranges of them. */
  over(rows: readonly Row[]): readonly Row[] {
    this.#rows = rows;
    if (rows.length <= MOST_IN_A_ROW) {
      this.#ranges = [];
      return rows;
    }
    const count = Math.ceil(rows.length / RANGE);
    this.#ranges.length = Math.min(this.#ranges.length, count);
    while (this.#ranges.length < count) this.#ranges.push(this.#newRange(this.#ranges.length));
    return [...this.#ranges];
  }

  /** The rows of a range, as of the last `over`. */
  rowsOf({ at }: RangeRow): readonly Row[] {
    return this.#rows.slice(at * RANGE, (at + 1) * RANGE);
  }

  /** The range that a row is in, as of the last `over`; none if rows are not folded. */
  rangeOf(row: Row): RangeRow | undefined {
    // A row that is not there is at -1, where no range is.
    return this.#ranges[Math.floor(this.#rows.indexOf(row) / RANGE)];
  }

  /** The places of the first and the last row of a range, from 1. */
  bounds(range: RangeRow): readonly [first: number, last: number] {
    const first = range.at * RANGE;
    return [first + 1, Math.min(first + RANGE, this.#rows.length)];
  }

  #newRange(at: number): RangeRow {
    const parent = this.#group ? `${this.#group.key}/` : '';
    return { kind: 'range', key: `range/${parent}${at}`, at, group: this.#group };
  }
}
