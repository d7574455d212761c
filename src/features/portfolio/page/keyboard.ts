/** What keys, clicks and menus do in the table. */

import { type Column, COLUMNS, type ProjectRow } from '../../../core/messages/projectColumns.ts';
import type { RowMenu } from '../messages.ts';
import type { Place } from './row.ts';
import {
  extend,
  mayAcknowledge,
  NOTHING_SELECTED,
  type Screen,
  selectAll,
  toggle,
  toggleAll,
} from './table.ts';

interface Extent {
  readonly rows: number;
  readonly columns: number;
  /** How many rows Page Up and Page Down go. */
  readonly page: number;
}

/** The place after a key, or `undefined` if it is no key that moves. */
export function moved(
  { row, column }: Place,
  { key, ctrlKey, metaKey }: KeyboardEvent,
  { rows, columns, page }: Extent,
): Place | undefined {
  const within = (at: number) => Math.min(Math.max(at, rows === 0 ? -1 : 0), rows - 1);
  const toEnds = ctrlKey || metaKey;
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

/** @returns whether the key was used; if not, it may be one that moves. */
export function actOnKey(
  { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
  { row, column }: Place,
  columns: readonly Column[],
  { table: { rows }, actions }: Screen,
): boolean {
  const here = rows[row];
  const heading = row < 0 ? columns[column] : undefined;
  const command = ctrlKey || metaKey ? key.toLowerCase() : '';
  if (command === 'a') actions.select(selectAll);
  else if (command === 'c' && !shiftKey) actions.copy(here?.key);
  else if (key === 'Escape') actions.select(() => NOTHING_SELECTED);
  else if ((key === 'Enter' || key === ' ') && heading) actions.sortBy(heading);
  else if (key === 'Enter' && here) actions.open(here.key);
  else if (key === ' ' && here) {
    if (shiftKey) actions.select((now, shown) => extend(now, shown, here.key, here.key));
    else actions.select((now) => toggle(now, here.key));
  } else return false;
  return true;
}

interface Clicked {
  readonly row: number;
  readonly column: Column;
  /** Whether that is a check box, which does something else than the rest of the cell. */
  readonly isCheck: boolean;
  readonly cell: HTMLElement;
}

/** What was clicked; `undefined` if it is no cell. */
export function clickedIn(target: EventTarget | null): Clicked | undefined {
  if (!(target instanceof Element)) return undefined;
  const cell = target.closest<HTMLElement>('.cell');
  const row = Number(cell?.parentElement?.getAttribute('aria-rowindex')) - 2;
  const column = COLUMNS[Number(cell?.getAttribute('aria-colindex')) - 1];
  if (!cell || row < -1 || !column) return undefined;
  return { row, column, isCheck: target.closest('.check') !== null, cell };
}

/** @param before the key of the row that the keyboard was in: a range may begin there. */
export function actOnClick(
  { row, column, isCheck }: Clicked,
  { shiftKey, ctrlKey, metaKey }: MouseEvent,
  before: string | undefined,
  { table: { rows }, actions }: Screen,
): void {
  const key = rows[row]?.key;
  if (row < 0) {
    if (isCheck) actions.select(toggleAll);
    else actions.sortBy(column);
  } else if (key === undefined) return;
  else if (shiftKey) actions.select((now, shown) => extend(now, shown, before ?? key, key));
  else if (ctrlKey || metaKey || isCheck) actions.select((now) => toggle(now, key));
  else actions.open(key);
}

/** The data of a context menu: of all selected rows shown, if the row is one of them. */
export function menuOf(
  row: ProjectRow | undefined,
  { table: { rows }, selected, view }: Pick<Screen, 'table' | 'selected' | 'view'>,
): object {
  // The editor's Cut, Copy and Paste do nothing to a row.
  const context = { preventDefaultContextMenuItems: true };
  if (!row) return context;
  const chosen = selected.has(row.key) ? rows.filter(({ key }) => selected.has(key)) : [row];
  const keys = chosen.map(({ key }) => key);
  const { service } = view;
  const menu: RowMenu = { webviewSection: 'projects', service, key: row.key, keys };
  return {
    ...context,
    ...menu,
    several: keys.length > 1,
    watched: chosen.every(({ watched }) => watched === true),
    concerned: chosen.some(mayAcknowledge),
  };
}
