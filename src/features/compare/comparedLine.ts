/* What a comparison shows of a project, and its words. */

import * as l10n from '@vscode/l10n';
import { capitalized } from '../../core/base/displayText.ts';
import { formatList, formatNumber, formatPercent } from '../../core/base/format.ts';
import { notReadYet } from '../../core/messages/countMessages.ts';
import { estimateWords, mintedWords, paceWords } from '../../core/messages/forecastMessages.ts';
import { partOf } from '../../core/messages/listMessages.ts';
import type { ProjectPace } from '../../core/stats/forecast.ts';
import { type History, type LastReading, thinned } from '../../core/stats/reading.ts';
import {
  endSeen,
  exactPercentConfirmed,
  leftOf,
  percentConfirmed,
  wholeOf,
} from '../../core/stats/share.ts';
import type { ComparedCells, ShareLine } from './messages.ts';

export const [FEWEST, MOST] = [2, 8];

/** The cells of a project. What is not known is an empty text. */
export function comparedCells(
  last: LastReading | undefined,
  history: History,
  /** `undefined` without readings, or if they cannot be brought up to date. */
  pace: ProjectPace | undefined,
  now: number,
): ComparedCells {
  const left = last && leftOf(last);
  return {
    share: formatPercent(last && percentConfirmed([last])) ?? '',
    confirmed: last ? confirmedOf(last) : '',
    left: left === undefined ? '' : formatNumber(left),
    pace: pace && 'perMinute' in pace ? paceWords(pace) : '',
    doneIn: pace ? mintedWords(history, now) || estimateWords(pace, now) : '',
  };
}

function confirmedOf(last: LastReading): string {
  const { confirmed } = last;
  const whole = wholeOf(last);
  if (confirmed === undefined) return '';
  return whole === undefined ? formatNumber(confirmed) : partOf(confirmed, whole);
}

/** What a project lacks for a line in the chart; `undefined` if it has one. */
export function lineWords(readings: number): string | undefined {
  if (readings > 1) return undefined;
  return readings === 1
    ? l10n.t('One reading; a line begins with the next')
    : capitalized(notReadYet());
}

/** What to do if too few or too many projects are selected; `undefined` if they can be compared. */
export function limitWords(selected: number): string | undefined {
  if (selected >= FEWEST && selected <= MOST) return undefined;
  return l10n.t(
    'Select {0} to {1} projects to compare: {2} selected',
    formatNumber(FEWEST),
    formatNumber(MOST),
    formatNumber(selected),
  );
}

/** The title of the tab and its heading: `Harbor Lights, Ember, and 3 more compared`. */
export function compareTitle(names: readonly string[]): string {
  return l10n.t('{0} compared', formatList(names, 2));
}

/** @param most how many readings it has at most; see `thinned`. */
export function shareLine(history: History, most: number): ShareLine {
  const ended = endSeen(history)?.at;
  const known = thinned(history, most).filter(({ at }) => at <= (ended ?? Infinity));
  const readings = known.flatMap((reading) => {
    const percent = exactPercentConfirmed([reading]);
    return percent === undefined ? [] : [{ at: reading.at, percent }];
  });
  const rise = readings.findIndex(({ percent }) => percent > 0);
  const start = rise < 0 ? readings.at(-1)?.at : startOf(readings, rise);
  const begun = rise < 0 ? 'not' : rise === 0 ? 'before' : 'seen';
  return { readings, start, begun, ended: ended !== undefined };
}

/**
 * Where the pace until its first share was doubled leads back to no share, but not before the last
 * reading without one: nobody may have read for minutes before the first share was seen.
 */
function startOf(readings: ShareLine['readings'], rise: number): number | undefined {
  const before = readings[Math.max(rise - 1, 0)]?.at;
  const first = readings[rise];
  const next =
    readings.find(({ percent }) => percent >= 2 * (first?.percent ?? 0)) ?? readings.at(-1);
  if (before === undefined || !first || !next) return before;
  const took = (first.percent * (next.at - first.at)) / (next.percent - first.percent);
  return took > 0 ? Math.max(before, first.at - took) : before;
}
