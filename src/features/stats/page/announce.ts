import { displayText } from '../../../core/base/displayText.ts';
import { timeOfDay } from '../../../core/base/format.ts';
import * as l10n from '@vscode/l10n';
import type { StatsState } from '../messages.ts';
import { problemWords, spokenProblem } from '../../../page/spokenProblem.ts';
import { describeProgress } from './progress.ts';

/**
 * The announcement for a screen reader when `next` follows `previous`, or `undefined` for none: a
 * change of watching, the end of a refresh, and new failures. An automatic refresh that succeeds is
 * announced only if it changed the counts. The text is empty when a load begins: a live region is
 * read only when its text changes, and the load may end with the same text as before.
 */
export function announcement(
  previous: StatsState | undefined,
  next: StatsState,
  userWaits: boolean,
  now: number,
): string | undefined {
  // The page is new; a screen reader reads all of it.
  if (previous === undefined) return undefined;
  if (previous.watched !== undefined && previous.watched !== next.watched) {
    const name = displayText(next.facts?.name ?? '') || l10n.t('Project {0}', next.ref);
    if (next.watched === true) return l10n.t('{0} is watched until it is minted.', name);
    if (next.watched === false) return l10n.t('{0} is no longer watched.', name);
  }
  if (next.loading && !previous.loading) return '';
  const ended = previous.loading && !next.loading;
  if (next.problem !== undefined) {
    return ended ? problemWords(next.problem) : spokenProblem(previous.problem, next.problem);
  }
  if (!ended || next.counts === undefined) return undefined;
  const { headline, summary } = describeProgress(next.counts);
  const words = [...(headline === undefined ? [] : [headline]), ...summary].join(', ');
  const changed = JSON.stringify(previous.counts) !== JSON.stringify(next.counts);
  if (!userWaits && !changed) return undefined;
  const updated =
    next.asOf === undefined
      ? l10n.t('Updated.')
      : l10n.t('Updated at {0}.', timeOfDay(next.asOf, now));
  return `${updated} ${changed ? words : l10n.t('Nothing has changed.')}`;
}
