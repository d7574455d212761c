/**
 * The texts for a project's counts, without a DOM. The service may leave members out, add others,
 * or give a total that is not the sum; each is reported.
 */

import * as l10n from '@vscode/l10n';
import { displayText } from '../../core/base/displayText.ts';
import { type CountName, COUNTS } from '../../core/model/counts.ts';
import type { StatsCounts } from '../../protocol/stats.ts';
import { type Format, isExact } from '../kit/format.ts';
import { type Segment, segmentsOf } from '../kit/segments.ts';
import { amountIn, isStage, labelOf, meaningOf, STAGES } from '../kit/stages.ts';

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

function sumOf(counts: StatsCounts): number {
  return STAGES.reduce((sum, stage) => sum + (counts[stage] ?? 0), 0);
}

function isComplete(counts: StatsCounts): boolean {
  return STAGES.every((stage) => counts[stage] !== undefined);
}

/**
 * The whole that shares refer to: the service's total, or the sum of all three stages. `undefined`
 * if the total and a stage are missing, or if it is zero.
 */
function wholeOf(counts: StatsCounts): number | undefined {
  const whole = counts.total ?? (isComplete(counts) ? sumOf(counts) : undefined);
  return whole !== undefined && whole > 0 ? whole : undefined;
}

/** Whether the further counts make up the difference between the three stages and the total. */
function furtherArePartsOfTotal({ total, further, ...rest }: StatsCounts): boolean {
  const sum = sumOf({ ...rest, further });
  return (
    further.length > 0 &&
    total !== undefined &&
    sum < total &&
    sum + further.reduce((more, { count }) => more + count, 0) === total
  );
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

function summaryOf(counts: StatsCounts, whole: number | undefined, format: Format): string {
  const { confirmed } = counts;
  const given = STAGES.some((stage) => counts[stage] !== undefined);
  if (!given && counts.total === undefined) return l10n.t('The service gave no counts.');
  if ((counts.total ?? 0) === 0 && sumOf(counts) === 0) {
    return counts.total === 0 || isComplete(counts)
      ? l10n.t('No NFTs yet.')
      : l10n.t('The service gave too few counts to say how far minting is.');
  }
  if (whole !== undefined && isExact(whole) && confirmed === whole && sumOf(counts) === whole) {
    return whole === 1
      ? l10n.t('The only NFT is confirmed.')
      : l10n.t('All {0} NFTs are confirmed.', format.count(whole));
  }
  const clauses = [
    confirmedClause(confirmed, whole, format),
    ...restClauses(counts, format),
  ].filter((clause) => clause !== undefined);
  return sentenceOf(clauses);
}

function confirmedClause(
  confirmed: number | undefined,
  whole: number | undefined,
  format: Format,
): string | undefined {
  if (confirmed === undefined) {
    if (whole === undefined) return undefined;
    return whole === 1
      ? l10n.t('{0} NFT in all', format.count(whole))
      : l10n.t('{0} NFTs in all', format.count(whole));
  }
  if (whole === undefined) {
    return confirmed === 1
      ? l10n.t('{0} NFT is confirmed', format.count(confirmed))
      : l10n.t('{0} NFTs are confirmed', format.count(confirmed));
  }
  if (confirmed === 0) {
    return whole === 1
      ? l10n.t('The only NFT is not confirmed yet')
      : l10n.t('None of {0} NFTs is confirmed yet', format.count(whole));
  }
  return confirmed === 1
    ? l10n.t('{0} of {1} NFTs is confirmed', format.count(confirmed), format.count(whole))
    : l10n.t('{0} of {1} NFTs are confirmed', format.count(confirmed), format.count(whole));
}

/** Zero is left out of the sentence; the table has it. */
function restClauses({ processing, pending }: StatsCounts, format: Format): readonly string[] {
  const clauses: string[] = [];
  if (processing) {
    const count = format.count(processing);
    clauses.push(
      processing === 1
        ? l10n.t('{0} is being minted', count)
        : l10n.t('{0} are being minted', count),
    );
  }
  if (pending) {
    const count = format.count(pending);
    clauses.push(
      pending === 1 ? l10n.t('{0} is pending', count) : l10n.t('{0} are pending', count),
    );
  }
  return clauses;
}

/** One, two or three clauses as a sentence. */
function sentenceOf([first = '', second, third]: readonly string[]): string {
  if (second === undefined) return l10n.t('{0}.', first);
  return third === undefined
    ? l10n.t('{0} and {1}.', first, second)
    : l10n.t('{0}, {1} and {2}.', first, second, third);
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
