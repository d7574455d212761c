/** The columns of the portfolio's table and their texts, without a DOM. */

import { formatNumber, formatPercent, fullDate, timeOfDay } from '../../../core/base/format.ts';
import * as l10n from '@vscode/l10n';
import { estimateWords, paceWords } from '../../../core/messages/forecastMessages.ts';
import { COUNTS } from '../../../core/model/counts.ts';
import { elapsed, type ProjectPace } from '../../../core/stats/forecast.ts';
import { PARTS, partsOf } from '../../../core/stats/problems.ts';
import { PACE_LOST_MS } from '../../../core/stats/progress.ts';
import { percentConfirmed } from '../../../core/stats/share.ts';
import type { Column, PortfolioRow, PortfolioView } from '../messages.ts';
import { amountIn, countLabel, meaningOf } from '../../../page/stages.ts';

/**
 * The columns of numbers. The first click on one sorts it descending, because users look for the
 * largest first.
 */
export const NUMERIC: ReadonlySet<Column> = new Set([
  ...COUNTS,
  ...(['share', 'doneIn', 'pace', 'movedAt', 'asOf'] as const),
]);

/** Columns whose values are aligned at the end, as numbers are. */
export const END_ALIGNED: ReadonlySet<Column> = new Set([...COUNTS, 'pace', 'movedAt', 'asOf']);

/** The words for a column: its heading, its name in a sentence, and the tooltip of the heading. */
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
      l10n.t('What may need a look'),
    ],
    total: [countLabel('total'), l10n.t('total'), meaningOf('total')],
    confirmed: [countLabel('confirmed'), l10n.t('confirmed'), meaningOf('confirmed')],
    processing: [countLabel('processing'), l10n.t('processing'), meaningOf('processing')],
    pending: [countLabel('pending'), l10n.t('pending'), meaningOf('pending')],
    kind: [l10n.t('Kind'), l10n.t('kind'), l10n.t('Whether its NFTs can be transferred')],
    symbol: [l10n.t('Symbol'), l10n.t('symbol'), l10n.t('Symbol of the project')],
    doneIn: [
      l10n.t('Done in'),
      l10n.t('done in'),
      l10n.t('Time until minting is done if the pace varies no more than it did so far'),
    ],
    pace: [l10n.t('Pace'), l10n.t('pace'), l10n.t('NFTs confirmed per minute, hour or day')],
    movedAt: [
      l10n.t('Last change'),
      l10n.t('last change'),
      l10n.t('When the count of confirmed NFTs was last seen to change'),
    ],
    asOf: [l10n.t('As of'), l10n.t('as of'), l10n.t('When the counts were requested')],
  };
  return words[column];
}

/** `sorted by Total, descending`: the heading that shows it may be out of sight. */
export function sortWords({ sort, descending }: PortfolioView): string {
  if (sort === undefined) return l10n.t('in the order of the list');
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

/**
 * All concerns, and `acknowledged` if they were. If the stats could not be read, the words say why,
 * as far as that is known.
 */
export function reasonsOf({ concerns, failure, acknowledged }: PortfolioRow) {
  const reasons = concerns.map(({ kind, words }) => ({
    kind,
    words: kind === 'unreadable' || kind === 'noStats' ? (failure ?? words) : words,
  }));
  return acknowledged === true
    ? [...reasons, { kind: 'acknowledged', words: l10n.t('acknowledged') } as const]
    : reasons;
}

/**
 * The pace of a row and the time until it is done, or why that is not known; `undefined` if it has
 * none.
 * @param now in milliseconds since 1970.
 */
export function paceAt({ pace, asOf = NaN }: PortfolioRow, now: number): ProjectPace | undefined {
  if (pace && now - asOf >= PACE_LOST_MS) return { reason: 'unread', since: asOf };
  return pace && 'doneAt' in pace
    ? { perMinute: pace.perMinute, ...elapsed(pace.doneAt, now) }
    : pace;
}

/** The text of a cell; empty for what is not known. */
export function cellText(row: PortfolioRow, column: Column, now: number): string {
  if (column === 'name') return nameOf(row);
  if (column === 'symbol' || column === 'status') return row[column] ?? '';
  if (column === 'kind') return kindWords(row.kind);
  if (column === 'share') return formatPercent(row.counts && percentConfirmed([row.counts])) ?? '';
  if (column === 'concerns') {
    return reasonsOf(row)
      .map(({ words }) => words)
      .join(' · ');
  }
  if (column === 'doneIn') {
    const pace = paceAt(row, now);
    return pace ? estimateWords(pace, now) : '';
  }
  if (column === 'pace') {
    const pace = paceAt(row, now);
    return pace && 'perMinute' in pace ? paceWords(pace) : '';
  }
  if (column === 'asOf' || column === 'movedAt') {
    const at = row[column];
    return at === undefined ? '' : timeOfDay(at, now);
  }
  const count = row.counts?.[column];
  return count === undefined ? '' : formatNumber(count);
}

/** The tooltip of a cell: its text, which may be cut, with details; of a time, the full date. */
export function cellTitle(row: PortfolioRow, column: Column, now: number): string {
  const text = cellText(row, column, now);
  if (column === 'asOf' || column === 'movedAt') {
    const at = row[column];
    return at === undefined ? '' : fullDate(at);
  }
  if (column === 'share') {
    const counts = partsOf(row.counts ?? {});
    const parts = PARTS.flatMap((part) => {
      const count = counts[part];
      return count === undefined ? [] : [amountIn(part, formatNumber(count))];
    });
    return [...(text === '' ? [] : [text]), ...parts].join(' · ');
  }
  if (column !== 'name') return text;
  const watched = row.watched === true ? l10n.t('watched') : undefined;
  return [text, row.symbol, row.id, kindWords(row.kind), watched]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ');
}
