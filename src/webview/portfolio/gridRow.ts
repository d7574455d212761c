import * as l10n from '@vscode/l10n';
import { html, render } from 'lit';
import { type RowTone, rowTone } from '../../core/stats/rowTone.ts';
import { type Column, COLUMNS, type PortfolioRow } from '../../protocol/portfolio.ts';
import { icon, toneIcon } from '../kit/controls.ts';
import type { Format } from '../kit/format.ts';
import { cellText, cellTitle, NUMERIC } from './columns.ts';

/** After this time a row is drawn anew. */
const FRESH_MS = 60_000;

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
  readonly #texts = COLUMNS.map(() => document.createTextNode(''));
  readonly #retry = document.createElement('button');
  /** The icon of the status, and those of the statuses shown so far. */
  readonly #icon = document.createElement('span');
  readonly #icons = new Map<RowTone, HTMLElement>();
  #row: PortfolioRow | undefined;
  #at: number | undefined;
  #top: number | undefined;
  #selected: boolean | undefined;
  #tone: RowTone | undefined;
  #drawnAt = 0;
  #titled: HTMLElement | undefined;

  constructor() {
    this.element.className = 'row';
    this.element.setAttribute('role', 'row');
    this.#cells = COLUMNS.map((id, index) => {
      const cell = document.createElement('div');
      cell.className = NUMERIC.has(id) ? `cell col-${id} number` : `cell col-${id}`;
      cell.setAttribute('role', 'gridcell');
      cell.setAttribute('aria-colindex', String(index + 1));
      return cell;
    });
    this.#retry.type = 'button';
    this.#retry.className = 'link retry';
    // The grid is one stop of the Tab key: Enter in this cell does the same.
    this.#retry.tabIndex = -1;
    for (const [index, id] of COLUMNS.entries()) this.#fill(id, index);
    this.element.append(...this.#cells);
  }

  cell(column: number): HTMLElement | undefined {
    return this.#cells[column];
  }

  /** Nothing is touched that is drawn already: that alone would cost much of a frame. */
  draw(row: PortfolioRow, { at, selected, format, now }: RowLook, rowHeight: number): void {
    const { element } = this;
    const top = at * rowHeight;
    if (top !== this.#top) {
      this.#top = top;
      element.style.setProperty('transform', `translateY(${top}px)`);
    }
    if (at !== this.#at) {
      this.#at = at;
      element.setAttribute('aria-rowindex', String(at + 2));
    }
    if (selected !== this.#selected) {
      this.#selected = selected;
      element.setAttribute('aria-selected', String(selected));
    }
    // A time without a date is of today.
    if (row === this.#row && now - this.#drawnAt < FRESH_MS) return;
    this.#row = row;
    this.#drawnAt = now;
    this.#titled?.removeAttribute('title');
    element.classList.toggle('concerning', row.concerns.length > 0);
    element.classList.toggle('unread', row.failure !== undefined);
    element.classList.toggle('watching', row.watched === true);
    for (const [index, id] of COLUMNS.entries()) {
      const [text, words] = [this.#texts[index], cellText(row, id, { format, now })];
      if (text && text.data !== words) text.data = words;
    }
    this.#showTone(rowTone(row.counts, row.status, row.concerns));
    this.#showRetry(row);
  }

  /** Gives the cell under the pointer its tooltip: the whole of a text that may be cut. */
  hover(column: number, look: { readonly format: Format; readonly now: number }): void {
    const [cell, id] = [this.#cells[column], COLUMNS[column]];
    if (!cell || !id || !this.#row) return;
    cell.title = cellTitle(this.#row, id, look);
    this.#titled = cell;
  }

  #fill(id: Column, index: number): void {
    const [cell, words] = [this.#cells[index], this.#texts[index]];
    if (!cell || !words) return;
    const text = document.createElement('bdi');
    text.append(words);
    if (id === 'name') {
      text.className = 'open';
      render(
        html`<span class="check" aria-hidden="true">${icon('check')}</span>${text}<span
            class="watched"
            role="img"
            aria-label=${l10n.t('Watched')}
            >${icon('eye')}</span
          ><span class="mark">${icon('warning')}</span>`,
        cell,
      );
    } else if (id === 'status') {
      cell.append(this.#icon, text);
    } else if (id === 'concerns') {
      render(html`<span class="mark">${icon('warning')}</span>${text}${this.#retry}`, cell);
    } else {
      cell.append(text);
    }
  }

  #showTone(tone: RowTone | undefined): void {
    if (tone === this.#tone) return;
    this.#tone = tone;
    this.#icon.className = `tone ${tone ?? ''}`;
    if (tone === undefined) {
      this.#icon.replaceChildren();
      return;
    }
    let drawn = this.#icons.get(tone);
    if (!drawn) {
      drawn = document.createElement('span');
      render(toneIcon(tone), drawn);
      this.#icons.set(tone, drawn);
    }
    this.#icon.replaceChildren(drawn);
  }

  #showRetry({ failure, loading = false }: PortfolioRow): void {
    this.#retry.hidden = failure === undefined && !loading;
    this.#retry.disabled = loading;
    if (this.#retry.hidden) return;
    this.#retry.textContent = loading
      ? l10n.t('Reading…')
      : l10n.t({ message: 'Retry', args: [], comment: ['short, for a cell of the table'] });
  }
}

/** The elements of the rows drawn; the row at place `n` of the table is shown by number `n % size`. */
export class RowPool {
  readonly #body: HTMLElement;
  #rows: GridRow[] = [];

  constructor(body: HTMLElement) {
    this.#body = body;
  }

  /** Has as many elements as rows are drawn. */
  fit(size: number): void {
    if (this.#rows.length === size) return;
    while (this.#rows.length > size) this.#rows.pop()?.element.remove();
    const added = Array.from({ length: size - this.#rows.length }, () => new GridRow());
    this.#body.append(...added.map(({ element }) => element));
    this.#rows = [...this.#rows, ...added];
  }

  /** The element for the row at this place; `undefined` if none is drawn. */
  at(place: number): GridRow | undefined {
    return this.#rows[place % this.#rows.length];
  }
}
