/** The sentences of the portfolio, without a DOM. */

import * as l10n from '@vscode/l10n';
import { formatNumber, plural } from '../../../core/base/format.ts';
import { coverageWords } from '../../../core/messages/coverageMessages.ts';
import { ENTRIES, entryLabel, legendOf } from '../../../page/legend.ts';
import { spokenProblem } from '../../../page/spokenProblem.ts';
import { COLUMNS } from '../columns.ts';
import type { PortfolioState, PortfolioView } from '../messages.ts';
import type { Chosen } from './selection.ts';
import type { Covered, Totals } from './table.ts';

/** What the counts of all rows cover, shown or not: `310 of 1,204 projects read`. */
export function coverageText(
  covered: Covered,
  { total, waitUntil }: Pick<PortfolioState, 'total' | 'waitUntil'>,
  now: number,
): string {
  return coverageWords({ ...covered, total, waitUntil }, now);
}

/**
 * What a screen reader says when `next` follows `previous`, or `undefined` for nothing: what ended or
 * went wrong, and not every batch of rows.
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

/** `Sorted by Name, ascending.` */
export function sortAnnouncement({ sort, descending }: PortfolioView): string {
  const column = COLUMNS.find(({ id }) => id === sort);
  if (!column) return l10n.t('In the order of the list.');
  return descending === true
    ? l10n.t('Sorted by {0}, descending.', column.heading())
    : l10n.t('Sorted by {0}, ascending.', column.heading());
}

/** `12 of 1,204 projects shown.` */
export function filterAnnouncement(shown: number, rows: number): string {
  return l10n.t('{0} of {1} projects shown.', formatNumber(shown), formatNumber(rows));
}

/** `3 selected`, or `3 selected, 1 hidden by the filter`. */
export function chosenWords({ rows, hidden }: Chosen): string {
  const selected = formatNumber(rows.length);
  return hidden === 0
    ? l10n.t('{0} selected', selected)
    : l10n.t('{0} selected, {1} hidden by the filter', selected, formatNumber(hidden));
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

export type LegendEntry = ReturnType<typeof describeTotals>['legend'][number];

/**
 * The bar and the legend of the rows shown. The legend is empty while none has counts; `empty` then
 * stands in its place. `of` is `310 of the 1,204 projects shown`.
 */
export function describeTotals({ counts, percent, covered, rows }: Totals) {
  const { bar, shares, spoken } = legendOf(counts, percent);
  return {
    legend: ENTRIES.flatMap((name) => {
      const count = counts[name];
      if (count === undefined) return [];
      return {
        name,
        label: entryLabel(name),
        count: formatNumber(count),
        percent: shares.get(name),
      };
    }),
    bar,
    barLabel:
      spoken === ''
        ? l10n.t('NFTs of the projects shown: none')
        : l10n.t('NFTs of the projects shown: {0}', spoken),
    of: coveredWords(covered, rows),
    empty: rows === 0 ? '' : l10n.t('No counts yet'),
  };
}

function coveredWords(covered: number, rows: number): string {
  if (covered === rows) return plural(rows, l10n.t('{0} project shown | {0} projects shown'));
  const words = l10n.t('{1} of the {0} project shown | {1} of the {0} projects shown');
  return plural(rows, words, formatNumber(covered));
}
