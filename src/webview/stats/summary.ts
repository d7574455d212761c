import * as l10n from '@vscode/l10n';
import { STAGES } from '../../core/model/counts.ts';
import { failedOf, stagesOf } from '../../core/stats/problems.ts';
import type { StatsCounts } from '../../protocol/stats.ts';
import type { Format } from '../kit/format.ts';
import { amountIn } from '../kit/stages.ts';

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
