import * as l10n from '@vscode/l10n';
import { html, render, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { MINUTE_MS } from '../../../core/base/clock.ts';
import { systemClock } from '../../../editor/systemClock.ts';
import { type Column, COLUMNS, type ProjectRow } from '../../../core/messages/projectColumns.ts';
import { columnsIn } from '../columns.ts';
import { actOnClick, actOnKey, clickedIn, menuOf, moved } from './keyboard.ts';
import { cellId, cellsView, headView, type Place, rowClass } from './row.ts';
import { extend, type Screen } from './table.ts';

/*
 * The table of the portfolio. Only the rows in sight are in the page. The cell that the keyboard is in
 * is the active descendant, because its element shows another row once the table is scrolled.
 */

let screen: Screen | undefined;
/** Whether the place of an earlier page was returned to, or the user has left it. */
let hasStarted = false;
let rowHeight = 26;
let columns: readonly Column[] = [];
let place: Place = { row: 0, column: 0 };

const grid = document.createElement('div');
grid.className = 'grid';
grid.role = 'grid';
grid.tabIndex = 0;
grid.ariaMultiSelectable = 'true';
grid.ariaColCount = String(COLUMNS.length);
grid.addEventListener('scroll', onScroll, { passive: true });
grid.addEventListener('focus', reportPlace);
grid.addEventListener('blur', reportPlace);
grid.addEventListener('keydown', onKey);
grid.addEventListener('click', onClick);
grid.addEventListener('mouseover', onHover);
grid.addEventListener('contextmenu', onMenu);
new ResizeObserver(measure).observe(grid);

export function gridView(next: Screen): HTMLElement {
  const { table, view } = screen ?? {};
  screen = next;
  const { rows } = next.table;
  const { phase } = next.state;
  grid.ariaLabel = l10n.t('Projects');
  grid.ariaRowCount = String(rows.length + 1);
  grid.ariaBusy = String(phase === 'list' || phase === 'stats');
  grid.hidden = rows.length === 0;
  if (table && table.rows !== rows) followRows(table.rows, rows);
  if (grid.isConnected && view !== next.view) fitColumns();
  draw();
  if (!hasStarted) start(next);
  return grid;
}

/** Shows the table from its beginning, after it was sorted or filtered. */
export function showStart(): void {
  hasStarted = true;
  grid.scrollTop = 0;
}

/** The height of the rows in sight, below the headings. */
function height(): number {
  return Math.max(grid.clientHeight - rowHeight, 0);
}

/** The key of the row that the keyboard is in; the keyboard stays in it when rows are sorted. */
function active(): string | undefined {
  return screen?.table.rows[place.row]?.key;
}

/** Sets the height of rows by the font size of the editor, and fits the columns to the width. */
function measure(): void {
  rowHeight = Math.round(Number.parseFloat(getComputedStyle(grid).fontSize) * 2);
  grid.style.setProperty('--row-height', `${rowHeight}px`);
  fitColumns();
  draw();
  if (screen && !hasStarted) start(screen);
}

/** The columns that the table has as wide as it is now. */
export function columnsShown(view: Screen['view']): readonly Column[] {
  return columnsIn(view, (2 * grid.clientWidth) / rowHeight);
}

function fitColumns(): void {
  const width = grid.clientWidth;
  if (!screen || width === 0) return;
  const em = rowHeight / 2;
  const fitting = columnsShown(screen.view);
  const least = em * fitting.reduce((sum, column) => sum + column.width, 0);
  const template = fitting.map(({ width: its, grow }) =>
    grow === undefined ? `${its * em}px` : `minmax(${its * em}px, ${grow}fr)`,
  );
  grid.style.setProperty('--columns', template.join(' '));
  grid.style.setProperty('--least', `${least}px`);
  // A sticky column costs time in each frame, so it is one only where it is needed.
  grid.classList.toggle('sideways', least > width);
  if (fitting.length === columns.length && fitting.every((one, at) => one === columns[at])) return;
  columns = fitting;
  place = { ...place, column: Math.min(place.column, columns.length - 1) };
}

/**
 * Returns to where an earlier page was, as soon as the rows for that have come: with too few rows,
 * the table cannot be scrolled far enough.
 */
function start({ table: { rows }, view, isComplete }: Screen): void {
  const { top = 0, active, focused } = view;
  const row = active === undefined ? 0 : rows.findIndex(({ key }) => key === active);
  const isEnough = row >= 0 && rows.length >= top + height() / rowHeight;
  const isDrawn = rows.length > 0 && columns.length > 0;
  if (!isDrawn || !(isEnough || isComplete)) return;
  hasStarted = true;
  grid.scrollTop = top * rowHeight;
  // A row that is gone leaves the keyboard where the user sees it.
  place = { row: row >= 0 ? row : Math.min(Math.ceil(top), rows.length - 1), column: 0 };
  draw();
  if (focused === true) returnFocus();
}

/**
 * The keyboard stays in its row, or at the same number if that is gone. If the grid has the focus
 * and the row is in sight, it stays where it is on the screen too.
 */
function followRows(before: readonly ProjectRow[], rows: readonly ProjectRow[]): void {
  const { row, column } = place;
  const active = before[row]?.key;
  if (active === undefined) return;
  const next = rows.findIndex(({ key }) => key === active);
  place = { row: next < 0 ? Math.min(row, Math.max(rows.length - 1, 0)) : next, column };
  const offset = row * rowHeight - grid.scrollTop;
  const isSeen = document.activeElement === grid && offset >= 0 && offset < height();
  if (next < 0 || next === row || !isSeen) return;
  // The table must be as high as its new rows before it can be scrolled to them.
  draw();
  grid.scrollTop = next * rowHeight - offset;
}

/**
 * Draws the rows in sight and a quarter as many before and after them: always as many for one
 * height, and row `n` in element `n % count`, so that few elements change while it is scrolled.
 */
function draw(): void {
  if (!screen || !grid.isConnected || columns.length === 0) return;
  const { selected, table } = screen;
  const { rows } = table;
  const inSight = Math.ceil(height() / rowHeight) + 1;
  const before = Math.ceil(inSight / 4);
  const count = Math.min(inSight + 2 * before, rows.length);
  const first = Math.floor(grid.scrollTop / rowHeight) - before;
  const from = Math.max(Math.min(first, rows.length - count), 0);
  const now = systemClock.now();
  const drawn = Array.from({ length: count }, (_, slot) => {
    const at = from + ((((slot - from) % count) + count) % count);
    return rowView(at, rows[at], selected, now);
  });
  const { row, column } = place;
  render(
    html`<div class="head" role="rowgroup">${headView(columns, screen, row < 0 ? column : -1)}</div>
      <div class="body" role="rowgroup" .style=${`height: ${rows.length * rowHeight}px`}>
        ${drawn}
      </div>`,
    grid,
  );
  grid.setAttribute('aria-activedescendant', cellId(place));
}

/** Cells are drawn anew when a time without a date may no longer be of today. */
function rowView(
  at: number,
  row: ProjectRow | undefined,
  selected: Screen['selected'],
  now: number,
): TemplateResult | undefined {
  if (!row) return undefined;
  const active = place.row === at ? place : undefined;
  const minute = Math.floor(now / MINUTE_MS);
  return html`<div
    class=${rowClass(row)}
    role="row"
    aria-rowindex=${at + 2}
    aria-selected=${selected.has(row.key) ? 'true' : 'false'}
    .style=${`transform: translateY(${at * rowHeight}px)`}
  >
    ${guard([row, columns, minute, active], () => cellsView(row, columns, now, active))}
  </div>`;
}

function moveTo(next: Place): void {
  hasStarted = true;
  place = next;
  const above = next.row * rowHeight;
  if (next.row >= 0) {
    const top = Math.max(grid.scrollTop, above + rowHeight - height());
    grid.scrollTop = Math.min(top, above);
  }
  draw();
  activeCell()?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
  reportPlace();
}

function activeCell(): HTMLElement | null {
  return grid.querySelector('[data-active]');
}

function reportPlace(): void {
  screen?.actions.moved({
    top: grid.scrollTop / rowHeight,
    active: active(),
    // It stays true while another window has the focus, because `activeElement` stays the same.
    focused: document.activeElement === grid,
  });
}

function onScroll(): void {
  // If the user has scrolled already, do not scroll to where an earlier page was.
  hasStarted = true;
  draw();
  reportPlace();
}

function onKey(event: KeyboardEvent): void {
  if (!screen || event.altKey) return;
  if (actOnKey(event, place, columns, screen)) {
    event.preventDefault();
    return;
  }
  const page = Math.max(Math.floor(height() / rowHeight) - 1, 1);
  const { actions, table } = screen;
  const extent = { rows: table.rows.length, columns: columns.length, page };
  const next = moved(place, event, extent);
  if (!next) return;
  event.preventDefault();
  const before = active();
  moveTo(next);
  const to = active();
  if (!event.shiftKey || to === undefined) return;
  actions.select((now, shown) => extend(now, shown, before ?? to, to));
}

function onClick(event: MouseEvent): void {
  const clicked = clickedIn(event.target);
  if (!screen || !clicked) return;
  const before = active();
  moveTo({ row: clicked.row, column: columns.indexOf(clicked.column) });
  actOnClick(clicked, event, before, screen);
}

/**
 * Sets the attribute for the context menu; the editor handles the event next and reads it. By key,
 * the menu opens at the cell instead of in the middle of the table, where the browser opens it.
 */
function onMenu(event: MouseEvent): void {
  if (!screen) return;
  // On a Mac, a click with Control opens the menu too.
  const isByKey = event.button !== 2 && !event.ctrlKey;
  if (isByKey && event.isTrusted) {
    event.preventDefault();
    event.stopImmediatePropagation();
    const cell = activeCell() ?? grid;
    const { left, bottom } = cell.getBoundingClientRect();
    const at = { clientX: left + 8, clientY: bottom - 4 };
    cell.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...at }));
    const back = () => {
      grid.focus();
    };
    window.addEventListener('focus', back, { once: true });
    return;
  }
  const at = isByKey ? place.row : clickedIn(event.target)?.row;
  const context = menuOf(at === undefined ? undefined : screen.table.rows[at], screen);
  grid.setAttribute('data-vscode-context', JSON.stringify(context));
}

/** Gives the cell under the pointer its tooltip: the whole of a text that may be cut. */
function onHover({ target }: MouseEvent): void {
  const pointed = clickedIn(target);
  const row = screen?.table.rows[pointed?.row ?? -1];
  if (!row || !pointed) return;
  const { column, cell } = pointed;
  const now = systemClock.now();
  cell.title = column.title ? column.title(row, now) : column.text(row, now);
}

/** Focuses the table as soon as the page has the focus, unless another element has it then. */
function returnFocus(): void {
  // Until then, it would take the focus from the rest of the editor.
  if (!document.hasFocus()) window.addEventListener('focus', returnFocus, { once: true });
  else if (document.activeElement === document.body) grid.focus({ preventScroll: true });
}
