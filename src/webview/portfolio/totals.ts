/** What is said of the sums of the rows, without a DOM. */

import * as l10n from '@vscode/l10n';
import { coverageWords } from '../../core/messages/coverageMessages.ts';
import { STAGES } from '../../core/model/counts.ts';
import { type Part, stagesOf } from '../../core/stats/problems.ts';
import { percentOf } from '../../core/stats/share.ts';
import type { PortfolioState } from '../../protocol/portfolio.ts';
import type { Format } from '../kit/format.ts';
import { segmentsOf } from '../kit/segments.ts';
import { amountIn, labelOf } from '../kit/stages.ts';
import type { Covered, Totals } from './table.ts';

export type Week = NonNullable<PortfolioState['week']>;
type LegendName = Part | 'rest' | 'total';
export type LegendEntry = ReturnType<typeof describeTotals>['legend'][number];

/** What the counts cover, of the same rows as the totals: `stats of 310 of 1,204 projects`. */
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

/** What was confirmed on each day: `Thu 1,204`, `Fri not read`. */
export function dayWords(days: Week['days'], format: Format): readonly string[] {
  const weekday = new Intl.DateTimeFormat(format.locale, { weekday: 'short' });
  return days.map(({ day, confirmed, read }) => {
    const count = read === 0 ? l10n.t('not read') : format.count(confirmed);
    return `${weekday.format(day)} ${count}`;
  });
}

/**
 * The legend is empty while no row shown has counts; `empty` then stands in its place. Its `rest` is
 * what no count explains. `of` is such as `310 of the 1,204 projects shown`.
 */
export function describeTotals({ counts, percent, covered, rows }: Totals, format: Format) {
  const { sum, isComplete } = stagesOf(counts);
  const { failed = 0, other = 0 } = counts;
  const whole = Math.max(counts.total ?? 0, sum);
  // Without one of the stages it is not known what is in none.
  const rest = isComplete ? Math.max(0, whole - sum - failed - other) : 0;
  const entries: readonly LegendName[] = ['failed', ...STAGES, 'other', 'rest', 'total'];
  const known = entries.flatMap((name) => {
    const count = name === 'rest' ? rest || undefined : counts[name];
    return count === undefined ? [] : [{ name, count }];
  });
  const shares = sharesOf(known, whole, percent);
  const legend = known.map(({ name, count }) => ({
    name,
    label: name === 'rest' ? l10n.t('Unaccounted for') : labelOf(name),
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

/**
 * The whole percent of each entry but the total. What is confirmed is rounded down as everywhere; the
 * others are rounded so that all add up to 100 (largest remainder), if the entries are the whole.
 */
function sharesOf(
  entries: readonly { readonly name: LegendName; readonly count: number }[],
  whole: number,
  confirmed: number | undefined,
): ReadonlyMap<LegendName, number | undefined> {
  const others = entries.filter(({ name }) => name !== 'total' && name !== 'confirmed');
  const all = entries.reduce((sum, { name, count }) => (name === 'total' ? sum : sum + count), 0);
  const shares = new Map<LegendName, number | undefined>([['confirmed', confirmed]]);
  for (const { name, count } of others) shares.set(name, percentOf(count, whole));
  if (all !== whole || others.some(({ name }) => shares.get(name) === undefined)) return shares;
  const floors = [...shares.values()].reduce<number>((sum, share = 0) => sum + share, 0);
  const remainder = (count: number) => ((100 * count) / whole) % 1;
  const first = others.toSorted((one, other) => remainder(other.count) - remainder(one.count));
  for (const { name } of first.slice(0, 100 - floors))
    shares.set(name, (shares.get(name) ?? 0) + 1);
  return shares;
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
