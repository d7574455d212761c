import * as l10n from '@vscode/l10n';
import { describeRef, parseProjectRef } from '../../core/model/projectRef.ts';
import type { StatsState } from '../../protocol/stats.ts';
import { footOf, type Picture } from '../kit/pictureParts.ts';
import type { RowScreen } from '../kit/rowPage.ts';
import { describeProgress } from './progress.ts';

/** What a picture of the panel shows; `undefined` while there are no counts. */
export function pictureOf(
  title: string,
  { ref, state, facts, format }: RowScreen<StatsState>,
): Picture | undefined {
  const { counts, asOf, timeLine, sample, problem } = state ?? {};
  if (!counts || asOf === undefined) return undefined;
  const { headline, summary, rows, bar } = describeProgress(counts, format);
  const project = parseProjectRef(ref);
  const known = [facts?.symbol, facts?.status, project && describeRef(project)];
  return {
    title,
    lines: [known, [headline, ...summary, ...(timeLine?.pace ?? [])], [problem?.title]].flatMap(
      (parts) => parts.filter((part) => part !== undefined).join(' · ') || [],
    ),
    bar,
    charts: 'mintscope-chart canvas',
    table: rows.map(({ label, count = l10n.t('not given'), percent = '' }) => [
      label,
      count,
      percent,
    ]),
    foot: footOf(sample, format.fullDate(asOf)),
  };
}
