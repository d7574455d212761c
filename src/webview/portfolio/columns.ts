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
  const words: Readonly<Record<Column, readonly [string, string, string]>> = {
    name: [l10n.t('Name'), l10n.t('name'), l10n.t('Name of the project')],
    status: [
      l10n.t('Status'),
      l10n.t('status'),
      l10n.t('Status of the project, as the list gives it'),
    ],
    share: [l10n.t('Progress'), l10n.t('progress'), l10n.t('Share of NFTs that are confirmed')],
    concerns: [
      l10n.t('Needs attention'),
      l10n.t('needs attention'),
      l10n.t('What a person may have to look into'),
    ],
    total: [labelOf('total'), l10n.t('total'), meaningOf('total')],
    confirmed: [labelOf('confirmed'), l10n.t('confirmed'), meaningOf('confirmed')],
    processing: [labelOf('processing'), l10n.t('processing'), meaningOf('processing')],
    pending: [labelOf('pending'), l10n.t('pending'), meaningOf('pending')],
    kind: [l10n.t('Kind'), l10n.t('kind'), l10n.t('Whether its NFTs can be transferred')],
    symbol: [l10n.t('Symbol'), l10n.t('symbol'), l10n.t('Symbol of the project')],
    asOf: [l10n.t('As of'), l10n.t('as of'), l10n.t('When the counts were asked for')],
  };
  return words[column];
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
  if (column === 'name') return nameOf(row);
  if (column === 'symbol' || column === 'status') return row[column] ?? '';
  if (column === 'kind') return kindWords(row.kind);
  if (column === 'share') return format.percent(row.counts && percentConfirmed([row.counts])) ?? '';
  if (column === 'concerns') return attentionWords(row);
  if (column === 'asOf') return row.asOf === undefined ? '' : format.time(row.asOf, now);
  const count = row.counts?.[column];
  return count === undefined ? '' : format.count(count);
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
