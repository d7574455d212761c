import * as l10n from '@vscode/l10n';
import type { Counts } from '../model/counts.ts';
import { type KnownStats, problemsOf, type StatsProblem } from '../model/statsProblems.ts';

/** How far a Project is minted, in at most two characters and in words. */
export interface Share {
  /** `63`, `✓` if all are confirmed, `!` if it needs attention; `undefined` if that is not known. */
  readonly badge: string | undefined;
  readonly needsAttention: boolean;
  /** `63 %: 3,150 of 5,000 confirmed`. */
  readonly words: string;
}

/**
 * The share of a Project's NFTs that is confirmed (service-interface §2.4). It needs attention if
 * its status or a further count says that minting has failed, or if the counts contradict each
 * other. A percentage is rounded down, so that only a finished project is shown as one.
 * @param status the Project's, if its row is known.
 */
export function shareOf(
  stats: KnownStats,
  status: string | undefined,
  formatNumber: (count: number) => string,
): Share {
  const { confirmed, total } = stats;
  const problems = problemsOf(stats, status).map((one) => problemWords(one, formatNumber));
  const needsAttention = problems.length > 0;
  const counts = [confirmedWords(stats, formatNumber), ...problems].join(', ');
  const isShare = confirmed !== undefined && total !== undefined && confirmed >= 0;
  if (!isShare || total <= 0 || confirmed > total) {
    return { badge: needsAttention ? '!' : undefined, needsAttention, words: counts };
  }
  const percent = confirmed === total ? 100 : Math.min(99, Math.floor((100 * confirmed) / total));
  const done = percent === 100 ? '✓' : String(percent);
  const words = l10n.t('{0} %: {1}', percent, counts);
  return { badge: needsAttention ? '!' : done, needsAttention, words };
}

function confirmedWords(
  { confirmed, total }: Counts,
  formatNumber: (count: number) => string,
): string {
  if (confirmed === undefined) return l10n.t('confirmed not given');
  return total === undefined
    ? l10n.t('{0} confirmed', formatNumber(confirmed))
    : l10n.t('{0} of {1} confirmed', formatNumber(confirmed), formatNumber(total));
}

/** `12 failed`, `status failed` or `the stages add up to 4,988`. */
export function problemWords(
  problem: StatsProblem,
  formatNumber: (count: number) => string,
): string {
  if (problem.kind === 'sum') return l10n.t('the stages add up to {0}', formatNumber(problem.sum));
  return problem.count === undefined
    ? l10n.t('status failed')
    : l10n.t('{0} failed', formatNumber(problem.count));
}
