import * as l10n from '@vscode/l10n';
import { html, render, type TemplateResult } from 'lit';
import { MINUTE_MS } from '../../../core/base/clock.ts';
import { systemClock } from '../../../editor/systemClock.ts';
import { type Column, COLUMNS, columnsIn } from '../columns.ts';
import type { PortfolioRow } from '../messages.ts';
import { returnFocus } from './focus.ts';
import {
  actOnClick,
  actOnKey,
  clickedIn,
  type GridData,
  menuOf,
  moved,
  openMenuAt,
  type Place,
} from './keyboard.ts';
import { cellsView, headView, rowClass } from './row.ts';
import { extend } from './selection.ts';

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

/** An element of a row in sight, and what it shows. It shows other rows while the grid is scrolled. */
interface Drawn {
  readonly element: HTMLElement;
  at?: number;
  row?: PortfolioRow;
  isSelected?: boolean;
  /** When it was drawn. After a minute, a time without a date may no longer be of today. */
  drawnAt?: number;
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
  /** The key of the row that the keyboard is in; the keyboard stays in it when rows are sorted. */
  #active: string | undefined;
  #activeCell: HTMLElement | undefined;
  #titledCell: HTMLElement | undefined;
  /** Row `n` of the table is shown by element `n % length`. */
  #pool: Drawn[] = [];
  readonly #head = document.createElement('div');
  readonly #body = document.createElement('div');
  readonly #resized = new ResizeObserver(() => {
    this.#measure();
  });

  set data(data: GridData) {
    const previous = this.#data;
    this.#data = data;
    if (previous && previous.rows !== data.rows) this.#followRows(data.rows);
    this.#setHeight();
    if (!this.#hasStarted) this.#start(data);
    if (this.isConnected && previous?.view !== data.view) this.#fitColumns();
    this.#drawHead();
    this.#draw();
  }

  connectedCallback(): void {
    for (const [part, name] of [
      [this.#head, 'head'],
      [this.#body, 'body'],
    ] as const) {
      part.className = name;
      part.setAttribute('role', 'rowgroup');
    }
    this.replaceChildren(this.#head, this.#body);
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

  /** The height of type in pixels. */
  get #type(): number {
    return Number.parseFloat(getComputedStyle(this).fontSize);
  }

  /** The height of the rows in sight, below the headings. */
  get #height(): number {
    return Math.max(this.clientHeight - this.#rowHeight, 0);
  }

  /** Sets the height of rows by the font size of the editor, and fits the columns to the width. */
  #measure(): void {
    this.#rowHeight = Math.round(this.#type * 2);
    this.style.setProperty('--row-height', `${this.#rowHeight}px`);
    this.#setHeight();
    this.#fitColumns();
    this.#draw();
  }

  #setHeight(): void {
    const rows = this.#data?.rows.length ?? 0;
    this.#body.style.setProperty('height', `${rows * this.#rowHeight}px`);
  }

  #fitColumns(): void {
    const data = this.#data;
    const width = this.clientWidth;
    if (!data || width === 0) return;
    const type = this.#type;
    const columns = columnsIn(data.view, width / type);
    const least = type * columns.reduce((sum, column) => sum + column.width, 0);
    const template = columns.map(({ width: em, grow }) =>
      grow === undefined ? `${em * type}px` : `minmax(${em * type}px, ${grow}fr)`,
    );
    this.style.setProperty('--columns', template.join(' '));
    this.style.setProperty('--least', `${least}px`);
    // A sticky column costs time in each frame, so it is one only where it is needed.
    this.classList.toggle('sideways', least > width);
    if (String(columns.map(({ id }) => id)) === String(this.#columns.map(({ id }) => id))) return;
    this.#columns = columns;
    this.#pool = [];
    this.#body.replaceChildren();
    const { row, column } = this.#place;
    this.#place = { row, column: Math.min(column, columns.length - 1) };
    this.#drawHead();
  }

  /**
   * Returns to where an earlier page was, as soon as the rows for that have come: with too few rows,
   * the table cannot be scrolled far enough.
   */
  #start({ rows, view, isComplete }: GridData): void {
    const { top = 0, active, focused } = view;
    if (rows.length === 0) return;
    const row = rows.findIndex(({ key }) => key === active);
    const hasCome =
      (active === undefined || row >= 0) && rows.length >= top + this.#height / this.#rowHeight;
    const isFresh = top === 0 && active === undefined;
    if (!isFresh && !isComplete && !hasCome) return;
    this.#hasStarted = true;
    this.scrollTop = top * this.#rowHeight;
    // A row that is gone leaves the keyboard where the user sees it.
    this.#place = { row: row >= 0 ? row : Math.min(Math.ceil(top), rows.length - 1), column: 0 };
    this.#active = rows[this.#place.row]?.key;
    if (focused === true) returnFocus(this);
  }

  /**
   * The keyboard stays in its row, or at the same number if that is gone. If the grid has the focus
   * and the row is in sight, it stays where it is on the screen too.
   */
  #followRows(rows: readonly PortfolioRow[]): void {
    const { row, column } = this.#place;
    if (!this.#hasStarted || row < 0) return;
    const next = rows.findIndex(({ key }) => key === this.#active);
    if (next < 0) {
      this.#place = { row: Math.min(row, Math.max(rows.length - 1, 0)), column };
      return;
    }
    this.#place = { row: next, column };
    const offset = row * this.#rowHeight - this.scrollTop;
    const isSeen = document.activeElement === this && offset >= 0 && offset < this.#height;
    if (!isSeen || next === row) return;
    this.#setHeight();
    this.scrollTop = next * this.#rowHeight - offset;
  }

  #drawHead(): void {
    const data = this.#data;
    if (!data) return;
    const { rows, selected, view } = data;
    const count = selected.size === 0 ? 0 : rows.filter(({ key }) => selected.has(key)).length;
    const checked = count === 0 ? 'false' : count === rows.length ? 'true' : 'mixed';
    render(headView(this.#columns, view, checked), this.#head);
  }

  /**
   * Draws the rows in sight and a quarter as many before and after them: always as many for one
   * height, so that the same elements can show them.
   */
  #draw(): void {
    const data = this.#data;
    if (!data || !this.isConnected || this.#columns.length === 0) return;
    const { rows } = data;
    const inSight = Math.ceil(this.#height / this.#rowHeight) + 1;
    const before = Math.ceil(inSight / 4);
    const count = Math.min(inSight + 2 * before, rows.length);
    const first = Math.floor(this.scrollTop / this.#rowHeight) - before;
    const from = Math.max(Math.min(first, rows.length - count), 0);
    this.#fitPool(count);
    const now = systemClock.now();
    for (let at = from; at < from + count; at++) this.#drawRow(at, data, now);
    this.#markActive();
  }

  #fitPool(count: number): void {
    for (const { element } of this.#pool.splice(count)) element.remove();
    while (this.#pool.length < count) {
      const element = document.createElement('div');
      element.setAttribute('role', 'row');
      this.#body.append(element);
      this.#pool.push({ element });
    }
  }

  /** Changes only what differs from what is drawn, because the rest would take much of a frame. */
  #drawRow(at: number, { rows, selected }: GridData, now: number): void {
    const drawn = this.#pool[at % this.#pool.length];
    const row = rows[at];
    if (!drawn || !row) return;
    const { element, drawnAt = -Infinity } = drawn;
    if (drawn.at !== at) {
      drawn.at = at;
      element.setAttribute('aria-rowindex', String(at + 2));
    }
    element.style.setProperty('transform', `translateY(${at * this.#rowHeight}px)`);
    const isSelected = selected.has(row.key);
    if (drawn.isSelected !== isSelected) {
      drawn.isSelected = isSelected;
      element.setAttribute('aria-selected', String(isSelected));
    }
    if (drawn.row === row && now - drawnAt < MINUTE_MS) return;
    drawn.row = row;
    drawn.drawnAt = now;
    element.className = `row ${rowClass(row)}`;
    if (this.#titledCell?.parentElement === element) this.#titledCell.removeAttribute('title');
    render(cellsView(row, this.#columns, now), element);
  }

  #elementOf(at: number): HTMLElement | undefined {
    return this.#pool.find((drawn) => drawn.at === at)?.element;
  }

  /** Marks the cell that the keyboard is in. A screen reader reads it when its id changes. */
  #markActive(): void {
    const { row, column } = this.#place;
    const parent = row < 0 ? this.#head : this.#elementOf(row);
    const cell = parent?.querySelectorAll<HTMLElement>('.cell')[column];
    const id = `cell-${row}-${column}`;
    if (this.#activeCell !== cell) {
      this.#activeCell?.removeAttribute('id');
      this.#activeCell?.removeAttribute('data-active');
      this.#activeCell = cell;
      cell?.toggleAttribute('data-active', true);
    }
    if (!cell) this.removeAttribute('aria-activedescendant');
    else if (cell.id !== id) {
      cell.id = id;
      this.setAttribute('aria-activedescendant', id);
    }
  }

  #moveTo(place: Place): void {
    this.#hasStarted = true;
    this.#place = place;
    this.#active = this.#data?.rows[place.row]?.key;
    const start = place.row * this.#rowHeight;
    if (place.row >= 0) {
      const top = Math.max(this.scrollTop, start + this.#rowHeight - this.#height);
      this.scrollTop = Math.min(top, start);
    }
    this.#draw();
    this.#activeCell?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    this.#reportPlace();
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
    if (!event.shiftKey || to === undefined || next.row < 0) return;
    data.actions.select((now, shown) => extend(now, shown, before ?? to, to));
  };

  readonly #onClick = (event: MouseEvent): void => {
    const clicked = clickedIn(event.target);
    if (!this.#data || !clicked) return;
    const before = this.#active;
    this.#moveTo({ row: clicked.row, column: this.#columns.indexOf(clicked.column) });
    actOnClick(clicked, event, before, this.#data);
  };

  /** Sets the attribute for the context menu; the editor handles the event next and reads it. */
  readonly #onMenu = (event: MouseEvent): void => {
    const data = this.#data;
    if (!data) return;
    // On a Mac, a click with Control opens the menu too.
    const isByKey = event.button !== 2 && !event.ctrlKey;
    if (isByKey && event.isTrusted) {
      openMenuAt(this.#activeCell ?? this, this, event);
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
    this.#titledCell = cell;
  };
}

customElements.define('mintscope-grid', Grid);
