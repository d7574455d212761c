import * as l10n from '@vscode/l10n';
import { STAGES } from '../../core/model/counts.ts';
import { problemsOf, stagesOf } from '../../core/stats/problems.ts';
import { percentConfirmed } from '../../core/stats/share.ts';
import type { StatsCounts } from '../../protocol/stats.ts';
import type { Format } from '../kit/format.ts';

/**
 * How far minting is.
 * @param whole what shares refer to; see `wholeOf`.
 */
export function summaryOf(counts: StatsCounts, whole: number | undefined, format: Format): string {
  const failed = problemsOf(counts, undefined).find((one) => one.kind === 'failed')?.count;
  if (failed !== undefined) {
    return sentenceOf([...clausesOf(counts, whole, format), failedClause(failed, format)]);
  }
  const { sum, isComplete } = stagesOf(counts);
  const given = STAGES.some((stage) => counts[stage] !== undefined);
  if (!given && counts.total === undefined) return l10n.t('The service gave no counts.');
  if ((counts.total ?? 0) === 0 && sum === 0) {
    return counts.total === 0 || isComplete
      ? l10n.t('No NFTs yet.')
      : l10n.t('The service gave too few counts to say how far minting is.');
  }
  if (whole !== undefined && percentConfirmed([counts]) === 100) {
    return whole === 1
      ? l10n.t('The only NFT is confirmed.')
      : l10n.t('All {0} NFTs are confirmed.', format.count(whole));
  }
  return sentenceOf(clausesOf(counts, whole, format));
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
function clausesOf(
  { confirmed, processing, pending }: StatsCounts,
  whole: number | undefined,
  format: Format,
): readonly string[] {
  const first = confirmedClause(confirmed, whole, format);
  const clauses = first === undefined ? [] : [first];
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

function failedClause(failed: number, format: Format): string {
  const count = format.count(failed);
  return failed === 1 ? l10n.t('{0} has failed', count) : l10n.t('{0} have failed', count);
}

/** One to four clauses as a sentence. */
function sentenceOf([first = '', second, third, fourth]: readonly string[]): string {
  if (second === undefined) return l10n.t('{0}.', first);
  if (third === undefined) return l10n.t('{0} and {1}.', first, second);
  return fourth === undefined
    ? l10n.t('{0}, {1} and {2}.', first, second, third)
    : l10n.t('{0}, {1}, {2} and {3}.', first, second, third, fourth);
}
