import { paceSentences } from '../../core/messages/forecastMessages.ts';
import { paceOf } from '../../core/stats/pace.ts';
import type { History } from '../../core/stats/reading.ts';
import { thinned } from '../../core/stats/thinned.ts';
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
    pace: paceSentences(paceOf(history, now, watchSettings.stallMinutes * 60_000), formatNumber),
  };
}
