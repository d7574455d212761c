import { isAlarm } from '../../../../core/stats/attention.ts';
import * as l10n from '@vscode/l10n';
import { html, render } from 'lit';
import { type RowTone, rowTone } from '../../../../core/stats/rowTone.ts';
import { type Column, COLUMNS, type PortfolioRow } from '../../messages.ts';
import { icon, toneIcon } from '../../../../page/controls.ts';
import { cellText, cellTitle, END_ALIGNED, reasonsOf } from '../columns.ts';
import { meterImage } from './meter.ts';

/** A row that has not changed is drawn again after this time. */
const FRESH_MS = 60_000;

export interface RowLook {
  /** Its place in the table, from 0. */
  readonly at: number;
  readonly selected: boolean;
  readonly now: number;
}

/**
 * The elements of one row in sight, which are used for other rows while the grid is scrolled. They
 * are changed only where they differ, because that is done many times in a frame.
 */
export class GridRow {
  readonly element = document.createElement('div');
  readonly #columns: readonly Column[];
  readonly #cells: readonly HTMLElement[];
  readonly #texts: readonly Text[];
  readonly #retry = document.createElement('button');
  readonly #icon = document.createElement('span');
  /** The icons shown so far, each of which is put into `#icon` when it is needed again. */
  readonly #icons = new Map<RowTone, HTMLElement>();
  readonly #meter = document.createElement('span');
  #meterImage = '';
  /** The concerns, one element each. */
  readonly #chips = document.createElement('span');
  readonly #spareChips: HTMLElement[] = [];
  #row: PortfolioRow | undefined;
  #at: number | undefined;
  #top: number | undefined;
  #selected: boolean | undefined;
  #tone: RowTone | undefined;
  #drawnAt = 0;
  #titledCell: HTMLElement | undefined;

  constructor(columns: readonly Column[]) {
    this.#columns = columns;
    this.element.className = 'row';
    this.element.setAttribute('role', 'row');
    this.#texts = columns.map(() => document.createTextNode(''));
    this.#cells = columns.map((id) => {
      const cell = document.createElement('div');
      cell.className = END_ALIGNED.has(id) ? `cell col-${id} number` : `cell col-${id}`;
      cell.setAttribute('role', 'gridcell');
      cell.setAttribute('aria-colindex', String(COLUMNS.indexOf(id) + 1));
      return cell;
    });
    this.#meter.className = 'meter';
    this.#chips.className = 'chips';
    this.#retry.type = 'button';
    this.#retry.className = 'link retry';
    // The grid is one stop of the Tab key: Enter in this cell does the same.
    this.#retry.tabIndex = -1;
    for (const [index, id] of columns.entries()) this.#fill(id, index);
    this.element.append(...this.#cells);
  }

  cell(column: number): HTMLElement | undefined {
    return this.#cells[column];
  }

  /** Changes only what differs from what is drawn, because the rest would take much of a frame. */
  draw(row: PortfolioRow, { at, selected, now }: RowLook, rowHeight: number): void {
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
    // After a minute it is drawn again: a time without a date may no longer be of today.
    if (row === this.#row && now - this.#drawnAt < FRESH_MS) return;
    this.#row = row;
    this.#drawnAt = now;
    this.#titledCell?.removeAttribute('title');
    const isAlarming = row.acknowledged !== true && row.concerns.some(({ kind }) => isAlarm(kind));
    element.classList.toggle('concerning', isAlarming);
    element.classList.toggle('acknowledged', row.acknowledged === true);
    element.classList.toggle('unread', row.failure !== undefined);
    element.classList.toggle('watching', row.watched === true);
    for (const [index, id] of this.#columns.entries()) {
      if (id === 'concerns') continue;
      const [text, words] = [this.#texts[index], cellText(row, id, now)];
      if (text && text.data !== words) text.data = words;
    }
    const kinds = row.concerns.map(({ kind }) => kind);
    this.#showTone(rowTone(row.counts, row.status, kinds));
    this.#showMeter(row);
    this.#showChips(row);
    this.#showRetry(row);
  }

  /** Gives the cell under the pointer its tooltip: the whole of a text that may be cut. */
  hover(column: number, now: number): void {
    const [cell, id] = [this.#cells[column], this.#columns[column]];
    if (!cell || !id || !this.#row) return;
    cell.title = cellTitle(this.#row, id, now);
    this.#titledCell = cell;
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
      cell.append(this.#chips, this.#retry);
    } else if (id === 'share') {
      text.className = 'percent';
      cell.append(this.#meter, text);
    } else {
      cell.append(text);
    }
  }

  #showTone(tone: RowTone): void {
    if (tone === this.#tone) return;
    this.#tone = tone;
    this.#icon.className = `tone ${tone}`;
    let drawn = this.#icons.get(tone);
    if (!drawn) {
      drawn = document.createElement('span');
      render(toneIcon(tone), drawn);
      this.#icons.set(tone, drawn);
    }
    this.#icon.replaceChildren(drawn);
  }

  #showMeter(row: PortfolioRow): void {
    const image = meterImage(row);
    this.#meter.hidden = row.counts === undefined;
    if (image === this.#meterImage) return;
    this.#meterImage = image;
    this.#meter.style.setProperty('background-image', image === '' ? 'none' : image);
  }

  #showChips(row: PortfolioRow): void {
    const concerns = reasonsOf(row);
    while (this.#chips.childElementCount > concerns.length) {
      this.#spareChips.push(this.#chips.lastElementChild as HTMLElement);
      this.#chips.lastElementChild?.remove();
    }
    for (const [index, { kind, words }] of concerns.entries()) {
      let chip = this.#chips.children[index];
      if (!chip) {
        chip = this.#spareChips.pop() ?? document.createElement('bdi');
        this.#chips.append(chip);
      }
      if (chip.className !== `chip ${kind}`) chip.className = `chip ${kind}`;
      if (chip.textContent !== words) chip.textContent = words;
    }
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

/** The elements of the rows drawn. Row `n` of the table is shown by element `n % size`. */
export class RowPool {
  readonly #body: HTMLElement;
  #columns: readonly Column[] = [];
  #rows: GridRow[] = [];

  constructor(body: HTMLElement) {
    this.#body = body;
  }

  /** Adds or removes elements until there are `size`, with these columns. */
  fit(size: number, columns: readonly Column[]): void {
    if (this.#columns !== columns) {
      for (const { element } of this.#rows) element.remove();
      this.#rows = [];
      this.#columns = columns;
    }
    if (this.#rows.length === size) return;
    while (this.#rows.length > size) this.#rows.pop()?.element.remove();
    const added = Array.from({ length: size - this.#rows.length }, () => new GridRow(columns));
    this.#body.append(...added.map(({ element }) => element));
    this.#rows = [...this.#rows, ...added];
  }

  /** The element of a row, which must be one of those drawn; `undefined` if none are. */
  at(place: number): GridRow | undefined {
    return this.#rows[place % this.#rows.length];
  }
}
