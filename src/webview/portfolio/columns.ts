/** The columns of the portfolio's table and their texts, without a DOM. */

import * as l10n from '@vscode/l10n';
import { COUNTS } from '../../core/model/counts.ts';
import { percentConfirmed } from '../../core/stats/share.ts';
import type { Column, PortfolioRow, PortfolioView } from '../../protocol/portfolio.ts';
import type { Format } from '../kit/format.ts';
import { labelOf, meaningOf } from '../kit/stages.ts';

/** The columns of numbers. The largest of them is what is looked for first. */
export const NUMERIC: ReadonlySet<Column> = new Set([...COUNTS, 'share', 'asOf']);

/** What is said of a column: its heading, its name in a sentence, and the tooltip of the heading. */
export function wordsOf(column: Column): readonly [string, string, string] {
  switch (column) {
    case 'name':
      return [l10n.t('Name'), l10n.t('name'), l10n.t('Name of the project')];
    case 'status': {
      const meaning = l10n.t('Status of the project, as the list gives it');
      return [l10n.t('Status'), l10n.t('status'), meaning];
    }
    case 'share':
      return [l10n.t('Progress'), l10n.t('progress'), l10n.t('Share of NFTs that are confirmed')];
    case 'concerns': {
      const meaning = l10n.t('What a person may have to look into');
      return [l10n.t('Needs attention'), l10n.t('needs attention'), meaning];
    }
    case 'kind':
      return [l10n.t('Kind'), l10n.t('kind'), l10n.t('Whether its NFTs can be transferred')];
    case 'symbol':
      return [l10n.t('Symbol'), l10n.t('symbol'), l10n.t('Symbol of the project')];
    case 'asOf':
      return [l10n.t('As of'), l10n.t('as of'), l10n.t('When the counts were asked for')];
    case 'total':
      return [labelOf(column), l10n.t('total'), meaningOf(column)];
    case 'confirmed':
      return [labelOf(column), l10n.t('confirmed'), meaningOf(column)];
    case 'processing':
      return [labelOf(column), l10n.t('processing'), meaningOf(column)];
    case 'pending':
      return [labelOf(column), l10n.t('pending'), meaningOf(column)];
  }
}

/** `sorted by Total, descending`: the heading that shows it may be out of sight. Empty if unsorted. */
export function sortWords({ sort, descending }: PortfolioView): string {
  if (sort === undefined) return '';
  const [heading] = wordsOf(sort);
  return descending === true
    ? l10n.t('sorted by {0}, descending', heading)
    : l10n.t('sorted by {0}, ascending', heading);
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
  column: Column,
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
  column: Column,
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
