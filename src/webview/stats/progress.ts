/**
 * The texts for a project's counts, without a DOM. The service may leave members out, add others,
 * or give a total that is not the sum; each is reported.
 */

import * as l10n from '@vscode/l10n';
import { displayText } from '../../core/base/displayText.ts';
import { type CountName, COUNTS } from '../../core/model/counts.ts';
import type { StatsCounts } from '../../protocol/stats.ts';
import type { Format } from '../kit/format.ts';
import { type Segment, segmentsOf } from '../kit/segments.ts';
import { amountIn, isStage, labelOf, meaningOf, STAGES } from '../kit/stages.ts';
import { summaryOf } from './summary.ts';
import { furtherArePartsOfTotal, isComplete, sumOf, wholeOf } from './sums.ts';

/** The most rows of further counts in the table. */
const FURTHER_ROWS = 50;

/** One row of the table. */
export interface CountRow {
  readonly key: CountName | 'further';
  readonly label: string;
  readonly meaning: string;
  /** `undefined`: the service did not give it. */
  readonly count: string | undefined;
  readonly percent: string | undefined;
}

export interface Progress {
  /** How much is confirmed, if that can be said. */
  readonly headline: string | undefined;
  readonly summary: string;
  readonly rows: readonly CountRow[];
  /** Empty if there are no parts or no whole. */
  readonly bar: readonly Segment[];
  readonly barLabel: string;
  /** Short sentences about contradictory counts. */
  readonly notes: readonly string[];
}

export function describeProgress(counts: StatsCounts, format: Format): Progress {
  const sum = sumOf(counts);
  const whole = wholeOf(counts);
  const rows = rowsOf(counts, whole, format);
  const bar = whole === undefined ? [] : segmentsOf(counts, Math.max(whole, sum));
  return {
    headline:
      counts.confirmed === undefined || whole === undefined
        ? undefined
        : format.percent(counts.confirmed, whole),
    summary: summaryOf(counts, whole, format),
    rows,
    bar,
    barLabel: barLabelOf(rows),
    notes: notesOf(counts, format),
  };
}

function rowsOf(
  counts: StatsCounts,
  whole: number | undefined,
  format: Format,
): readonly CountRow[] {
  const percent = (value: number | undefined) =>
    value === undefined || whole === undefined ? undefined : format.percent(value, whole);
  const count = (value: number | undefined) =>
    value === undefined ? undefined : format.count(value);
  const furtherAreParts = furtherArePartsOfTotal(counts);
  return [
    ...STAGES.map((stage) => ({
      key: stage,
      label: labelOf(stage),
      meaning: meaningOf(stage),
      count: count(counts[stage]),
      percent: percent(counts[stage]),
    })),
    ...counts.further.slice(0, FURTHER_ROWS).map((row) => ({
      key: 'further' as const,
      label: displayText(row.name, 60) || l10n.t('(no name)'),
      meaning: l10n.t('Also given by the service'),
      count: format.count(row.count),
      percent: furtherAreParts ? percent(row.count) : undefined,
    })),
    // The total, and any known count that is not a stage, has no share.
    ...COUNTS.filter((name) => !isStage(name)).map((name) => ({
      key: name,
      label: labelOf(name),
      meaning: meaningOf(name),
      count: count(counts[name]),
      percent: undefined,
    })),
  ];
}

function barLabelOf(rows: readonly CountRow[]): string {
  const parts = rows.flatMap(({ key, percent }) =>
    isStage(key) && percent !== undefined ? [amountIn(key, percent)] : [],
  );
  return l10n.t('NFTs by stage: {0}', parts.join(', '));
}

function notesOf(counts: StatsCounts, format: Format): readonly string[] {
  const notes: string[] = [];
  const sum = sumOf(counts);
  const { total, further } = counts;
  if (total === undefined) {
    if (isComplete(counts) && sum > 0) notes.push(withoutTotal(sum, format));
  } else if (
    sum > total ||
    (isComplete(counts) && sum < total && !furtherArePartsOfTotal(counts))
  ) {
    // If a stage is missing, a sum below the total is expected.
    notes.push(contradiction(sum, total, format));
  }
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

function contradiction(sum: number, total: number, format: Format): string {
  const [stages, all] = [format.count(sum), format.count(total)];
  return sum === 1
    ? l10n.t('The stages add up to {0} NFT; the service says {1} in all.', stages, all)
    : l10n.t('The stages add up to {0} NFTs; the service says {1} in all.', stages, all);
}
