import * as l10n from '@vscode/l10n';
import { concernLabel } from '../../core/messages/attentionMessages.ts';
import { motionSentence } from '../../core/messages/forecastMessages.ts';
import { footOf, type Picture } from '../kit/pictureParts.ts';
import type { Screen } from './screen.ts';
import { coverageText, describeTotals } from './totals.ts';

/** What a picture of the portfolio shows: its totals and what they are of, without its rows. */
export function pictureOf({ state, table, format, now }: Screen): Picture {
  const { of, bar, legend } = describeTotals(table.totals, format);
  const concerns = table.concerns.filter(({ count }) => count > 0);
  const { problem, week, sample } = state ?? {};
  const lines = [
    problem?.title,
    state && coverageText(table.covered, state, format, now),
    l10n.t('Totals of {0}', of),
    motionSentence(table.motion, format.count),
    concerns.map(({ kind, count }) => `${concernLabel(kind)} ${format.count(count)}`).join(' · '),
    week && `${l10n.t('Last 7 days')}: ${week.words}`,
  ];
  return {
    title: l10n.t('Portfolio'),
    lines: lines.flatMap((line) => (line === undefined || line === '' ? [] : line)),
    bar,
    table: legend.map(({ label, count, percent = '' }) => [label, count, percent]),
    foot: footOf(sample, format.fullDate(now)),
  };
}
