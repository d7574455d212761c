/** Where the keyboard is in the grid, and which rows are in sight, without a DOM. */

import type { PortfolioView } from '../messages.ts';
import type { GridData, Where } from './screen.ts';

/** Row -1 is the header. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

export interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** How many rows Page Up and Page Down go. */
  readonly page: number;
}

/** The place after a key, or `undefined` if it is no key that moves. */
export function moved(
  { row, column }: Place,
  { key, toEnds }: { readonly key: string; readonly toEnds: boolean },
  { rows, columns, page }: Extent,
): Place | undefined {
  const within = (at: number) => Math.min(Math.max(at, rows === 0 ? -1 : 0), rows - 1);
  return {
    ArrowUp: { row: Math.max(row - 1, -1), column },
    ArrowDown: { row: Math.min(row + 1, rows - 1), column },
    ArrowLeft: { row, column: Math.max(column - 1, 0) },
    ArrowRight: { row, column: Math.min(column + 1, columns - 1) },
    PageUp: { row: within(row - page), column },
    PageDown: { row: within(row + page), column },
    Home: { row: toEnds ? within(0) : row, column: 0 },
    End: { row: toEnds ? within(rows - 1) : row, column: columns - 1 },
  }[key];
}

/** Of more selected rows, none is stored. */
const MOST_STORED = 5000;

/** What the page stores while the tab is hidden and across a reload. */
export function toStored(
  view: PortfolioView,
  where: Where,
  keys: ReadonlySet<string>,
  focused: boolean,
): PortfolioView {
  const selected = keys.size <= MOST_STORED ? [...keys] : undefined;
  return { ...view, ...where, selected, focused };
}

/**
 * The place after the rows have changed: the keyboard stays in its row, or at the same number if that
 * is gone. A row in sight of a grid with the focus stays where it is on the screen too.
 * @param active the key of the keyboard's row.
 * @returns `top` is what to scroll to; it is left out if the scroll position stays.
 */
export function keptPlace(
  { row, column }: Place,
  { active, hasFocus }: { readonly active: string | undefined; readonly hasFocus: boolean },
  rows: GridData['rows'],
  { top, height, rowHeight }: Sight,
): { readonly place: Place; readonly top?: number } {
  const next = rows.findIndex(({ key }) => key === active);
  if (next < 0) return { place: { row: Math.min(row, Math.max(rows.length - 1, 0)), column } };
  const offset = row * rowHeight - top;
  const isSeen = hasFocus && offset >= 0 && offset < height;
  const place = { row: next, column };
  return isSeen && next !== row ? { place, top: next * rowHeight - offset } : { place };
}

type Returning = Pick<GridData, 'rows' | 'start' | 'view' | 'complete'>;

/** What is in sight, in pixels. */
export interface Sight {
  readonly top: number;
  readonly height: number;
  readonly rowHeight: number;
}

/**
 * The rows to draw: those in sight and a quarter as many before and after them; `to` is not included.
 * Always as many for one height, so that the same elements can show them.
 */
export function rowsToDraw(
  { top, height, rowHeight }: Sight,
  rows: number,
): { readonly from: number; readonly to: number } {
  const inSight = Math.ceil(height / rowHeight) + 1;
  const before = Math.ceil(inSight / 4);
  const count = Math.min(inSight + 2 * before, rows);
  const first = Math.floor(top / rowHeight);
  const from = Math.max(Math.min(first - before, rows - count), 0);
  return { from, to: from + count };
}

/** Where to scroll to, so that all of a row is in sight; `top` if it is. */
export function scrolledTo(row: number, { top, height, rowHeight }: Sight): number {
  const start = row * rowHeight;
  if (start < top) return start;
  return Math.max(top, start + rowHeight - height);
}

/**
 * The row of the keyboard when the user returns to where an earlier page was; `undefined` until the
 * rows for that have arrived. A large portfolio arrives in several messages: with too few rows the
 * table cannot be scrolled far enough, and a sorted one moves with each message.
 */
export function rowToReturnTo(
  { rows, start: { top, active }, view, complete }: Returning,
  { height, rowHeight }: Pick<Sight, 'height' | 'rowHeight'>,
): number | undefined {
  if (rows.length === 0) return undefined;
  const isFresh = top === 0 && active === undefined;
  const row = active === undefined ? -1 : rows.findIndex(({ key }) => key === active);
  const hasRow = active === undefined || row >= 0;
  const isLongEnough = rows.length >= top + height / rowHeight;
  const hasCome = hasRow && isLongEnough && view.sort === undefined;
  if (!isFresh && !complete && !hasCome) return undefined;
  // A row that is gone leaves the keyboard where the user sees it.
  return row >= 0 ? row : Math.min(Math.ceil(top), rows.length - 1);
}
