import * as l10n from '@vscode/l10n';
import { forecast } from '../../core/history/forecast.ts';
import { paceOf } from '../../core/history/pace.ts';
import type { History } from '../../core/history/reading.ts';
import { thinned } from '../../core/history/thinned.ts';
import { forecastWords, noPaceWords, paceWords } from '../../core/messages/forecastMessages.ts';
import { formatNumber } from '../../editor/locale.ts';
import { watchSettings } from '../../editor/watchSettings.ts';
import type { TimeLine } from '../../protocol/stats.ts';

/** The most readings that are sent to the page: about one for each two pixels of the chart. */
const MOST_READINGS = 500;

/**
 * What the page shows of a history: its readings, the pace and when minting will be done. Nothing
 * while there is no second reading to draw a line to.
 * @param now in milliseconds since 1970.
 */
export function timeLineOf(history: History | undefined, now: number): TimeLine | undefined {
  if (!history || history.length < 2) return undefined;
  return {
    readings: thinned(history, MOST_READINGS),
    of: history.length,
    pace: sentences(history, now),
  };
}

/** `Pace: 75 a minute. Done in about 25–40 min at the pace of the last 10 min.` */
function sentences(history: History, now: number): string {
  const stallMs = watchSettings.stallMinutes * 60_000;
  const pace = paceOf(history, now, stallMs);
  if ('reason' in pace) {
    const words = noPaceWords(pace, formatNumber);
    return words && `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
  }
  const end = forecast(history, now, stallMs);
  const words = l10n.t('Pace: {0}.', paceWords(pace, formatNumber));
  return end ? `${words} ${l10n.t('Done in {0}.', forecastWords(end, formatNumber))}` : words;
}
