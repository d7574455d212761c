import * as l10n from '@vscode/l10n';
import { html, render, type TemplateResult } from 'lit';
import { guard } from 'lit/directives/guard.js';
import { MINUTE_MS } from '../../../core/base/clock.ts';
import { systemClock } from '../../../editor/systemClock.ts';
import { type Column, COLUMNS, columnsIn } from '../columns.ts';
import { actOnClick, actOnKey, clickedIn, type GridData, menuOf, moved } from './keyboard.ts';
import { cellId, cellsView, headView, type Place, rowClass, type ShownRow } from './row.ts';
import { extend } from './table.ts';

/** @param isBusy whether rows are still to come. */
export function gridView(data: GridData, isBusy: boolean): TemplateResult {
  return html`<mintscope-grid
    class="grid"
    role="grid"
    tabindex="0"
    aria-label=${l10n.t('Projects')}
    aria-multiselectable="true"
    aria-colcount=${COLUMNS.length}
    aria-rowcount=${data.rows.length + 1}
    aria-busy=${isBusy ? 'true' : 'false'}
    ?hidden=${data.rows.length === 0}
    .data=${data}
  ></mintscope-grid>`;
}

/**
 * `<mintscope-grid>`: the table of the portfolio. Only the rows in sight are in the page, all of one
 * height, which takes less code than a library for rows of any height. It is one stop of the Tab
 * key. The cell that the keyboard is in is its active descendant, because the element of a cell
 * shows another row as soon as the grid is scrolled.
 */
