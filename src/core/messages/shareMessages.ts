import * as l10n from '@vscode/l10n';
import type { FormatNumber } from '../base/numberFormat.ts';
import { type KnownStats, problemsOf, type StatsProblem } from '../stats/problems.ts';
import { percentConfirmed } from '../stats/share.ts';

/** How far a Project is minted, in at most two characters and in words. */
export interface Share {
  /** `63`, `✓` if all are confirmed, `!` if it needs attention; `undefined` if that is not known. */
  readonly badge: string | undefined;
  readonly needsAttention: boolean;
  /** `63%: 3,150 of 5,000 confirmed`. */
  readonly words: string;
}

/**
 * The share of a Project's NFTs that is confirmed (`percentConfirmed`). It needs attention if its
 * status or a further count says that minting has failed, or if the counts contradict each other.
 * @param status the Project's, if its row is known.
 */
export function shareOf(
  stats: KnownStats,
  status: string | undefined,
  format: FormatNumber,
): Share {
  const problems = problemsOf(stats, status).map((one) => problemWords(one, format));
  const needsAttention = problems.length > 0;
  const counts = [confirmedWords(stats, format), ...problems].join(', ');
  const percent = percentConfirmed([stats]);
  const share = percent === 100 ? '✓' : percent?.toString();
  return {
    badge: needsAttention ? '!' : share,
    needsAttention,
    words: percent === undefined ? counts : l10n.t('{0}: {1}', format(percent, 'percent'), counts),
  };
}

/** `3,150 of 5,000 confirmed`. */
export function confirmedWords({ confirmed, total }: KnownStats, format: FormatNumber): string {
  if (confirmed === undefined) return l10n.t('confirmed not given');
  return total === undefined
    ? l10n.t('{0} confirmed', format(confirmed))
    : l10n.t('{0} of {1} confirmed', format(confirmed), format(total));
}

/** `12 failed`, `status failed` or `the stages add up to 4,988`. */
export function problemWords(problem: StatsProblem, format: FormatNumber): string {
  if (problem.kind === 'sum') return l10n.t('the stages add up to {0}', format(problem.sum));
  return problem.count === undefined
    ? l10n.t('status failed')
    : l10n.t('{0} failed', format(problem.count));
}
