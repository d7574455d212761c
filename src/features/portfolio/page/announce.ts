/**
 * Sentences about the portfolio, without a DOM. A screen reader says what ended or went wrong, not
 * every batch of rows.
 */

import { formatNumber } from '../../../core/base/format.ts';
import * as l10n from '@vscode/l10n';
import type { PortfolioState, PortfolioView } from '../messages.ts';
import { spokenProblem } from '../../../page/spokenProblem.ts';
import { wordsOf } from './columns.ts';

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
  const problem = spokenProblem(previous.problem, next.problem);
  if (problem !== undefined) return problem;
  if (next.phase === previous.phase) return undefined;
  return {
    list: l10n.t('Reading the list of projects.'),
    stats: l10n.t('Reading stats.'),
    stopped: l10n.t('Stopped: {0}.', coverage),
    done: l10n.t('Done: {0}.', coverage),
  }[next.phase];
}

/** `Sorted by name, ascending.` */
export function sortAnnouncement({ sort, descending }: PortfolioView): string {
  if (sort === undefined) return l10n.t('In the order of the list.');
  const [, column] = wordsOf(sort);
  return descending === true
    ? l10n.t('Sorted by {0}, descending.', column)
    : l10n.t('Sorted by {0}, ascending.', column);
}

/** `12 of 1,204 projects shown.` */
export function filterAnnouncement(shown: number, rows: number): string {
  return l10n.t('{0} of {1} projects shown.', formatNumber(shown), formatNumber(rows));
}

/**
 * What stands in the place of the table while there are no rows; `undefined` if the problem shown
 * above says it.
 * @param state `undefined` until the first message.
 */
export function emptyWords(
  state: Pick<PortfolioState, 'phase' | 'listed' | 'problem'> | undefined,
): string | undefined {
  // Rows that are known already arrive in the next messages.
  if (state === undefined || state.phase === 'list' || state.listed > 0) {
    return l10n.t('Reading the list of projects…');
  }
  if (state.problem !== undefined) return undefined;
  // Only a list that was read to its end is known to be empty.
  return state.phase === 'done'
    ? l10n.t('The service lists no projects yet.')
    : l10n.t('Nothing has been read yet.');
}
