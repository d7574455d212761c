import * as l10n from '@vscode/l10n';
import { concernCount } from '../../../core/messages/concernLabel.ts';
import { motionSentence } from '../../../core/messages/forecastMessages.ts';
import { footOf, type Picture } from '../../../page/pictureParts.ts';
import { wordingOf } from './columns.ts';
import type { Screen } from './screen.ts';
import { isFiltered } from './table.ts';
import { coverageText, describeTotals, isInBar } from './totals.ts';

/** A picture of the totals of the rows shown and, without a filter, of the numbers of all projects. */
export function pictureOf({
  state,
  view,
  table,
  format,
  now,
}: Pick<Screen, 'state' | 'view' | 'table' | 'format' | 'now'>): Picture {
  const { of, bar, legend } = describeTotals(table.totals, format);
  const concerns = table.concerns.filter(({ rows }) => rows.length > 0);
  const { problem, sample } = state ?? {};
  const ofShown = [
    l10n.t('Totals of {0}', of),
    motionSentence(table.motion, wordingOf({ format, now })),
  ];
  const ofAll = [
    state && coverageText(table.covered, state, format, now),
    concerns.map(({ kind, rows }) => concernCount(kind, rows, format.count)).join(' · '),
  ];
  // With a filter, leave out the numbers of all projects, because they would be taken for those of
  // the filter.
  const lines = [problem?.title, ...ofShown, ...(isFiltered(view) ? [] : ofAll)];
  return {
    title: l10n.t('Portfolio'),
    lines: lines.flatMap((line) => (line === undefined || line === '' ? [] : line)),
    bar,
    charts: [],
    table: legend.map(({ name, label, count, percent = '' }) => ({
      cells: [label, count, percent],
      key: isInBar(name) ? { color: `--${name === 'missing' ? 'track' : name}` } : undefined,
    })),
    foot: footOf(sample, format.fullDate(now)),
  };
}
