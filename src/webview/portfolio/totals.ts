/** The texts for the sums of the rows, without a DOM. */

import * as l10n from '@vscode/l10n';
import { coverageWords } from '../../core/messages/coverageMessages.ts';
import { STAGES } from '../../core/model/counts.ts';
import { type Part, stagesOf } from '../../core/stats/problems.ts';
import { percentsOf } from '../../core/stats/share.ts';
import type { PortfolioState } from '../../protocol/portfolio.ts';
import type { Format } from '../kit/format.ts';
import { amountIn, countLabel } from '../kit/stages.ts';
import { segmentsOf } from '../kit/stackedBar.ts';
import type { Covered, Totals } from './table.ts';

type LegendName = Part | 'rest' | 'total';
export type LegendEntry = ReturnType<typeof describeTotals>['legend'][number];

/** What the counts of all rows cover, shown or not: `stats of 310 of 1,204 projects`. */
export function coverageText(
  covered: Covered,
  { total, waitUntil }: Pick<PortfolioState, 'total' | 'waitUntil'>,
  format: Format,
  now: number,
): string {
  return coverageWords({ ...covered, total, waitUntil }, now, format.count, (at) =>
    format.time(at, now),
  );
}

/**
 * The bar and the legend of the rows shown. The legend is empty while none has counts; `empty` then
 * stands in its place. `rest` is what no count explains. `of` is `310 of the 1,204 projects shown`.
 */
export function describeTotals({ counts, percent, covered, rows }: Totals, format: Format) {
  const { sum, isComplete } = stagesOf(counts);
  const { failed = 0, other = 0 } = counts;
  const whole = Math.max(counts.total ?? 0, sum);
  // If a stage is not given, it is not known how many NFTs are in none.
  const rest = isComplete ? Math.max(0, whole - sum - failed - other) : 0;
  const entries: readonly LegendName[] = ['failed', ...STAGES, 'other', 'rest', 'total'];
  const given = entries.flatMap((name) => {
    const count = name === 'rest' ? rest || undefined : counts[name];
    return count === undefined ? [] : [{ name, count }];
  });
  const others = given.filter(({ name }) => name !== 'total' && name !== 'confirmed');
  const amounts = [counts.confirmed, ...others.map(({ count }) => count)];
  const [confirmed, ...otherShares] = percentsOf(percent, amounts, whole);
  const shares = new Map<LegendName, number | undefined>([['confirmed', confirmed]]);
  for (const [at, { name }] of others.entries()) shares.set(name, otherShares[at]);
  const legend = given.map(({ name, count }) => ({
    name,
    label: name === 'rest' ? l10n.t('Unaccounted for') : countLabel(name),
    count: format.count(count),
    percent: format.percent(shares.get(name)),
  }));
  const parts = legend.flatMap(({ name, percent }) =>
    percent === undefined ? [] : [shareWords(name, percent)],
  );
  return {
    legend,
    bar: whole > 0 ? segmentsOf(counts, whole) : [],
    barLabel:
      parts.length === 0
        ? l10n.t('NFTs of the projects shown: none')
        : l10n.t('NFTs of the projects shown: {0}', parts.join(', ')),
    of: coveredWords(covered, rows, format),
    empty: rows === 0 ? '' : l10n.t('No counts yet'),
  };
}

function shareWords(name: LegendName, percent: string): string {
  if (name === 'rest' || name === 'total') return l10n.t('{0} unaccounted for', percent);
  return amountIn(name, percent);
}

function coveredWords(covered: number, rows: number, format: Format): string {
  const [some, all] = [format.count(covered), format.count(rows)];
  if (covered === rows) {
    return rows === 1 ? l10n.t('{0} project shown', all) : l10n.t('{0} projects shown', all);
  }
  return rows === 1
    ? l10n.t('{0} of the {1} project shown', some, all)
    : l10n.t('{0} of the {1} projects shown', some, all);
}
