/** The sentence for a project's counts, without a DOM. */

import * as l10n from '@vscode/l10n';
import { statusTone } from '../../core/model/statusTone.ts';
import type { StatsCounts } from '../../protocol/stats.ts';
import { type Format, isExact } from '../kit/format.ts';
import { STAGES } from '../kit/stages.ts';
import { isComplete, sumOf } from './sums.ts';

/**
 * How far minting is.
 * @param whole what shares refer to; see `wholeOf`.
 */
export function summaryOf(counts: StatsCounts, whole: number | undefined, format: Format): string {
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
function restClauses(
  { processing, pending, further }: StatsCounts,
  format: Format,
): readonly string[] {
  const clauses: string[] = [];
  // As the rows of the tree and the portfolio find what has failed (`problemsOf`).
  const failed = further.find(({ name, count }) => count > 0 && statusTone(name) === 'failed');
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
  if (failed) {
    const count = format.count(failed.count);
    clauses.push(
      failed.count === 1 ? l10n.t('{0} has failed', count) : l10n.t('{0} have failed', count),
    );
  }
  return clauses;
}

/** One to four clauses as a sentence. */
function sentenceOf([first = '', second, third, fourth]: readonly string[]): string {
  if (second === undefined) return l10n.t('{0}.', first);
  if (third === undefined) return l10n.t('{0} and {1}.', first, second);
  return fourth === undefined
    ? l10n.t('{0}, {1} and {2}.', first, second, third)
    : l10n.t('{0}, {1}, {2} and {3}.', first, second, third, fourth);
}
