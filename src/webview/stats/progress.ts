/**
 * The texts for a project's counts, without a DOM. The service may leave members out, add others,
 * or give a total that is not the sum.
 */

import * as l10n from '@vscode/l10n';
import { capitalized, displayText } from '../../core/base/displayText.ts';
import { COUNTS, STAGES } from '../../core/model/counts.ts';
import {
  failedOf,
  furtherAreRest,
  isFailedCount,
  partsOf,
  problemsOf,
  stagesOf,
} from '../../core/stats/problems.ts';
import { percentConfirmed, percentsOf, wholeOf } from '../../core/stats/share.ts';
import type { StatsCounts } from '../../protocol/stats.ts';
import type { Format } from '../kit/format.ts';
import { amountIn, countLabel, isStage, meaningOf } from '../kit/stages.ts';
import { segmentsOf } from '../kit/stackedBar.ts';

const FURTHER_ROWS = 50;

export type Progress = ReturnType<typeof describeProgress>;
export type CountRow = Progress['rows'][number];

/**
 * The texts and the bar for the counts. There is no headline if the confirmed share is unknown. The
 * bar is empty if there are no parts or no whole. The notes say that the total is missing, that
 * counts contradict each other, or that rows of the table were left out.
 */
export function describeProgress(counts: StatsCounts, format: Format) {
  const whole = wholeOf(counts);
  const rows = rowsOf(counts, whole, format);
  const bar = whole === undefined ? [] : segmentsOf(partsOf(counts), whole);
  return {
    headline: format.percent(percentConfirmed([counts])),
    summary: summaryOf(counts, whole, format),
    rows,
    bar,
    barLabel: barLabelOf(rows),
    notes: notesOf(counts, whole, format),
  };
}

/** The rows of the table; `count` is `undefined` if the service did not give it. */
function rowsOf(counts: StatsCounts, whole: number | undefined, format: Format) {
  const count = (value: number | undefined) =>
    value === undefined ? undefined : format.count(value);
  const areRest = furtherAreRest(counts);
  const hasOther = partsOf(counts).other !== undefined;
  const hasShare = (row: (typeof counts.further)[number]) => isFailedCount(row) || areRest;
  const withShare = counts.further.filter(hasShare);
  const given = [...STAGES.map((stage) => counts[stage]), ...withShare.map((row) => row.count)];
  const shares = percentsOf(percentConfirmed([counts]), given, whole);
  const further = counts.further.slice(0, FURTHER_ROWS).map((row) => {
    const isFailed = isFailedCount(row);
    const named = hasOther ? 'other' : 'further';
    const key: 'failed' | 'other' | 'further' = isFailed ? 'failed' : named;
    return {
      key,
      label:
        isFailed && counts.further.filter(isFailedCount).length === 1
          ? countLabel('failed')
          : capitalized(displayText(row.name, 60)) || l10n.t('(no name)'),
      meaning: l10n.t('Also given by the service'),
      count: format.count(row.count),
      percent: hasShare(row)
        ? format.percent(shares[STAGES.length + withShare.indexOf(row)])
        : undefined,
    };
  });
  return [
    ...further.filter(({ key }) => key === 'failed'),
    ...STAGES.map((stage, at) => ({
      key: stage,
      label: countLabel(stage),
      meaning: meaningOf(stage),
      count: count(counts[stage]),
      percent: format.percent(shares[at]),
    })),
    ...further.filter(({ key }) => key !== 'failed'),
    // The total, and any known count that is not a stage, has no share.
    ...COUNTS.filter((name) => !isStage(name)).map((name) => ({
      key: name,
      label: countLabel(name),
      meaning: meaningOf(name),
      count: count(counts[name]),
      percent: undefined,
    })),
  ];
}

function barLabelOf(rows: ReturnType<typeof rowsOf>): string {
  const parts = rows.flatMap(({ key, label, percent }) => {
    if (percent === undefined) return [];
    return isStage(key) || key === 'failed' ? [amountIn(key, percent)] : [`${percent} ${label}`];
  });
  return l10n.t('NFTs by stage: {0}', parts.join(', '));
}

function notesOf(
  counts: StatsCounts,
  whole: number | undefined,
  format: Format,
): readonly string[] {
  const notes: string[] = [];
  const { total, further } = counts;
  if (total === undefined && whole !== undefined) notes.push(withoutTotal(whole, format));
  const contradicts = problemsOf(counts, undefined).some(({ kind }) => kind === 'sum');
  if (contradicts) notes.push(contradiction(stagesOf(counts).sum, total, format));
  const hidden = further.length - FURTHER_ROWS;
  if (hidden === 1) notes.push(l10n.t('1 further count is not shown.'));
  else if (hidden > 1) {
    notes.push(l10n.t('{0} further counts are not shown.', format.count(hidden)));
  }
  return notes;
}

function withoutTotal(sum: number, format: Format): string {
  const count = format.count(sum);
  return sum === 1
    ? l10n.t('The service gave no total; shares are of the {0} NFT it counted.', count)
    : l10n.t('The service gave no total; shares are of the {0} NFTs it counted.', count);
}

function contradiction(sum: number, total: number | undefined, format: Format): string {
  if (total === undefined || total === sum) return l10n.t('A stage has a negative count.');
  const [stages, all] = [format.count(sum), format.count(total)];
  return l10n.t(
    'Confirmed, processing and pending come to {0}, but the total is {1}.',
    stages,
    all,
  );
}

/**
 * How far minting is, beside the share: `246 of 600 confirmed`, `12 failed`.
 * @param whole what shares refer to; see `wholeOf`.
 */
export function summaryOf(
  counts: StatsCounts,
  whole: number | undefined,
  format: Format,
): readonly string[] {
  const failed = failedOf(counts);
  const words = failed > 0 ? [amountIn('failed', format.count(failed))] : [];
  return [confirmedWords(counts, whole, format), ...words];
}

function confirmedWords(counts: StatsCounts, whole: number | undefined, { count }: Format): string {
  const { confirmed, total } = counts;
  const { sum, isComplete } = stagesOf(counts);
  if (total === undefined && STAGES.every((stage) => counts[stage] === undefined)) {
    return l10n.t('The service gave no counts.');
  }
  if ((total ?? 0) === 0 && sum === 0) {
    return total === 0 || isComplete
      ? l10n.t('No NFTs yet.')
      : l10n.t('The service gave too few counts to say how far minting is.');
  }
  if (confirmed === undefined) {
    return whole === undefined ? l10n.t('confirmed not given') : l10n.t('{0} in all', count(whole));
  }
  return whole === undefined
    ? amountIn('confirmed', count(confirmed))
    : l10n.t('{0} of {1} confirmed', count(confirmed), count(whole));
}
