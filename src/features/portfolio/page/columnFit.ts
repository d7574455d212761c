/** Which columns the table shows, and how wide they are, without a DOM. */

import { type Column, COLUMNS, type PortfolioView } from '../messages.ts';

const HIDDEN_AT_FIRST: readonly Column[] = ['kind', 'asOf'];

/** The least width of a column in pixels, where type is 13 pixels high, and its share of the rest. */
const WIDTHS: Readonly<Record<Column, readonly [least: number, grow: number]>> = {
  name: [150, 5],
  share: [164, 0],
  concerns: [122, 4],
  status: [116, 1],
  doneIn: [136, 3],
  pace: [116, 0],
  total: [76, 0],
  movedAt: [92, 0.6],
  confirmed: [88, 0],
  processing: [94, 0],
  pending: [76, 0],
  symbol: [76, 0.6],
  kind: [126, 0],
  asOf: [92, 0.6],
};
/**
 * A narrower table is laid out in this width and scrolled sideways, so that it has the most
 * important columns. In pixels.
 */
const LEAST_WIDTH = 552;
/**
 * From `LEAST_COLUMNS` on, another one is added only if `SPARE` pixels are left for the texts of the
 * others: enough for two chips in full.
 */
const [LEAST_COLUMNS, SPARE] = [4, 256] as const;
/** The width of a narrow table, and the least width of its names, in pixels. */
const [NARROW, NARROW_NAME] = [450, 110] as const;

interface Box {
  readonly width: number;
  /** The height of type, in pixels. */
  readonly type: number;
}

/** The columns that the user has chosen to show, and those of the others that fit. */
export function visibleColumns(
  { shown = [], hidden = HIDDEN_AT_FIRST }: PortfolioView,
  { width, type }: Box,
): readonly Column[] {
  const chosen: readonly Column[] = ['name', ...shown];
  const others = COLUMNS.filter((one) => !chosen.includes(one) && !hidden.includes(one));
  const room = (Math.max(width, LEAST_WIDTH) * 13) / type;
  let used = sum(chosen);
  const fitting = new Set(chosen);
  for (const column of others) {
    used += WIDTHS[column][0];
    if (used + (fitting.size < LEAST_COLUMNS ? 0 : SPARE) > room) break;
    fitting.add(column);
  }
  return COLUMNS.filter((column) => fitting.has(column));
}

function sum(columns: readonly Column[]): number {
  return columns.reduce((all, column) => all + WIDTHS[column][0], 0);
}

export function withColumn(view: PortfolioView, column: Column, visible: boolean): PortfolioView {
  const { shown = [], hidden = HIDDEN_AT_FIRST } = view;
  const without = (columns: readonly Column[]) => columns.filter((one) => one !== column);
  return visible
    ? { ...view, shown: [...without(shown), column], hidden: without(hidden) }
    : { ...view, shown: without(shown), hidden: [...without(hidden), column] };
}

/** The columns for CSS (`template`), and the least widths of all and of the name, in pixels. */
export function layoutOf(columns: readonly Column[], { width, type }: Box) {
  const scale = type / 13;
  const leastOf = (column: Column) =>
    Math.round((column === 'name' && width < NARROW ? NARROW_NAME : WIDTHS[column][0]) * scale);
  return {
    template: columns
      .map((column) => {
        const [least, grow] = [leastOf(column), WIDTHS[column][1]];
        return grow === 0 ? `${least}px` : `minmax(${least}px, ${grow}fr)`;
      })
      .join(' '),
    least: columns.reduce((all, column) => all + leastOf(column), 0),
    name: leastOf('name'),
  };
}
