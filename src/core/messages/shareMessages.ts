import * as l10n from '@vscode/l10n';
import { formatNumber } from '../base/format.ts';
import type { Counts } from '../model/counts.ts';
import { problemsOf, type StatsProblem } from '../stats/problems.ts';
import { allOf, percentConfirmed } from '../stats/share.ts';
import { notCountsWords, offWords } from './attentionMessages.ts';

/**
 * How far a Project is minted (`percentConfirmed`), and its problems: `63%: 3,150 of 5,000 confirmed,
 * 12 failed`.
 * @param status the Project's, if its row is known.
 */
export function progressWords(stats: Partial<Counts>, status: string | undefined): string {
  const problems = problemsOf(stats, status).map((one) => problemWords(one));
  const odd = stats.notCounts ? [notCountsWords(stats.notCounts)] : [];
  const counts = [confirmedWords(stats), ...problems, ...odd].join(', ');
  const percent = percentConfirmed([stats]);
  return percent === undefined
    ? counts
    : l10n.t('{0}: {1}', formatNumber(percent, 'percent'), counts);
}

/**
 * As `progressWords`, without problems and with a bar: `▰▰▰▰▰▰▱▱▱▱ 63% · 3,150 of 5,000 confirmed`.
 */
export function shareBar(stats: Partial<Counts>): string {
  const percent = percentConfirmed([stats]);
  const counts = confirmedWords(stats);
  if (percent === undefined) return counts;
  // A part of one percent is more than nothing.
  const full = percent > 0 ? Math.max(1, Math.floor(percent / 10)) : 0;
  return `${textBar(full)} ${formatNumber(percent, 'percent')} · ${counts}`;
}

/**
 * `▰▰▰▰▰▰▱▱▱▱`.
 * @param full how many of the ten squares are full.
 */
export function textBar(full: number): string {
  return '▰'.repeat(full) + '▱'.repeat(10 - full);
}

/** `3,150 of 5,000 confirmed, 5 burned`: the latter are of no concern, and still to be mentioned. */
export function confirmedWords(counts: Partial<Counts>): string {
  const { confirmed, burned = 0, cancelled = 0 } = counts;
  if (confirmed === undefined) return l10n.t('confirmed not given');
  const all = allOf(counts);
  const words = Number.isNaN(all)
    ? l10n.t('{0} confirmed', formatNumber(confirmed))
    : l10n.t('{0} of {1} confirmed', formatNumber(confirmed), formatNumber(all));
  const over = [
    burned > 0 ? l10n.t('{0} burned', formatNumber(burned)) : '',
    cancelled > 0 ? l10n.t('{0} cancelled', formatNumber(cancelled)) : '',
  ];
  return [words, ...over].filter((part) => part !== '').join(', ');
}

/** `12 failed`, `status failed`, `20 missing` or `20 too many`. */
function problemWords(problem: StatsProblem): string {
  if (problem.kind !== 'failed') return offWords(problem);
  return problem.count === undefined
    ? l10n.t('status failed')
    : l10n.t('{0} failed', formatNumber(problem.count));
}
