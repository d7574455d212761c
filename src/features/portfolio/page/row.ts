/** One row of the table and its header, as templates. */

import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { isAlarm } from '../../../core/stats/attention.ts';
import { partsOf } from '../../../core/stats/problems.ts';
import { rowTone } from '../../../core/stats/rowTone.ts';
import { wholeOf } from '../../../core/stats/share.ts';
import { icon, toneIcon, toneStyle } from '../../../page/controls.ts';
import { fillOf, segmentsOf } from '../../../page/stackedBar.ts';
import {
  type Column,
  COLUMNS,
  failedSinceAt,
  type ProjectRow,
  reasonsOf,
} from '../../../core/messages/projectColumns.ts';
import type { Screen } from './table.ts';

/** Row -1 is the header. */
export interface Place {
  readonly row: number;
  readonly column: number;
}

/** A screen reader reads the cell that the keyboard is in when this changes. */
export function cellId({ row, column }: Place): string {
  return `cell-${row}-${column}`;
}

/** @param active the column that the keyboard is in; -1 if it is in another row. */
export function headView(
  columns: readonly Column[],
  { view, table, chosen }: Screen,
  active: number,
): TemplateResult {
  const { sort, descending } = view;
  const isAll = chosen.length === table.rows.length;
  const checked = chosen.length === 0 ? 'false' : isAll ? 'true' : 'mixed';
  return html`<div class="row" role="row" aria-rowindex="1">
    ${columns.map((column, at) => {
      const { id, isNumeric } = column;
      const direction = sort !== id ? 'none' : descending ? 'descending' : 'ascending';
      return html`<div
        class=${`cell col-${id} ${isNumeric ? 'end' : ''} ${direction}`}
        role="columnheader"
        id=${at === active ? cellId({ row: -1, column: at }) : nothing}
        ?data-active=${at === active}
        aria-colindex=${COLUMNS.indexOf(column) + 1}
        aria-sort=${direction}
        title=${(column.meaning ?? column.heading)()}
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
    >${checked === 'mixed' ? '–' : icon('check')}</span
  >`;
}

export function rowClass({ acknowledged, concerns, failure }: ProjectRow): string {
  const isAlarming = acknowledged !== true && concerns.some(({ kind }) => isAlarm(kind));
  return `row ${isAlarming ? 'concerning' : ''} ${acknowledged === true ? 'acknowledged' : ''} ${
    failure === undefined ? '' : 'unread'
  }`;
}

/** Most cells are text only: elements in them would take much of a frame while rows are scrolled. */
export function cellsView(
  row: ProjectRow,
  columns: readonly Column[],
  now: number,
  active: Place | undefined,
): readonly TemplateResult[] {
  return columns.map((column, at) => {
    const isActive = active?.column === at;
    return html`<div
      class=${column.isNumeric ? `cell col-${column.id} end` : `cell col-${column.id}`}
      role="gridcell"
      id=${isActive ? cellId(active) : nothing}
      ?data-active=${isActive}
      aria-colindex=${COLUMNS.indexOf(column) + 1}
    >
      ${contentOf(row, column, now)}
    </div>`;
  });
}

function contentOf(row: ProjectRow, column: Column, now: number): TemplateResult | string {
  const text = column.text(row, now);
  switch (column.id) {
    case 'name':
      return html`<span class="check" aria-hidden="true">${icon('check')}</span><bdi>${text}</bdi>${
          row.watched === true
            ? html`<span class="watched" role="img" aria-label=${l10n.t('Watched')}
                >${icon('eye')}</span
              >`
            : nothing
        }`;
    case 'share':
      return html`<span class="meter" ?hidden=${!row.counts} .style=${meterStyle(row)}></span
        ><span class="percent">${text}</span>`;
    case 'status': {
      const kinds = row.concerns.map(({ kind }) => kind);
      const tone = rowTone(row.counts, row.status, kinds);
      return html`<span class="tone" .style=${toneStyle(tone)}>${toneIcon(tone)}</span
        ><bdi>${text}</bdi>`;
    }
    case 'concerns':
      if (row.concerns.length === 0) return '';
      return concernsView(row, now);
    default:
      return text;
  }
}

/** Since when it has failed comes last: it is left out first if there is no room. */
function concernsView(row: ProjectRow, now: number): TemplateResult {
  const chips = reasonsOf(row, now).map(
    ({ kind, words }) => html`<bdi class=${`chip ${kind}`}>${words}</bdi>`,
  );
  return html`<span class="chips"
    >${chips}<span class="quiet">${failedSinceAt(row, now)}</span></span
  >`;
}

/** Three pixels of the bar: so that a few failed NFTs among thousands are seen. */
const SMALLEST_SHARE = 0.03;

/**
 * The bar of a row as an image of CSS, which costs less than elements while rows are scrolled. Its
 * parts stand a pixel apart, so that they differ without color.
 */
function meterStyle({ counts }: ProjectRow): string {
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
