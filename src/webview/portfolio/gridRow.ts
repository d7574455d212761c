import { html, render } from 'lit';
import { type StatusTone, statusTone } from '../../core/model/statusTone.ts';
import type { PortfolioRow } from '../../protocol/portfolio.ts';
import { icon, statusIcon } from '../kit/controls.ts';
import type { Format } from '../kit/format.ts';
import { cellText, COLUMNS, nameOf } from './columns.ts';

/** What a drawn row shows besides the row itself. */
export interface RowLook {
  /** Its place in the table, from 0. */
  readonly at: number;
  readonly selected: boolean;
  readonly format: Format;
  readonly now: number;
}

/**
 * The elements of one row of the grid, which show one row after another while the grid is scrolled.
 * They are changed only where they differ, because that is done many times in a frame.
 */
export class GridRow {
  readonly element = document.createElement('div');
  readonly #cells: readonly HTMLElement[];
  readonly #texts: readonly HTMLElement[];
  readonly #retry = document.createElement('button');
  #row: PortfolioRow | undefined;
  #tone: StatusTone | undefined;

  constructor() {
    this.element.className = 'row';
    this.element.setAttribute('role', 'row');
    this.#texts = COLUMNS.map(() => document.createElement('bdi'));
    this.#cells = COLUMNS.map(({ id, numeric }, index) => {
      const cell = document.createElement('div');
      cell.className = numeric ? `cell col-${id} number` : `cell col-${id}`;
      cell.setAttribute('role', 'gridcell');
      cell.setAttribute('aria-colindex', String(index + 1));
      return cell;
    });
    this.#retry.type = 'button';
    this.#retry.className = 'link retry';
    // The grid is one stop of the Tab key: Enter in this cell does the same.
    this.#retry.tabIndex = -1;
    for (const [index, { id }] of COLUMNS.entries()) this.#fill(id, index);
    this.element.append(...this.#cells);
  }

  /** The cell of a column, by its place. */
  cell(column: number): HTMLElement | undefined {
    return this.#cells[column];
  }

  /** The key of the row that is shown. */
  get key(): string | undefined {
    return this.#row?.key;
  }

  draw(row: PortfolioRow, { at, selected, format, now }: RowLook, rowHeight: number): void {
    const { element } = this;
    element.style.setProperty('transform', `translateY(${at * rowHeight}px)`);
    setAttribute(element, 'aria-rowindex', String(at + 2));
    setAttribute(element, 'aria-selected', String(selected));
    if (row === this.#row) return;
    this.#row = row;
    element.classList.toggle('concerning', row.concerns.length > 0);
    for (const [index, { id }] of COLUMNS.entries()) {
      const text = this.#texts[index];
      if (text) setText(text, cellText(row, id, { format, now }));
    }
    this.#title('name', [nameOf(row), row.symbol, row.kind && `${row.kind}/${row.id ?? ''}`]);
    this.#title('concerns', [cellText(row, 'concerns', { format, now })]);
    this.#title('status', [row.status]);
    this.#title('asOf', [row.asOf === undefined ? undefined : format.fullDate(row.asOf)]);
    this.#showTone(row.status === undefined ? undefined : statusTone(row.status));
    this.#showRetry(row);
  }

  /** Puts into a cell what it holds besides its text. */
  #fill(id: string, index: number): void {
    const [cell, text] = [this.#cells[index], this.#texts[index]];
    if (!cell || !text) return;
    if (id === 'name') {
      text.className = 'open';
      render(
        html`<span class="check" aria-hidden="true">${icon('check')}</span>${text}<span class="mark"
            >${icon('warning')}</span
          >`,
        cell,
      );
    } else if (id === 'status') {
      render(html`<span class="tone"></span>${text}`, cell);
    } else if (id === 'concerns') {
      render(html`<span class="mark">${icon('warning')}</span>${text}${this.#retry}`, cell);
    } else {
      cell.append(text);
    }
  }

  #title(id: string, parts: readonly (string | undefined)[]): void {
    const cell = this.#cells[COLUMNS.findIndex((column) => column.id === id)];
    const title = parts.filter((part) => part !== undefined && part !== '').join(' · ');
    if (cell && cell.title !== title) cell.title = title;
  }

  #showTone(tone: StatusTone | undefined): void {
    if (tone === this.#tone) return;
    this.#tone = tone;
    const place = this.element.querySelector<HTMLElement>('.tone');
    if (!place) return;
    place.className = `tone ${tone ?? ''}`;
    render(tone === undefined ? '' : statusIcon(tone), place);
  }

  #showRetry({ failure, loading = false }: PortfolioRow): void {
    this.#retry.hidden = failure === undefined && !loading;
    this.#retry.disabled = loading;
    setText(this.#retry, loading ? 'Reading…' : 'Retry');
  }
}

function setText(element: HTMLElement, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

/** Setting an attribute costs a style recalculation even if nothing changes. */
function setAttribute(element: HTMLElement, name: string, value: string): void {
  if (element.getAttribute(name) !== value) element.setAttribute(name, value);
}
