/** Why there are no rows, without a DOM. */

import * as l10n from '@vscode/l10n';
import type { PortfolioState } from '../../protocol/portfolio.ts';

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
    : l10n.t('Nothing is read yet.');
}
