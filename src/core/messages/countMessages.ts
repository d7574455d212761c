import * as l10n from '@vscode/l10n';
import { joinWords } from '../base/displayText.ts';
import { formatNumber, plural } from '../base/format.ts';
import { type AnyCount, type Counts, isFurther } from '../model/counts.ts';
import { problemsOf, type StatsProblem } from '../stats/problems.ts';
import { allOf, percentConfirmed } from '../stats/share.ts';

export function countLabel(name: AnyCount | 'missing' | 'tooMany'): string {
  return {
    confirmed: l10n.t('Confirmed'),
    processing: l10n.t('Processing'),
    pending: l10n.t('Pending'),
    failed: l10n.t('NFTs failed'),
    burned: l10n.t('Burned'),
    cancelled: l10n.t('Cancelled'),
    other: l10n.t('Other stages'),
    missing: l10n.t('Missing'),
    tooMany: l10n.t('Too many'),
    total: l10n.t('Total'),
  }[name];
}

/** The meaning of a count, which is shown beside its label; empty if that says it. */
export function meaningOf(name: AnyCount): string {
  if (isFurther(name) || name === 'total') return '';
  return {
    confirmed: l10n.t('Confirmed on the blockchain (on-chain)'),
    processing: l10n.t('Being minted now, not confirmed yet'),
    pending: l10n.t('Waiting, not being minted yet'),
  }[name];
}

/** `3,150 confirmed`, for a sentence; `amount` may be a share. */
export function amountIn(name: Exclude<AnyCount, 'total'>, amount: string): string {
  return {
    confirmed: l10n.t('{0} confirmed', amount),
    processing: l10n.t('{0} processing', amount),
    pending: l10n.t('{0} pending', amount),
    failed: l10n.t('{0} failed', amount),
    burned: l10n.t('{0} burned', amount),
    cancelled: l10n.t('{0} cancelled', amount),
    other: l10n.t('{0} in other stages', amount),
  }[name];
}

export function notReadYet(): string {
  return l10n.t('not read yet');
}

/** `Not a count: Total`, for what the service gave in place of these counts. */
export function notCountsWords(names: NonNullable<Counts['notCounts']>): string {
  return l10n.t('Not a count: {0}', names.map(countLabel).join(', '));
}

/** `20 missing` or `20 too many`; `amount` may be a share. */
export function offWords(
  kind: 'missing' | 'tooMany',
  count: number,
  amount = formatNumber(count),
): string {
  return kind === 'missing'
    ? plural(count, l10n.t('{1} missing | {1} missing'), amount)
    : l10n.t('{0} too many', amount);
}

/** `63%: 3,150 of 5,000 confirmed, 12 failed`. */
export function progressWords(stats: Partial<Counts>): string {
  const problems = problemsOf(stats, undefined).map((one) => problemWords(one));
  const odd = stats.notCounts ? [notCountsWords(stats.notCounts)] : [];
  const counts = [confirmedWords(stats), ...problems, ...odd].join(', ');
  const percent = percentConfirmed([stats]);
  return percent === undefined ? counts : `${formatNumber(percent, 'percent')}: ${counts}`;
}

/** `12 failed`, `20 missing` or `20 too many`. */
function problemWords({ kind, count = 0 }: StatsProblem): string {
  return kind === 'failed' ? amountIn('failed', formatNumber(count)) : offWords(kind, count);
}

/** As `progressWords`, without problems: `63% · 3,150 of 5,000 confirmed`. */
export function shareWords(stats: Partial<Counts>): string {
  const percent = percentConfirmed([stats]);
  const share = percent === undefined ? '' : formatNumber(percent, 'percent');
  return joinWords(share, confirmedWords(stats));
}

/** `▰▰▰▰▰▰▱▱▱▱`. @param full how many of the ten squares are full. */
export function textBar(full: number): string {
  return '▰'.repeat(full) + '▱'.repeat(10 - full);
}

/** `3,150 of 5,000 confirmed, 5 burned`: the latter are of no concern, and still to be mentioned. */
export function confirmedWords(counts: Partial<Counts>): string {
  const { confirmed } = counts;
  if (confirmed === undefined) {
    return `${countLabel('confirmed')}: ${l10n.t('not given')}`;
  }
  const all = allOf(counts);
  const words = Number.isNaN(all)
    ? amountIn('confirmed', formatNumber(confirmed))
    : l10n.t('{0} of {1} confirmed', formatNumber(confirmed), formatNumber(all));
  const over = (['burned', 'cancelled'] as const).flatMap((name) => {
    const count = counts[name] ?? 0;
    return count > 0 ? amountIn(name, formatNumber(count)) : [];
  });
  return [words, ...over].join(', ');
}

/** `45 of 1,200 not minted`, of a mint that ended; `undefined` if it is not known how many. */
export function notMintedWords(missing: number, whole: number): string | undefined {
  return missing > 0
    ? l10n.t('{0} of {1} not minted', formatNumber(missing), formatNumber(whole))
    : undefined;
}

/** `all 5,000 confirmed`. */
export function allConfirmedWords({ confirmed = NaN }: Partial<Counts>): string {
  return l10n.t('all {0} confirmed', formatNumber(confirmed));
}

/** What the tables of several surfaces have of a project, in the order of a comparison. */
export function tableHeadings() {
  return {
    name: l10n.t('Name'),
    share: l10n.t('Progress'),
    confirmed: countLabel('confirmed'),
    pace: l10n.t('Pace'),
    left: l10n.t('Left'),
    doneIn: l10n.t('Done in'),
    asOf: l10n.t('As of'),
  };
}
