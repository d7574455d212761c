/**
 * The texts for a project's counts, without a DOM. The service may leave members out, add others,
 * or give a total that is not the sum.
 */

import { displayText } from '../../../core/base/displayText.ts';
import { formatNumber, formatPercent, timeOfDay } from '../../../core/base/format.ts';
import * as l10n from '@vscode/l10n';
import { countLabel, notCountsWords, offWords } from '../../../core/messages/attentionMessages.ts';
import { confirmedWords } from '../../../core/messages/shareMessages.ts';
import { type AnyCount, type Counts, isFurther } from '../../../core/model/counts.ts';
import { failedOf, PARTS, partsOf, problemsOf, unexplained } from '../../../core/stats/problems.ts';
import {
  allOf,
  endOf,
  percentConfirmed,
  percentOf,
  percentsOf,
  stagesOf,
  wholeOf,
} from '../../../core/stats/share.ts';
import { amountIn, isStage, meaningOf } from '../../../core/messages/stageMessages.ts';
import { problemWords, spokenProblem } from '../../../page/spokenProblem.ts';
import { segmentsOf } from '../../../page/stackedBar.ts';
import type { StatsState } from '../messages.ts';

export type Progress = ReturnType<typeof describeProgress>;

export interface CountRow {
  readonly key: AnyCount | 'missing' | 'tooMany';
  readonly label: string;
  readonly meaning: string;
  /** `undefined` if the service did not give it. */
  readonly count: string | undefined;
  readonly percent: string | undefined;
}

/** The counts in the order of the table, which is that of the bar. */
const ROWS = [...PARTS, 'burned', 'cancelled', 'total'] as const;

/**
 * The texts and the bar for the counts. There is no headline if the confirmed share is unknown. The
 * bar is empty if there are no parts or no whole. The table has all counts of the interface, and
 * further ones that the service gave. The notes say what is wrong with the counts.
 */
export function describeProgress(counts: Partial<Counts>) {
  const whole = wholeOf(counts);
  const percent = percentConfirmed([counts]);
  const parts = partsOf(counts);
  const present = PARTS.filter((part) => isStage(part) || parts[part] !== undefined);
  const amounts = present.map((part) => parts[part]);
  const percents = percentsOf(percent, amounts, whole);
  const shares = present.flatMap((part, at) => {
    const share = formatPercent(percents[at]);
    return share === undefined ? [] : [{ part, share }];
  });
  const spoken = shares.map(({ part, share }) => amountIn(part, share));
  const isShown = (name: AnyCount) => counts[name] !== undefined || !isFurther(name);
  return {
    ...headlineOf(counts, percent),
    rows: withUnexplained(
      counts,
      whole,
      ROWS.filter(isShown).map((name) => ({
        key: name,
        label: countLabel(name),
        meaning: meaningOf(name),
        count: countText(counts, name),
        percent: shares.find(({ part }) => part === name)?.share,
      })),
    ),
    bar: whole === undefined ? [] : segmentsOf(parts, whole),
    barLabel: l10n.t('NFTs by stage: {0}', spoken.join(', ')),
    notes: notesOf(counts),
  };
}

/** `undefined` if the service did not give the count. */
function countText(counts: Partial<Counts>, name: AnyCount): string | undefined {
  if (counts.notCounts?.includes(name)) return l10n.t('not a count');
  const count = counts[name];
  return count === undefined ? undefined : formatNumber(count);
}

function notesOf(counts: Partial<Counts>): readonly string[] {
  const { total, notCounts } = counts;
  const notes: string[] = [];
  if (total === undefined && wholeOf(counts) !== undefined) {
    notes.push(l10n.t('The service gave no total; shares are of the NFTs that it counted.'));
  }
  for (const problem of problemsOf(counts, undefined)) {
    if (problem.kind === 'failed' || total === undefined) continue;
    const counted = problem.kind === 'missing' ? total - problem.count : total + problem.count;
    const words = [formatNumber(counted), formatNumber(total), offWords(problem)];
    notes.push(l10n.t('The counts come to {0}, but the total is {1}: {2}.', ...words));
  }
  if (notCounts) notes.push(l10n.t('{0}, as the service gave it.', notCountsWords(notCounts)));
  return notes;
}

/** The rows with those of NFTs that are missing or too many, before the total. */
function withUnexplained(
  counts: Partial<Counts>,
  whole: number | undefined,
  rows: readonly CountRow[],
): readonly CountRow[] {
  const { missing, tooMany } = unexplained(counts);
  const added: readonly CountRow[] = [
    {
      key: 'missing',
      label: l10n.t('Missing'),
      meaning: l10n.t('In the total, and in no other count'),
      count: formatNumber(missing),
      percent: formatPercent(percentOf(missing, whole)),
    },
    {
      key: 'tooMany',
      label: l10n.t('Too many'),
      meaning: l10n.t('In the other counts, and not in the total'),
      count: formatNumber(tooMany),
      percent: undefined,
    },
  ];
  const shown = added.filter(({ key }) => (key === 'missing' ? missing : tooMany) > 0);
  return [...rows.slice(0, -1), ...shown, ...rows.slice(-1)];
}

/**
 * The loudest words, and how far minting is beside them: `63%` and `246 of 600 confirmed`, `12
 * failed`. What went wrong is the loudest once nothing is left to mint.
 */
function headlineOf(counts: Partial<Counts>, percent: number | undefined) {
  const failed = failedOf(counts);
  const { missing } = unexplained(counts);
  const isEmpty = allOf(counts) === 0 && stagesOf(counts).sum === 0;
  const share = formatPercent(percent);
  const confirmed = isEmpty ? l10n.t('No NFTs yet.') : confirmedWords(counts);
  const wrong = [
    ...(failed > 0 ? [amountIn('failed', formatNumber(failed))] : []),
    ...(missing > 0 ? [offWords({ kind: 'missing', count: missing })] : []),
  ];
  const [worst, ...others] = wrong;
  const isOver = !isEmpty && endOf(counts, false) !== undefined;
  if (isOver && worst !== undefined) {
    const beside = [...others, ...(share === undefined ? [] : [share]), confirmed];
    return { headline: worst, isProblem: true, summary: beside };
  }
  const beside = failed > 0 ? wrong.slice(0, 1) : [];
  return { headline: share, isProblem: false, summary: [confirmed, ...beside] };
}

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