export class Grid extends HTMLElement {
  #data: GridData | undefined;
  /** Whether the place of an earlier page was returned to, or the user has left it. */
  #hasStarted = false;
  #rowHeight = 26;
  #columns: readonly Column[] = [];
  #place: Place = { row: 0, column: 0 };
  readonly #resized = new ResizeObserver(() => {
    this.#measure();
  });

  set data(data: GridData) {
    const previous = this.#data;
    this.#data = data;
    if (previous && previous.rows !== data.rows) this.#followRows(previous.rows, data.rows);
    if (this.isConnected && previous?.view !== data.view) this.#fitColumns();
    this.#draw();
    if (!this.#hasStarted) this.#start(data);
  }

  connectedCallback(): void {
    this.addEventListener('scroll', this.#onScroll, { passive: true });
    this.addEventListener('focus', this.#reportPlace);
    this.addEventListener('blur', this.#reportPlace);
    this.addEventListener('keydown', this.#onKey);
    this.addEventListener('click', this.#onClick);
    this.addEventListener('mouseover', this.#onHover);
    this.addEventListener('contextmenu', this.#onMenu);
    this.#resized.observe(this);
  }

  disconnectedCallback(): void {
    this.#resized.disconnect();
  }

  /** Shows the table from its beginning, after it was sorted or filtered. */
  showStart(): void {
    this.#hasStarted = true;
    this.scrollTop = 0;
  }

  /** The height of the rows in sight, below the headings. */
  get #height(): number {
    return Math.max(this.clientHeight - this.#rowHeight, 0);
  }

  /** The key of the row that the keyboard is in; the keyboard stays in it when rows are sorted. */
  get #active(): string | undefined {
    return this.#data?.rows[this.#place.row]?.key;
  }

  /** Sets the height of rows by the font size of the editor, and fits the columns to the width. */
  #measure(): void {
    this.#rowHeight = Math.round(Number.parseFloat(getComputedStyle(this).fontSize) * 2);
    this.style.setProperty('--row-height', `${this.#rowHeight}px`);
    this.#fitColumns();
    this.#draw();
    if (this.#data && !this.#hasStarted) this.#start(this.#data);
  }

  #fitColumns(): void {
    const data = this.#data;
    const width = this.clientWidth;
    if (!data || width === 0) return;
    const em = this.#rowHeight / 2;
    const columns = columnsIn(data.view, width / em);
    const least = em * columns.reduce((sum, column) => sum + column.width, 0);
    const template = columns.map(({ width: its, grow }) =>
      grow === undefined ? `${its * em}px` : `minmax(${its * em}px, ${grow}fr)`,
    );
    this.style.setProperty('--columns', template.join(' '));
    this.style.setProperty('--least', `${least}px`);
    // A sticky column costs time in each frame, so it is one only where it is needed.
    this.classList.toggle('sideways', least > width);
    if (String(columns.map(({ id }) => id)) === String(this.#columns.map(({ id }) => id))) return;
    this.#columns = columns;
    const { row, column } = this.#place;
    this.#place = { row, column: Math.min(column, columns.length - 1) };
  }

  /**
   * Returns to where an earlier page was, as soon as the rows for that have come: with too few rows,
   * the table cannot be scrolled far enough.
   */
  #start({ rows, view, isComplete }: GridData): void {
    const { top = 0, active, focused } = view;
    const row = active === undefined ? 0 : rows.findIndex(({ key }) => key === active);
    const isEnough = row >= 0 && rows.length >= top + this.#height / this.#rowHeight;
    const isDrawn = rows.length > 0 && this.#columns.length > 0;
    if (!isDrawn || !(isEnough || isComplete)) return;
    this.#hasStarted = true;
    this.scrollTop = top * this.#rowHeight;
    // A row that is gone leaves the keyboard where the user sees it.
    this.#place = { row: row >= 0 ? row : Math.min(Math.ceil(top), rows.length - 1), column: 0 };
    this.#draw();
    if (focused === true) returnFocus(this);
  }

  /**
   * The keyboard stays in its row, or at the same number if that is gone. If the grid has the focus
   * and the row is in sight, it stays where it is on the screen too.
   */
  #followRows(before: readonly ShownRow[], rows: readonly ShownRow[]): void {
    const { row, column } = this.#place;
    const active = before[row]?.key;
    if (active === undefined) return;
    const next = rows.findIndex(({ key }) => key === active);
    this.#place = { row: next < 0 ? Math.min(row, Math.max(rows.length - 1, 0)) : next, column };
    const offset = row * this.#rowHeight - this.scrollTop;
    const isSeen = document.activeElement === this && offset >= 0 && offset < this.#height;
    if (next < 0 || next === row || !isSeen) return;
    // The table must be as high as its new rows before it can be scrolled to them.
    this.#draw();
    this.scrollTop = next * this.#rowHeight - offset;
  }

  /**
   * Draws the rows in sight and a quarter as many before and after them: always as many for one
   * height, and row `n` in element `n % count`, so that few elements change while it is scrolled.
   */
  #draw(): void {
    const data = this.#data;
    if (!data || !this.isConnected || this.#columns.length === 0) return;
    const { rows, checked, view } = data;
    const inSight = Math.ceil(this.#height / this.#rowHeight) + 1;
    const before = Math.ceil(inSight / 4);
    const count = Math.min(inSight + 2 * before, rows.length);
    const first = Math.floor(this.scrollTop / this.#rowHeight) - before;
    const from = Math.max(Math.min(first, rows.length - count), 0);
    const now = systemClock.now();
    const drawn = Array.from({ length: count }, (_, slot) => {
      const at = from + ((((slot - from) % count) + count) % count);
      return this.#rowView(at, rows[at], data, now);
    });
    const { row, column } = this.#place;
    render(
      html`<div class="head" role="rowgroup">
          ${headView(this.#columns, view, checked, row < 0 ? column : -1)}
        </div>
        <div class="body" role="rowgroup" .style=${`height: ${rows.length * this.#rowHeight}px`}>
          ${drawn}
        </div>`,
      this,
    );
    this.setAttribute('aria-activedescendant', cellId(this.#place));
  }

  /** Cells are drawn anew when a time without a date may no longer be of today. */
  #rowView(
    at: number,
    row: ShownRow | undefined,
    { selected }: GridData,
    now: number,
  ): TemplateResult | undefined {
    if (!row) return undefined;
    const active = this.#place.row === at ? this.#place : undefined;
    const minute = Math.floor(now / MINUTE_MS);
    return html`<div
      class=${rowClass(row)}
      role="row"
      aria-rowindex=${at + 2}
      aria-selected=${selected.has(row.key) ? 'true' : 'false'}
      .style=${`transform: translateY(${at * this.#rowHeight}px)`}
    >
      ${guard([row, this.#columns, minute, active], () =>
        cellsView(row, this.#columns, now, active),
      )}
    </div>`;
  }

  #moveTo(place: Place): void {
    this.#hasStarted = true;
    this.#place = place;
    const start = place.row * this.#rowHeight;
    if (place.row >= 0) {
      const top = Math.max(this.scrollTop, start + this.#rowHeight - this.#height);
      this.scrollTop = Math.min(top, start);
    }
    this.#draw();
    this.#activeCell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.#reportPlace();
  }

  get #activeCell(): HTMLElement | null {
    return this.querySelector('[data-active]');
  }

  readonly #reportPlace = (): void => {
    this.#data?.actions.moved({
      top: this.scrollTop / this.#rowHeight,
      active: this.#active,
      // It stays true while another window has the focus, because `activeElement` stays the same.
      focused: document.activeElement === this,
    });
  };

  readonly #onScroll = (): void => {
    // If the user has scrolled already, do not scroll to where an earlier page was.
    this.#hasStarted = true;
    this.#draw();
    this.#reportPlace();
  };

  readonly #onKey = (event: KeyboardEvent): void => {
    const data = this.#data;
    if (!data || event.altKey) return;
    if (actOnKey(event, this.#place, this.#columns, data)) {
      event.preventDefault();
      return;
    }
    const page = Math.max(Math.floor(this.#height / this.#rowHeight) - 1, 1);
    const extent = { rows: data.rows.length, columns: this.#columns.length, page };
    const next = moved(this.#place, event, extent);
    if (!next) return;
    event.preventDefault();
    const before = this.#active;
    this.#moveTo(next);
    const to = this.#active;
    if (!event.shiftKey || to === undefined) return;
    data.actions.select((now, shown) => extend(now, shown, before ?? to, to));
  };

  readonly #onClick = (event: MouseEvent): void => {
    const clicked = clickedIn(event.target);
    if (!this.#data || !clicked) return;
    const before = this.#active;
    this.#moveTo({ row: clicked.row, column: this.#columns.indexOf(clicked.column) });
    actOnClick(clicked, event, before, this.#data);
  };

  /**
   * Sets the attribute for the context menu; the editor handles the event next and reads it. By key,
   * the menu opens at the cell instead of in the middle of the table, where the browser opens it.
   */
  readonly #onMenu = (event: MouseEvent): void => {
    const data = this.#data;
    if (!data) return;
    // On a Mac, a click with Control opens the menu too.
    const isByKey = event.button !== 2 && !event.ctrlKey;
    if (isByKey && event.isTrusted) {
      event.preventDefault();
      event.stopImmediatePropagation();
      const cell = this.#activeCell ?? this;
      const { left, bottom } = cell.getBoundingClientRect();
      const place = { clientX: left + 8, clientY: bottom - 4 };
      cell.dispatchEvent(
        new MouseEvent('contextmenu', { bubbles: true, cancelable: true, ...place }),
      );
      const back = () => {
        this.focus();
      };
      window.addEventListener('focus', back, { once: true });
      return;
    }
    const at = isByKey ? this.#place.row : clickedIn(event.target)?.row;
    const context = menuOf(at === undefined ? undefined : data.rows[at], data);
    this.setAttribute('data-vscode-context', JSON.stringify(context));
  };

  /** Gives the cell under the pointer its tooltip: the whole of a text that may be cut. */
  readonly #onHover = ({ target }: MouseEvent): void => {
    const pointed = clickedIn(target);
    const row = this.#data?.rows[pointed?.row ?? -1];
    if (!row || !pointed) return;
    const { column, cell } = pointed;
    const now = systemClock.now();
    cell.title = column.title ? column.title(row, now) : column.text(row, now);
  };
}

/** Focuses an element as soon as the page has the focus, unless another element has it then. */
function returnFocus(element: HTMLElement): void {
  if (document.hasFocus()) {
    if (document.activeElement === document.body) element.focus({ preventScroll: true });
    return;
  }
  // Until then, an element would take the focus from the rest of the editor.
  const tryAgain = () => {
    returnFocus(element);
  };
  window.addEventListener('focus', tryAgain, { once: true });
}

customElements.define('mintscope-grid', Grid);
