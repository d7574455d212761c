/**
 * The texts for a project's counts, without a DOM. The service may leave members out, add others,
 * or give a total that is not the sum.
 */

import { formatNumber, formatPercent, timeOfDay } from '../../../core/base/format.ts';
import * as l10n from '@vscode/l10n';
import {
  amountIn,
  confirmedWords,
  meaningOf,
  notCountsWords,
  offWords,
} from '../../../core/messages/countMessages.ts';
import { noLongerWatchedWords, watchedName } from '../../../core/messages/watchMessages.ts';
import { type AnyCount, type Counts, isFurther } from '../../../core/model/counts.ts';
import { failedOf, problemsOf, unexplained } from '../../../core/stats/problems.ts';
import { allOf, endOf, percentConfirmed, stagesOf, wholeOf } from '../../../core/stats/share.ts';
import { ENTRIES, entryLabel, type EntryName, legendOf, sumsOf } from '../../../page/legend.ts';
import { problemWords, spokenProblem } from '../../../core/panel/panel.ts';
import type { StatsState } from '../messages.ts';

export type Progress = ReturnType<typeof describeProgress>;

export interface CountRow {
  readonly key: EntryName;
  readonly label: string;
  readonly meaning: string;
  /** `undefined` if the service did not give it. */
  readonly count: string | undefined;
  readonly percent: string | undefined;
}

/**
 * The texts and the bar for the counts; no headline if the confirmed share is unknown, and an empty bar
 * if there are no parts or no whole. The notes say what is wrong with the counts.
 */
export function describeProgress(counts: Partial<Counts>) {
  const percent = percentConfirmed([counts]);
  const sums = sumsOf([counts]);
  const { bar, shares, spoken } = legendOf(sums, percent);
  const rows = ENTRIES.flatMap((key): CountRow | readonly [] => {
    // The counts that are not given have rows of their own.
    if (key === 'notGiven') return [];
    const row = { key, label: entryLabel(key), percent: shares.get(key) };
    if (key !== 'missing' && key !== 'tooMany') {
      const isShown = counts[key] !== undefined || !isFurther(key);
      return isShown ? { ...row, meaning: meaningOf(key), count: countText(counts, key) } : [];
    }
    const count = sums[key];
    if (count === undefined) return [];
    const meaning =
      key === 'missing'
        ? l10n.t('In the total, and in no other count')
        : l10n.t('In the other counts, and not in the total');
    return { ...row, meaning, count: formatNumber(count) };
  });
  return {
    ...headlineOf(counts, percent),
    rows,
    bar,
    barLabel: l10n.t('NFTs by stage: {0}', spoken),
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
    const words = [
      formatNumber(counted),
      formatNumber(total),
      offWords(problem.kind, problem.count),
    ];
    notes.push(l10n.t('The counts come to {0}, but the total is {1}: {2}.', ...words));
  }
  if (notCounts) notes.push(l10n.t('{0}, as the service gave it.', notCountsWords(notCounts)));
  return notes;
}

/** `63%`, and beside it `246 of 600 confirmed` and `12 failed`; failed ones first at the end. */
function headlineOf(counts: Partial<Counts>, percent: number | undefined) {
  const failed = failedOf(counts);
  const { missing } = unexplained(counts);
  const isEmpty = allOf(counts) === 0 && stagesOf(counts).sum === 0;
  const share = formatPercent(percent);
  const confirmed = isEmpty ? l10n.t('No NFTs yet.') : confirmedWords(counts);
  const wrong = [
    ...(failed > 0 ? [amountIn('failed', formatNumber(failed))] : []),
    ...(missing > 0 ? [offWords('missing', missing)] : []),
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
 * What a screen reader is to announce when `next` follows `previous`; `undefined` for nothing. Empty when
 * a load begins: a live region is read only when its text changes, and the load may end with the same.
 */
export function announcement(
  previous: StatsState | undefined,
  next: StatsState,
  now: number,
): string | undefined {
  // The page is new; a screen reader reads all of it.
  if (previous === undefined) return undefined;
  if (previous.watched !== undefined && previous.watched !== next.watched) {
    const name = watchedName({ name: next.facts.name ?? '', ref: next.ref });
    if (next.watched === false) return `${noLongerWatchedWords(1, [name])}.`;
  }
  if (next.loading && !previous.loading) return '';
  const ended = previous.loading && !next.loading;
  if (next.problem !== undefined) {
    return ended ? problemWords(next.problem) : spokenProblem(previous.problem, next.problem);
  }
  if (!ended || next.counts === undefined || next.asOf === undefined) return undefined;
  const { headline, summary } = describeProgress(next.counts);
  const words = [...(headline === undefined ? [] : [headline]), ...summary].join(', ');
  return `${l10n.t('Updated at {0}.', timeOfDay(next.asOf, now))} ${words}`;
}
