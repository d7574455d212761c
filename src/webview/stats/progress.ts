/**
 * The texts for a project's counts, without a DOM. The service may leave members out, add others,
 * or give a total that is not the sum; each is reported.
 */

import { displayText } from '../../core/base/displayText.ts';
import { type CountName, COUNTS } from '../../core/model/counts.ts';
import { statusTone } from '../../core/model/statusTone.ts';
import type { StatsCounts } from '../../protocol/stats.ts';
import { type Format, isExact } from '../kit/format.ts';
import { type Segment, segmentsOf } from '../kit/segments.ts';
import { isStage, LABELS, STAGES } from '../kit/stages.ts';

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
      ...LABELS[stage],
      count: count(counts[stage]),
      percent: percent(counts[stage]),
    })),
    ...counts.further.slice(0, FURTHER_ROWS).map((row) => ({
      key: 'further' as const,
      label: displayText(row.name, 60) || '(no name)',
      meaning: 'Also given by the service',
      count: format.count(row.count),
      percent: furtherAreParts ? percent(row.count) : undefined,
    })),
    // The total, and any known count that is not a stage, has no share.
    ...COUNTS.filter((name) => !isStage(name)).map((name) => ({
      key: name,
      ...LABELS[name],
      count: count(counts[name]),
      percent: undefined,
    })),
  ];
}

function barLabelOf(rows: readonly CountRow[]): string {
  const parts = rows.flatMap(({ key, label, percent }) =>
    isStage(key) && percent !== undefined ? [`${percent} ${label.toLowerCase()}`] : [],
  );
  return `NFTs by stage: ${parts.join(', ')}`;
}

function summaryOf(counts: StatsCounts, whole: number | undefined, format: Format): string {
  const { confirmed } = counts;
  const given = STAGES.some((stage) => counts[stage] !== undefined);
  if (!given && counts.total === undefined) return 'The service gave no counts.';
  if ((counts.total ?? 0) === 0 && sumOf(counts) === 0) {
    return counts.total === 0 || isComplete(counts)
      ? 'No NFTs yet.'
      : 'The service gave too few counts to say how far minting is.';
  }
  if (whole !== undefined && isExact(whole) && confirmed === whole && sumOf(counts) === whole) {
    return whole === 1
      ? 'The only NFT is confirmed.'
      : `All ${format.count(whole)} NFTs are confirmed.`;
  }
  const clauses = [
    confirmedClause(confirmed, whole, format),
    ...restClauses(counts, format),
  ].filter((clause) => clause !== undefined);
  return `${joinClauses(clauses)}.`;
}

function confirmedClause(
  confirmed: number | undefined,
  whole: number | undefined,
  format: Format,
): string | undefined {
  if (confirmed === undefined) {
    return whole === undefined ? undefined : `${format.count(whole)} ${nfts(whole)} in all`;
  }
  const are = `${areOrIs(confirmed)} confirmed`;
  if (whole === undefined) return `${format.count(confirmed)} ${nfts(confirmed)} ${are}`;
  if (confirmed === 0) {
    return whole === 1
      ? 'The only NFT is not confirmed yet'
      : `None of ${format.count(whole)} NFTs is confirmed yet`;
  }
  return `${format.count(confirmed)} of ${format.count(whole)} NFTs ${are}`;
}

/** Zero is left out of the sentence; the table has it. */
function restClauses(
  { processing, pending, further }: StatsCounts,
  format: Format,
): readonly string[] {
  const clauses: string[] = [];
  // As the rows of the tree and the portfolio find what has failed (`problemsOf`).
  const failed = further.find(({ name, count }) => count > 0 && statusTone(name) === 'failed');
  if (processing) clauses.push(`${format.count(processing)} ${areOrIs(processing)} being minted`);
  if (pending) clauses.push(`${format.count(pending)} ${areOrIs(pending)} pending`);
  if (failed) clauses.push(`${format.count(failed.count)} ${haveOrHas(failed.count)} failed`);
  return clauses;
}

function nfts(count: number): string {
  return count === 1 ? 'NFT' : 'NFTs';
}

function haveOrHas(count: number): string {
  return count === 1 ? 'has' : 'have';
}

function areOrIs(count: number): string {
  return count === 1 ? 'is' : 'are';
}

function joinClauses(clauses: readonly string[]): string {
  const last = clauses.at(-1) ?? '';
  return clauses.length < 2 ? last : `${clauses.slice(0, -1).join(', ')} and ${last}`;
}

function notesOf(counts: StatsCounts, format: Format): readonly string[] {
  const notes: string[] = [];
  const sum = sumOf(counts);
  const { total, further } = counts;
  if (total === undefined) {
    if (isComplete(counts) && sum > 0) {
      notes.push(
        `The service gave no total; shares are of the ${format.count(sum)} ${nfts(sum)} it counted.`,
      );
    }
  } else if (
    sum > total ||
    (isComplete(counts) && sum < total && !furtherArePartsOfTotal(counts))
  ) {
    // If a stage is missing, a sum below the total is expected.
    notes.push(
      `The stages add up to ${format.count(sum)} ${nfts(sum)}; the service says ${format.count(total)} in all.`,
    );
  }
  const hidden = further.length - FURTHER_ROWS;
  if (hidden === 1) notes.push('1 further count is not shown.');
  else if (hidden > 1) notes.push(`${format.count(hidden)} further counts are not shown.`);
  return notes;
}
