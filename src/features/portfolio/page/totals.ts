/** The texts for the sums of the rows, without a DOM. */

import { formatNumber, formatPercent } from '../../../core/base/format.ts';
import * as l10n from '@vscode/l10n';
import { coverageWords } from '../../../core/messages/coverageMessages.ts';
import { isPart, type Part, PARTS } from '../../../core/stats/problems.ts';
import { percentsOf } from '../../../core/stats/share.ts';
import type { PortfolioState } from '../messages.ts';
import { amountIn, countLabel } from '../../../page/stages.ts';
import { segmentsOf } from '../../../page/stackedBar.ts';
import type { Covered, Totals } from './table.ts';

/** The legend in order. `missing` is the empty rest of the bar. */
const ENTRIES = [
  ...(['failed', 'confirmed', 'processing', 'pending', 'other', 'missing'] as const),
  ...(['burned', 'cancelled', 'tooMany', 'total'] as const),
];
type EntryName = (typeof ENTRIES)[number];
export type LegendEntry = ReturnType<typeof describeTotals>['legend'][number];

/** What the counts of all rows cover, shown or not: `stats of 310 of 1,204 projects`. */
export function coverageText(
  covered: Covered,
  { total, waitUntil }: Pick<PortfolioState, 'total' | 'waitUntil'>,
  now: number,
): string {
  return coverageWords({ ...covered, total, waitUntil }, now);
}

/**
 * The bar and the legend of the rows shown. The legend is empty while none has counts; `empty` then
 * stands in its place. `of` is `310 of the 1,204 projects shown`.
 */
export function describeTotals({ counts, percent, covered, rows }: Totals) {
  const sum = PARTS.reduce((all, part) => all + (counts[part] ?? 0), 0);
  const whole = Math.max(counts.whole ?? 0, sum);
  const given = ENTRIES.flatMap((name) => {
    const count = counts[name];
    return count === undefined ? [] : [{ name, count }];
  });
  const parts = given.filter(({ name }) => name !== 'confirmed' && isInBar(name));
  const amounts = [counts.confirmed, ...parts.map(({ count }) => count)];
  const [confirmed, ...others] = percentsOf(percent, amounts, whole);
  const shares = new Map<EntryName, number | undefined>([['confirmed', confirmed]]);
  for (const [at, { name }] of parts.entries()) shares.set(name, others[at]);
  const legend = given.map(({ name, count }) => ({
    name,
    label: labelOf(name),
    count: formatNumber(count),
    percent: formatPercent(shares.get(name)),
  }));
  const spoken = legend.flatMap(({ name, percent }) => {
    if (percent === undefined) return [];
    return isPart(name) ? [amountIn(name, percent)] : [l10n.t('{0} missing', percent)];
  });
  return {
    legend,
    bar: whole > 0 ? segmentsOf(counts, whole) : [],
    barLabel:
      spoken.length === 0
        ? l10n.t('NFTs of the projects shown: none')
        : l10n.t('NFTs of the projects shown: {0}', spoken.join(', ')),
    of: coveredWords(covered, rows),
    empty: rows === 0 ? '' : l10n.t('No counts yet'),
  };
}

/** Whether an entry of the legend is a part of the bar, or its empty rest. */
export function isInBar(name: EntryName): name is Part | 'missing' {
  return name === 'missing' || isPart(name);
}

function labelOf(name: EntryName): string {
  if (name === 'missing') return l10n.t('Missing');
  return name === 'tooMany' ? l10n.t('Too many') : countLabel(name);
}

function coveredWords(covered: number, rows: number): string {
  const [some, all] = [formatNumber(covered), formatNumber(rows)];
  if (covered === rows) {
    return rows === 1 ? l10n.t('{0} project shown', all) : l10n.t('{0} projects shown', all);
  }
  return rows === 1
    ? l10n.t('{0} of the {1} project shown', some, all)
    : l10n.t('{0} of the {1} projects shown', some, all);
}
