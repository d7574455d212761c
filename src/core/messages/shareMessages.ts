import * as l10n from '@vscode/l10n';
import type { FormatNumber } from '../base/numberFormat.ts';
import { type KnownStats, problemsOf, type StatsProblem } from '../stats/problems.ts';
import { percentConfirmed } from '../stats/share.ts';
import { sumWords } from './attentionMessages.ts';

/**
 * How far a Project is minted (`percentConfirmed`), and its problems: `63%: 3,150 of 5,000 confirmed,
 * 12 failed`.
 * @param status the Project's, if its row is known.
 */
export function progressWords(
  stats: KnownStats,
  status: string | undefined,
  format: FormatNumber,
): string {
  const problems = problemsOf(stats, status).map((one) => problemWords(one, format));
  const counts = [confirmedWords(stats, format), ...problems].join(', ');
  const percent = percentConfirmed([stats]);
  return percent === undefined ? counts : l10n.t('{0}: {1}', format(percent, 'percent'), counts);
}

/**
 * As `progressWords`, without problems and with a bar: `▰▰▰▰▰▰▱▱▱▱ 63% · 3,150 of 5,000 confirmed`.
 */
export function shareBar(stats: KnownStats, format: FormatNumber): string {
  const percent = percentConfirmed([stats]);
  const counts = confirmedWords(stats, format);
  if (percent === undefined) return counts;
  return `${textBar(Math.floor(percent / 10))} ${format(percent, 'percent')} · ${counts}`;
}

/**
 * `▰▰▰▰▰▰▱▱▱▱`.
 * @param full how many of the ten squares are full.
 */
export function textBar(full: number): string {
  return '▰'.repeat(full) + '▱'.repeat(10 - full);
}

/** `3,150 of 5,000 confirmed`. */
export function confirmedWords({ confirmed, total }: KnownStats, format: FormatNumber): string {
  if (confirmed === undefined) return l10n.t('confirmed not given');
  return total === undefined
    ? l10n.t('{0} confirmed', format(confirmed))
    : l10n.t('{0} of {1} confirmed', format(confirmed), format(total));
}

/** `12 failed`, `status failed` or `12 unaccounted for`. */
function problemWords(problem: StatsProblem, format: FormatNumber): string {
  if (problem.kind === 'sum') return sumWords(problem.off, format);
  return problem.count === undefined
    ? l10n.t('status failed')
    : l10n.t('{0} failed', format(problem.count));
}
