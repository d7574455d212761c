import * as l10n from '@vscode/l10n';
import { describeRef, parseProjectRef } from '../../../core/model/projectRef.ts';
import { isPart } from '../../../core/stats/problems.ts';
import type { StatsState } from '../messages.ts';
import type { Format } from '../../../page/format.ts';
import { footOf, type Picture } from '../../../page/pictureParts.ts';
import { describeProgress } from './progress.ts';
import { paceUnit, plotOf } from './timeLine.ts';

/** What a picture of the panel shows; `undefined` while there are no counts. */
export function pictureOf(
  title: string,
  { ref, facts, counts, asOf, timeLine, sample, problem }: StatsState,
  format: Format,
): Picture | undefined {
  if (!counts || asOf === undefined) return undefined;
  const { headline, summary, rows, bar } = describeProgress(counts, format);
  const project = parseProjectRef(ref);
  const pace = timeLine && paceUnit(plotOf(timeLine).paces);
  const identity = [facts?.symbol, facts?.status, project && describeRef(project)];
  return {
    title,
    lines: [identity, [headline, ...summary, ...(timeLine?.pace ?? [])], [problem?.title]].flatMap(
      (parts) => parts.filter((part) => part !== undefined).join(' · ') || [],
    ),
    bar,
    charts: [
      { canvas: 'mintscope-chart .plot canvas', caption: l10n.t('NFTs over time') },
      ...(pace ? [{ canvas: 'mintscope-chart .pace canvas', caption: pace.label }] : []),
    ],
    table: rows.map(({ key, label, count = l10n.t('not given'), percent = '' }) => ({
      cells: [label, count, percent],
      key: isPart(key) ? { color: `--${key}` } : undefined,
    })),
    foot: footOf(sample, format.fullDate(asOf)),
  };
}
