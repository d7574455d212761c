/** What a screen reader is told, without a DOM: what ended or went wrong, not every batch of rows. */

import * as l10n from '@vscode/l10n';
import type { PortfolioState, PortfolioView, SortColumn } from '../../protocol/portfolio.ts';
import type { Format } from '../kit/format.ts';

/**
 * The announcement when `next` follows `previous`, or `undefined` for none.
 * @param coverage what the counts cover by then.
 */
export function stateAnnouncement(
  previous: PortfolioState | undefined,
  next: PortfolioState,
  coverage: string,
): string | undefined {
  // The page is new; a screen reader reads all of it.
  if (previous === undefined) return undefined;
  const { problem } = next;
  if (problem !== undefined && problem.message !== previous.problem?.message)
    return problem.message;
  if (next.phase === previous.phase) return undefined;
  switch (next.phase) {
    case 'list':
      return l10n.t('Reading the list of projects.');
    case 'stats':
      return previous.phase === 'paused' ? l10n.t('Resumed.') : l10n.t('Reading stats.');
    case 'paused':
      return l10n.t('Paused: {0}.', coverage);
    case 'stopped':
      return l10n.t('Stopped: {0}.', coverage);
    case 'done':
      return l10n.t('Done: {0}.', coverage);
  }
}

/** `Sorted by name, ascending.` */
export function sortAnnouncement({ sort, descending }: PortfolioView): string {
  if (sort === undefined) return l10n.t('In the order of the list.');
  return descending === true
    ? l10n.t('Sorted by {0}, descending.', columnWords(sort))
    : l10n.t('Sorted by {0}, ascending.', columnWords(sort));
}

/** What a column is called in a sentence. */
function columnWords(column: SortColumn): string {
  switch (column) {
    case 'name':
      return l10n.t('name');
    case 'status':
      return l10n.t('status');
    case 'share':
      return l10n.t('progress');
    case 'concerns':
      return l10n.t('needs attention');
    case 'total':
      return l10n.t('total');
    case 'confirmed':
      return l10n.t('confirmed');
    case 'processing':
      return l10n.t('processing');
    case 'pending':
      return l10n.t('pending');
    case 'kind':
      return l10n.t('kind');
    case 'symbol':
      return l10n.t('symbol');
    case 'asOf':
      return l10n.t('as of');
  }
}

/** `12 of 1,204 projects shown.` */
export function filterAnnouncement(shown: number, rows: number, format: Format): string {
  return l10n.t('{0} of {1} projects shown.', format.count(shown), format.count(rows));
}
