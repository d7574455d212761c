/** The columns of the portfolio's table and their texts, without a DOM. */

import type { PortfolioRow, PortfolioView, SortColumn } from '../../protocol/portfolio.ts';
import type { Format } from '../kit/format.ts';
import { LABELS } from '../kit/stages.ts';
import { shareOf } from './table.ts';

export interface Column {
  readonly id: SortColumn;
  readonly label: string;
  /** For the hover of its heading. */
  readonly meaning: string;
  /** Whether numbers are aligned in it. */
  readonly numeric: boolean;
}

/** The most important first, because a narrow table shows only the first ones without scrolling. */
export const COLUMNS: readonly Column[] = [
  { id: 'name', label: 'Name', meaning: 'Name of the project', numeric: false },
  {
    id: 'status',
    label: 'Status',
    meaning: 'Status of the project, as the list gives it',
    numeric: false,
  },
  { id: 'share', label: 'Progress', meaning: 'Share of NFTs that are confirmed', numeric: true },
  {
    id: 'concerns',
    label: 'Needs attention',
    meaning: 'What a person may have to look into',
    numeric: false,
  },
  ...(['total', 'confirmed', 'processing', 'pending'] as const).map((id) => ({
    id,
    ...LABELS[id],
    numeric: true,
  })),
  { id: 'kind', label: 'Kind', meaning: 'Whether its NFTs can be transferred', numeric: false },
  { id: 'symbol', label: 'Symbol', meaning: 'Symbol of the project', numeric: false },
  { id: 'asOf', label: 'As of', meaning: 'When the counts were asked for', numeric: true },
];

/** `sorted by Total, descending`: the heading that shows it may be out of sight. Empty if unsorted. */
export function sortWords({ sort, descending }: PortfolioView): string {
  const column = COLUMNS.find(({ id }) => id === sort);
  if (column === undefined) return '';
  return descending === true
    ? `sorted by ${column.label}, descending`
    : `sorted by ${column.label}, ascending`;
}

/** The words for a kind of project; empty if it is not known. */
export function kindWords(kind: PortfolioRow['kind']): string {
  if (kind === undefined) return '';
  return kind === 't' ? 'Transferable' : 'Non-transferable';
}

/** What a row is called. */
export function nameOf({ name, id }: Pick<PortfolioRow, 'name' | 'id'>): string {
  if (name !== undefined && name !== '') return name;
  return id === undefined ? 'Unnamed project' : `Project ${id}`;
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
    case 'share': {
      const { confirmed = 0, total = 0 } = row.counts ?? {};
      return shareOf(row) === undefined ? '' : (format.percent(confirmed, total) ?? '');
    }
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
  const watched = row.watched === true ? 'watched' : undefined;
  return [text, row.symbol, id, watched]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}
