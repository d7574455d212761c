/** What is said of the sums of the rows shown, without a DOM. */

import type { CountName } from '../../core/model/counts.ts';
import type { Format } from '../kit/format.ts';
import { type Segment, segmentsOf } from '../kit/segments.ts';
import { LABELS, STAGES } from '../kit/stages.ts';
import type { Totals } from './table.ts';

/** One count of the legend. */
export interface LegendEntry {
  /** `rest` is what is in no stage. */
  readonly name: CountName | 'rest';
  readonly label: string;
  readonly count: string;
  /** `undefined` for the total, and if it cannot be said. */
  readonly percent: string | undefined;
}

export interface TotalsText {
  readonly legend: readonly LegendEntry[];
  readonly bar: readonly Segment[];
  readonly barLabel: string;
  /** `the 310 of 1,204 projects shown that have counts`. */
  readonly of: string;
  /** What stands in the place of an empty legend. */
  readonly empty: string;
}

/** The legend is empty while no row shown has counts. */
export function describeTotals({ counts, covered, rows }: Totals, format: Format): TotalsText {
  const sum = STAGES.reduce((all, stage) => all + Math.max(counts[stage] ?? 0, 0), 0);
  const whole = Math.max(counts.total ?? 0, sum);
  // Without one of the stages it is not known what is in none.
  const rest = STAGES.every((stage) => counts[stage] !== undefined) ? whole - sum : 0;
  const entries = [...STAGES, 'rest' as const, 'total' as const];
  const legend = entries.flatMap((name) => {
    const count = name === 'rest' ? rest || undefined : counts[name];
    if (count === undefined) return [];
    const { label } = name === 'rest' ? { label: 'In no stage' } : LABELS[name];
    const percent = name === 'total' ? undefined : format.percent(count, whole);
    return [{ name, label, count: format.count(count), percent }];
  });
  const parts = legend.flatMap(({ label, percent }) =>
    percent === undefined ? [] : [`${percent} ${label.toLowerCase()}`],
  );
  return {
    legend,
    bar: whole > 0 ? segmentsOf(counts, whole) : [],
    barLabel: `NFTs of the projects shown: ${parts.join(', ') || 'none'}`,
    of: coveredWords(covered, rows, format),
    empty: rows === 0 ? '' : 'No counts yet',
  };
}

function coveredWords(covered: number, rows: number, format: Format): string {
  const projects = rows === 1 ? 'project' : 'projects';
  return covered === rows
    ? `${format.count(rows)} ${projects} shown`
    : `${format.count(covered)} of ${format.count(rows)} ${projects} shown, which have counts`;
}
