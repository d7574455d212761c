/** What keys and clicks in the grid do, apart from moving. */

import { type Column, COLUMNS, type PortfolioRow, type RowMenu } from '../../messages.ts';
import type { Place } from '../place.ts';
import type { GridData } from '../screen.ts';
import { extend, NOTHING_SELECTED, selectAll, toggle, toggleAll } from '../selection.ts';

type Rows = Pick<GridData, 'rows' | 'actions'>;

/** @returns whether the key was used; if not, it may be one that moves. */
export function actOnKey(
  { key, shiftKey, ctrlKey, metaKey }: KeyboardEvent,
  { row, column }: Place,
  { rows, actions, columns }: Rows & { readonly columns: readonly Column[] },
): boolean {
  const here = rows[row];
  const heading = row < 0 ? columns[column] : undefined;
  const command = ctrlKey || metaKey ? key.toLowerCase() : '';
  if (command === 'a') actions.select(selectAll);
  else if (command === 'c' && !shiftKey) actions.copy(here?.key);
  else if (key === 'Escape') actions.select(() => NOTHING_SELECTED);
  else if ((key === 'Enter' || key === ' ') && heading) actions.sortBy(heading);
  else if (key === 'Enter' && here) {
    // Enter is the only way to press the button in this cell by keyboard.
    const isRetry = columns[column] === 'concerns' && here.failure !== undefined;
    if (isRetry) actions.retry(here.key);
    else actions.open(here.key);
  } else if (key === ' ' && here) {
    if (shiftKey) actions.select((now, shown) => extend(now, shown, here.key, here.key));
    else actions.select((now) => toggle(now, here.key));
  } else return false;
  return true;
}

/** The part of a cell that does something when it is clicked. */
type Part = 'check' | 'retry';
const PARTS: readonly Part[] = ['check', 'retry'];

export interface Clicked {
  readonly row: number;
  readonly column: Column;
  readonly part: Part | undefined;
}

/** What was clicked; `undefined` if it is no cell. */
export function clickedIn(target: EventTarget | null): Clicked | undefined {
  if (!(target instanceof Element)) return undefined;
  const cell = target.closest('.cell');
  const row = Number(cell?.parentElement?.getAttribute('aria-rowindex')) - 2;
  const column = COLUMNS[Number(cell?.getAttribute('aria-colindex')) - 1];
  if (!cell || row < -1 || !column) return undefined;
  const part = PARTS.find((name) => target.closest(`.${name}`) !== null);
  return { row, column, part };
}

/** The data of a context menu: of all selected rows, also hidden ones, if the row is one of them. */
export function menuOf(
  row: PortfolioRow | undefined,
  { rows, selected, view }: Pick<GridData, 'rows' | 'selected' | 'view'>,
): object {
  // The editor's Cut, Copy and Paste do nothing to a row.
  const context = { preventDefaultContextMenuItems: true };
  if (!row) return context;
  const chosen = selected.has(row.key) ? rows.filter(({ key }) => selected.has(key)) : [row];
  const shown = chosen.map(({ key }) => key);
  const keys = selected.has(row.key) ? [...new Set([...shown, ...selected])] : shown;
  const { service } = view;
  const menu: RowMenu = { webviewSection: 'projects', service, key: row.key, keys };
  return {
    ...{ ...context, ...menu },
    several: keys.length > 1,
    watched: chosen.every(({ watched }) => watched === true),
    concerned: chosen.some(
      ({ concerns, acknowledged }) => acknowledged !== true && concerns.length > 0,
    ),
  };
}

/** @param before the key of the row that the keyboard was in: a range may begin there. */
export function actOnClick(
  { row, column, part }: Clicked,
  { shiftKey, ctrlKey, metaKey }: MouseEvent,
  { rows, actions, before }: Rows & { readonly before: string | undefined },
): void {
  const key = rows[row]?.key;
  if (row < 0) {
    if (part === 'check') actions.select(toggleAll);
    else actions.sortBy(column);
  } else if (key === undefined) return;
  else if (shiftKey) actions.select((now, shown) => extend(now, shown, before ?? key, key));
  else if (ctrlKey || metaKey || part === 'check') actions.select((now) => toggle(now, key));
  else if (part === 'retry') actions.retry(key);
  else actions.open(key);
}
