import type { Column, PortfolioRow } from '../../messages.ts';
import { systemClock } from '../../../../editor/systemClock.ts';
import { layoutOf, visibleColumns } from '../columnFit.ts';
import { ActiveCell } from './activeCell.ts';
import { drawHead } from './gridHead.ts';
import { actOnClick, actOnKey, clickedIn, menuOf } from './gridInput.ts';
import { returnFocus } from '../focus.ts';
import { keptPlace, moved, type Place, rowsToDraw, rowToReturnTo, scrolledTo } from '../place.ts';
import { RowPool } from './gridRow.ts';
import type { GridData } from '../screen.ts';
import { extend } from '../selection.ts';

/**
 * `<mintscope-grid>`: the table of the portfolio. Only the rows in sight are in the page, all of one
 * height, which takes less code than a library for rows of any height. It is one stop of the Tab
 * key. The cell that the keyboard is in is its active descendant, because the element of a cell
 * shows another row as soon as the grid is scrolled.
 */
class Grid extends HTMLElement {
  #data: GridData | undefined;
  /** Whether the place of an earlier page was returned to, or the user has left it. */
  #started = false;
  #rowHeight = 26;
  #columns: readonly Column[] = [];
  #place: Place = { row: 0, column: 0 };
  /** The key of the row that the keyboard is in; the keyboard stays in it when rows are sorted. */
  #active: string | undefined;
  readonly #cell = new ActiveCell(this);
  readonly #head = document.createElement('div');
  readonly #body = document.createElement('div');
  readonly #pool = new RowPool(this.#body);
  readonly #resized = new ResizeObserver(() => {
    this.#measure();
  });

  set data(data: GridData) {
    const previous = this.#data;
    this.#data = data;
    if (previous?.rows !== data.rows) this.#keepPlace(data.rows);
    // After sorting or filtering, show the table from its beginning.
    if (previous && previous.view !== data.view) this.scrollTop = 0;
    this.#body.style.setProperty('height', `${data.rows.length * this.#rowHeight}px`);
    if (!this.#started) this.#begin(data);
    if (this.isConnected && previous?.view !== data.view) this.#fitColumns();
    drawHead(this.#head, data, this.#columns);
    this.#draw();
  }

  connectedCallback(): void {
    this.#head.className = 'head';
    this.#head.setAttribute('role', 'rowgroup');
    this.#body.className = 'body';
    this.#body.setAttribute('role', 'rowgroup');
    this.replaceChildren(this.#head, this.#body);
    this.addEventListener('scroll', this.#onScroll, { passive: true });
    this.addEventListener('focus', this.#onFocus);
    this.addEventListener('blur', this.#onFocus);
    this.addEventListener('keydown', this.#onKey);
    this.addEventListener('click', this.#onClick);
    this.addEventListener('mouseover', this.#onHover);
    this.addEventListener('contextmenu', this.#onMenu);
    this.#resized.observe(this);
  }

  disconnectedCallback(): void {
    this.#resized.disconnect();
  }

  get #typeHeight(): number {
    return Number.parseFloat(getComputedStyle(this).fontSize);
  }

  #fitColumns(): void {
    const data = this.#data;
    const box = { width: this.clientWidth, type: this.#typeHeight };
    if (!data || box.width === 0) return;
    const columns = visibleColumns(data.view, box);
    const isSame = String(columns) === String(this.#columns);
    const { template, least, name } = layoutOf(columns, box);
    this.style.setProperty('--columns', template);
    this.style.setProperty('--least', `${least}px`);
    this.style.setProperty('--name', `${name}px`);
    // A sticky column costs time in each frame, so it is one only where it is needed.
    this.classList.toggle('sideways', least > box.width);
    if (isSame) return;
    this.#columns = columns;
    const { row, column } = this.#place;
    this.#place = { row, column: Math.min(column, columns.length - 1) };
    drawHead(this.#head, data, columns);
    data.actions.columnsFitted(columns);
  }

  /** Sets the height of rows by the font size of the editor, and fits the columns to the width. */
  #measure(): void {
    const height = Math.round(this.#typeHeight * 2);
    if (height !== this.#rowHeight || !this.style.getPropertyValue('--row-height')) {
      this.#rowHeight = height;
      this.style.setProperty('--row-height', `${height}px`);
      const { rows = [] } = this.#data ?? {};
      this.#body.style.setProperty('height', `${rows.length * height}px`);
    }
    this.#fitColumns();
    this.#draw();
  }

  /** What is in sight below the headings. */
  get #sight() {
    return {
      top: this.scrollTop,
      height: Math.max(this.clientHeight - this.#rowHeight, 0),
      rowHeight: this.#rowHeight,
    };
  }

  /** Returns to where an earlier page was, if the rows for that have arrived. */
  #begin(data: GridData): void {
    const row = rowToReturnTo(data, this.#sight);
    if (row === undefined) return;
    this.#started = true;
    this.scrollTop = data.start.top * this.#rowHeight;
    this.#place = { row, column: 0 };
    this.#active = data.rows[row]?.key;
    if (data.hadFocus) returnFocus(this);
  }

  #keepPlace(rows: readonly PortfolioRow[]): void {
    if (!this.#started || this.#place.row < 0) return;
    const keyboard = { active: this.#active, hasFocus: document.activeElement === this };
    const { place, top } = keptPlace(this.#place, keyboard, rows, this.#sight);
    this.#place = place;
    if (top === undefined) return;
    this.#body.style.setProperty('height', `${rows.length * this.#rowHeight}px`);
    this.scrollTop = top;
  }

  readonly #onScroll = (): void => {
    // If the user has scrolled already, do not scroll to where an earlier page was.
    this.#started = true;
    this.#draw();
    this.#reportPlace();
  };

  readonly #onFocus = (): void => {
    this.#data?.actions.focusMoved();
  };

  #reportPlace(): void {
    this.#data?.actions.moved({ top: this.scrollTop / this.#rowHeight, active: this.#active });
  }

  #draw(): void {
    const data = this.#data;
    if (!data || !this.isConnected || this.#columns.length === 0) return;
    const { rows, selected } = data;
    const { from, to } = rowsToDraw(this.#sight, rows.length);
    this.#pool.fit(to - from, this.#columns);
    const now = systemClock.now();
    for (let at = from; at < to; at++) {
      const row = rows[at];
      if (!row) continue;
      const look = { at, selected: selected.has(row.key), now };
      this.#pool.at(at)?.draw(row, look, this.#rowHeight);
    }
    const { row, column } = this.#place;
    const cell =
      row < 0
        ? this.#head.querySelectorAll<HTMLElement>('.cell')[column]
        : row >= from && row < to
          ? this.#pool.at(row)?.cell(column)
          : undefined;
    this.#cell.mark(cell, this.#place);
  }

  #moveTo(place: Place): void {
    this.#started = true;
    this.#place = place;
    this.#active = this.#data?.rows[place.row]?.key;
    if (place.row >= 0) this.scrollTop = scrolledTo(place.row, this.#sight);
    this.#draw();
    this.#cell.scrollIntoView();
    this.#reportPlace();
  }

  readonly #onKey = (event: KeyboardEvent): void => {
    const data = this.#data;
    if (!data || event.altKey) return;
    if (actOnKey(event, this.#place, { ...data, columns: this.#columns })) {
      event.preventDefault();
      return;
    }
    const { rows } = data;
    const { height, rowHeight } = this.#sight;
    const extent = {
      rows: rows.length,
      columns: this.#columns.length,
      page: Math.max(Math.floor(height / rowHeight) - 1, 1),
    };
    const next = moved(
      this.#place,
      { key: event.key, toEnds: event.ctrlKey || event.metaKey },
      extent,
    );
    if (!next) return;
    event.preventDefault();
    const before = this.#active;
    this.#moveTo(next);
    if (!event.shiftKey || this.#active === undefined || next.row < 0) return;
    const to = this.#active;
    data.actions.select((now, shown) => extend(now, shown, before ?? to, to));
  };

  readonly #onClick = (event: MouseEvent): void => {
    const data = this.#data;
    const clicked = data && clickedIn(event.target);
    if (!clicked) return;
    const before = this.#active;
    this.#moveTo({ row: clicked.row, column: this.#columns.indexOf(clicked.column) });
    actOnClick(clicked, event, { ...data, before });
  };

  /** Sets the attribute for the context menu; the editor handles the event next and reads it. */
  readonly #onMenu = (event: MouseEvent): void => {
    const data = this.#data;
    if (!data) return;
    // On a Mac, a click with Control opens the menu too.
    const byKeyboard = event.button !== 2 && !event.ctrlKey;
    if (byKeyboard && event.isTrusted) {
      this.#cell.openMenu(event);
      return;
    }
    const row = byKeyboard ? this.#place.row : clickedIn(event.target)?.row;
    const context = menuOf(row === undefined ? undefined : data.rows[row], data);
    this.setAttribute('data-vscode-context', JSON.stringify(context));
  };

  readonly #onHover = ({ target }: MouseEvent): void => {
    const pointed = clickedIn(target);
    if (!pointed || pointed.row < 0) return;
    const column = this.#columns.indexOf(pointed.column);
    this.#pool.at(pointed.row)?.hover(column, systemClock.now());
  };
}

customElements.define('mintscope-grid', Grid);
