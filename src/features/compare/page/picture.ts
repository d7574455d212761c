import * as l10n from '@vscode/l10n';
import { COMPARED, comparedHeadings } from '../../../core/messages/compareMessages.ts';
import type { CompareState } from '../messages.ts';
import type { Format } from '../../../page/format.ts';
import { footOf, type Picture } from '../../../page/pictureParts.ts';
import { axisWords, lineNotes, lookOf } from './plot.ts';

export function pictureOf(
  { lines, facts: { axis }, covers, sample, problem }: CompareState,
  { format, now }: { readonly format: Format; readonly now: number },
): Picture {
  const { name, ...headings } = comparedHeadings();
  const rows = lines.map(({ name: one, cells, asOf }, at) => ({
    cells: [
      ...[one, ...COMPARED.map((column) => cells[column])],
      asOf === undefined ? '' : format.time(asOf, now),
    ],
    key: { color: lookOf(at).color, line: lookOf(at) },
  }));
  const notes = lines.flatMap((line) =>
    lineNotes(line, axis).map((note) => `\u2068${line.name}\u2069: ${note}`),
  );
  return {
    title: l10n.t('Compare Progress'),
    lines: [...(problem?.title === undefined ? [] : [problem.title]), covers, ...notes],
    bar: [],
    charts: [{ canvas: 'mintscope-compare-chart canvas', caption: axisWords(axis) }],
    table: [{ cells: [name, ...Object.values(headings)] }, ...rows],
    foot: footOf(sample, format.fullDate(now)),
  };
}
