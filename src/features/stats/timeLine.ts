import { mintedWords, paceParts } from '../../core/messages/forecastMessages.ts';
import type { ProjectPace } from '../../core/stats/forecast.ts';
import { type History, thinned } from '../../core/stats/reading.ts';
import { endSeen } from '../../core/stats/share.ts';
import type { TimeLine } from './messages.ts';

/** The most readings that are sent to the page: about one for every two pixels of the chart. */
const MOST_READINGS = 500;

/**
 * What the page shows of a history: its readings, the pace, and when minting ended or will be done.
 * `undefined` without readings.
 * @param now in milliseconds since 1970.
 * @param pace of the project, as all surfaces find it; `undefined` if that is not known.
 */
export function timeLineOf(
  history: History | undefined,
  now: number,
  pace?: ProjectPace,
): TimeLine | undefined {
  if (!history || history.length === 0) return undefined;
  const minted = mintedWords(history, now);
  const motion = pace ? paceParts(pace, now) : [];
  return {
    readings: thinned(history, MOST_READINGS),
    pace: minted === '' ? motion : [minted],
    done:
      pace && 'low' in pace
        ? {
            at: now,
            low: Math.max(now, pace.low),
            likely: Math.max(now, pace.likely),
            high: Math.max(now, pace.high),
          }
        : undefined,
    ended: endSeen(history)?.at,
  };
}
