/** One row of the table and its header, as templates. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { isAlarm } from '../../../core/stats/attention.ts';
import { partsOf } from '../../../core/stats/problems.ts';
import { rowTone } from '../../../core/stats/rowTone.ts';
import { wholeOf } from '../../../core/stats/share.ts';
import { icon, toneIcon, toneStyle } from '../../../page/controls.ts';
import { fillOf, segmentsOf } from '../../../page/stackedBar.ts';
import { type Column, COLUMNS, reasonsOf } from '../columns.ts';
import type { PortfolioRow, PortfolioView } from '../messages.ts';

/** The place of a column among all, from 1. */
function placeOf(column: Column): number {
  return COLUMNS.indexOf(column) + 1;
}

export function headView(
  columns: readonly Column[],
  { sort, descending }: PortfolioView,
  checked: 'true' | 'false' | 'mixed',
): TemplateResult {
  return html`<div class="row" role="row" aria-rowindex="1">
    ${columns.map((column) => {
      const { id, isAtEnd } = column;
      const direction = sort !== id ? 'none' : descending ? 'descending' : 'ascending';
      return html`<div
        class=${`cell col-${id} ${isAtEnd ? 'number' : ''} ${direction}`}
        role="columnheader"
        aria-colindex=${placeOf(column)}
        aria-sort=${direction}
        title=${column.meaning()}
      >
        ${id === 'name' ? checkAll(checked) : nothing}<span class="label">${column.heading()}</span
        ><span class="arrow" aria-hidden="true"></span>
      </div>`;
    })}
  </div>`;
}

function checkAll(checked: 'true' | 'false' | 'mixed'): TemplateResult {
  const label = l10n.t('Select all shown');
  return html`<span
    class="check"
    role="checkbox"
    aria-checked=${checked}
    aria-label=${label}
    title=${label}
    >${checked === 'mixed' ? html`<span class="some"></span>` : icon('check')}</span
  >`;
}

/** The classes of a row, apart from `row`. */
export function rowClass({ acknowledged, concerns, failure }: PortfolioRow): string {
  const isAlarming = acknowledged !== true && concerns.some(({ kind }) => isAlarm(kind));
  return [
    isAlarming ? 'concerning' : '',
    acknowledged === true ? 'acknowledged' : '',
    failure === undefined ? '' : 'unread',
  ].join(' ');
}

/** The cells of a row. @param now in milliseconds since 1970. */
export function cellsView(
  row: PortfolioRow,
  columns: readonly Column[],
  now: number,
): readonly TemplateResult[] {
  return columns.map((column) => {
    const { id, isAtEnd } = column;
    return html`<div
      class=${isAtEnd ? `cell col-${id} number` : `cell col-${id}`}
      role="gridcell"
      aria-colindex=${placeOf(column)}
    >
      ${contentOf(row, column, columns, now)}
    </div>`;
  });
}

function contentOf(
  row: PortfolioRow,
  column: Column,
  columns: readonly Column[],
  now: number,
): TemplateResult {
  switch (column.id) {
    case 'name':
      return html`<span class="check" aria-hidden="true">${icon('check')}</span
        ><bdi class="open">${column.text(row, now)}</bdi>${
          row.watched === true
            ? html`<span class="watched" role="img" aria-label=${l10n.t('Watched')}
                >${icon('eye')}</span
              >`
            : nothing
        }<span class="mark">${icon('warning')}</span>`;
    case 'share':
      return html`<span class="meter" ?hidden=${!row.counts} .style=${meterStyle(row)}></span
        ><bdi class="percent">${column.text(row, now)}</bdi>`;
    case 'status': {
      const kinds = row.concerns.map(({ kind }) => kind);
      const tone = rowTone(row.counts, row.status, kinds);
      return html`<span class="tone" .style=${toneStyle(tone)}>${toneIcon(tone)}</span
        ><bdi>${column.text(row, now)}</bdi>`;
    }
    case 'concerns':
      return concernsView(
        row,
        columns.some(({ id }) => id === 'status'),
      );
    default:
      return html`<bdi>${column.text(row, now)}</bdi>`;
  }
}

/** @param hasStatus whether a column says the status, so that no chip has to. */
function concernsView(row: PortfolioRow, hasStatus: boolean): TemplateResult {
  const { failure, loading = false } = row;
  const chips = reasonsOf(row).filter(({ isStatus }) => !(hasStatus && isStatus));
  return html`<span class="chips"
      >${chips.map(({ kind, words }) => html`<bdi class=${`chip ${kind}`}>${words}</bdi>`)}</span
    >${
      failure === undefined && !loading
        ? nothing
        : html`<button type="button" class="link retry" tabindex="-1" ?disabled=${loading}>
            ${
              loading
                ? l10n.t('Reading…')
                : l10n.t({
                    message: 'Retry',
                    args: [],
                    comment: ['short, for a cell of the table'],
                  })
            }
          </button>`
    }`;
}

/** Three pixels of the bar: so that a few failed NFTs among thousands are seen. */
const SMALLEST_SHARE = 0.03;

/**
 * The bar of a row as an image of CSS, which costs less than elements while rows are scrolled. Its
 * parts stand a pixel apart, so that they differ without color.
 */
function meterStyle({ counts }: PortfolioRow): string {
  if (!counts) return '';
  const percent = (share: number) => `${(share * 100).toFixed(1)}%`;
  const stops = segmentsOf(partsOf(counts), wholeOf(counts) ?? 0, SMALLEST_SHARE).map(
    ({ part, from, width }) => {
      const end = percent(from + width);
      return `${fillOf(part)} ${percent(from)} calc(${end} - 1px), transparent 0 ${end}`;
    },
  );
  if (stops.length === 0) return '';
  return `background-image: linear-gradient(to right, ${stops.join(', ')}, transparent 0)`;
}
