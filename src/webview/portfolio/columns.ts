/** The columns of the portfolio's table and their texts, without a DOM. */

import * as l10n from '@vscode/l10n';
import { percentConfirmed } from '../../core/stats/share.ts';
import type { PortfolioRow, PortfolioView, SortColumn } from '../../protocol/portfolio.ts';
import type { Format } from '../kit/format.ts';
import { labelOf, meaningOf } from '../kit/stages.ts';

export interface Column {
  readonly id: SortColumn;
  /** Whether numbers are aligned in it. */
  readonly numeric: boolean;
}

/** The most important first, because a narrow table shows only the first ones without scrolling. */
export const COLUMNS: readonly Column[] = [
  { id: 'name', numeric: false },
  { id: 'status', numeric: false },
  { id: 'share', numeric: true },
  { id: 'concerns', numeric: false },
  { id: 'total', numeric: true },
  { id: 'confirmed', numeric: true },
  { id: 'processing', numeric: true },
  { id: 'pending', numeric: true },
  { id: 'kind', numeric: false },
  { id: 'symbol', numeric: false },
  { id: 'asOf', numeric: true },
];

/** The heading of a column. */
export function headingOf(column: SortColumn): string {
  switch (column) {
    case 'name':
      return l10n.t('Name');
    case 'status':
      return l10n.t('Status');
    case 'share':
      return l10n.t('Progress');
    case 'concerns':
      return l10n.t('Needs attention');
    case 'kind':
      return l10n.t('Kind');
    case 'symbol':
      return l10n.t('Symbol');
    case 'asOf':
      return l10n.t('As of');
    case 'total':
    case 'confirmed':
    case 'processing':
    case 'pending':
      return labelOf(column);
  }
}

/** The hover of the heading of a column. */
export function headingTitle(column: SortColumn): string {
  switch (column) {
    case 'name':
      return l10n.t('Name of the project');
    case 'status':
      return l10n.t('Status of the project, as the list gives it');
    case 'share':
      return l10n.t('Share of NFTs that are confirmed');
    case 'concerns':
      return l10n.t('What a person may have to look into');
    case 'kind':
      return l10n.t('Whether its NFTs can be transferred');
    case 'symbol':
      return l10n.t('Symbol of the project');
    case 'asOf':
      return l10n.t('When the counts were asked for');
    case 'total':
    case 'confirmed':
    case 'processing':
    case 'pending':
      return meaningOf(column);
  }
}

/** `sorted by Total, descending`: the heading that shows it may be out of sight. Empty if unsorted. */
export function sortWords({ sort, descending }: PortfolioView): string {
  if (sort === undefined) return '';
  return descending === true
    ? l10n.t('sorted by {0}, descending', headingOf(sort))
    : l10n.t('sorted by {0}, ascending', headingOf(sort));
}

/** The words for a kind of project; empty if it is not known. */
export function kindWords(kind: PortfolioRow['kind']): string {
  if (kind === undefined) return '';
  return kind === 't' ? l10n.t('Transferable') : l10n.t('Non-transferable');
}

/** What a row is called. */
export function nameOf({ name, id }: Pick<PortfolioRow, 'name' | 'id'>): string {
  if (name !== undefined && name !== '') return name;
  return id === undefined ? l10n.t('Unnamed project') : l10n.t('Project {0}', id);
}

/** What needs attention, and why the last try failed; empty if all is well. */
export function attentionWords({ concerns, concernWords, failure }: PortfolioRow): string {
  if (failure === undefined) return concernWords;
  // The reason says that the project could not be read.
  const isOnlyReason = concerns.every((concern) => concern === 'unreadable');
  return isOnlyReason ? failure : `${concernWords}: ${failure}`;
}

/**
 * The text of a cell; empty for what is not known.
 * @param now in milliseconds since 1970.
 */
export function cellText(
  row: PortfolioRow,
  column: SortColumn,
  { format, now }: { readonly format: Format; readonly now: number },
): string {
  switch (column) {
    case 'name':
      return nameOf(row);
    case 'symbol':
    case 'status':
      return row[column] ?? '';
    case 'kind':
      return kindWords(row.kind);
    case 'share':
      return format.percent(row.counts && percentConfirmed([row.counts])) ?? '';
    case 'concerns':
      return attentionWords(row);
    case 'asOf':
      return row.asOf === undefined ? '' : format.time(row.asOf, now);
    case 'total':
    case 'confirmed':
    case 'processing':
    case 'pending': {
      const count = row.counts?.[column];
      return count === undefined ? '' : format.count(count);
    }
  }
}

/** The tooltip of a cell: its text, which may be cut, and what it stands for. */
export function cellTitle(
  row: PortfolioRow,
  column: SortColumn,
  look: { readonly format: Format; readonly now: number },
): string {
  const text = cellText(row, column, look);
  if (column === 'asOf') return row.asOf === undefined ? '' : look.format.fullDate(row.asOf);
  if (column !== 'name') return text;
  const id = row.kind === undefined ? row.id : row.id && `${row.kind}/${row.id}`;
  const watched = row.watched === true ? l10n.t('watched') : undefined;
  return [text, row.symbol, id, watched]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}
