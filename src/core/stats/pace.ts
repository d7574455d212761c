import { statusTone } from '../model/statusTone.ts';
import type { ConcernedProject } from './attention.ts';
import { type Forecast, forecastOf } from './forecast.ts';
import { type NoPace, type Pace, paceIn, type Progress, progressOf } from './progress.ts';
import type { History } from './reading.ts';
import { given, hasLeft } from './share.ts';
import { stallOf } from './stall.ts';

/** How fast a mint is, with a forecast if there is one, or why it has no pace. */
export type ProjectPace = Forecast | Pace | NoPace;

/** Without a forecast, the pace is measured over this time, in milliseconds. */
const RECENT_MS = 10 * 60_000;

/**
 * The pace of a mint with its forecast; the recent pace if there is no forecast; or why there is no
 * pace.
 * @param now in milliseconds since 1970.
 * @param stallMs `mostMs` of `stallOf`.
 */
export function paceOf(history: History, now: number, stallMs: number): ProjectPace {
  const progress = progressOf(history, now, stallMs);
  if ('reason' in progress) return progress;
  return forecastOf(progress, now) ?? recentPace(progress) ?? { reason: 'early' };
}

/** A project that has failed by its status has no pace, whatever its counts show. */
export function unlessFailed(pace: ProjectPace, status: string | undefined): ProjectPace {
  return 'reason' in pace || statusTone(status) !== 'failed' ? pace : { reason: 'failed' };
}

/**
 * Whether a project is being minted: it has a pace, or NFTs are processing and it does not count as
 * not moving. A project that has failed by its status or has stalled is not being minted.
 * `undefined` if only its status says so, because no counts are known.
 * @param stallMs `mostMs` of `stallOf`.
 */
export function isMinting(
  { known, status }: Pick<ConcernedProject, 'known' | 'status'>,
  hasPace: boolean,
  stallMs: number,
): boolean | undefined {
  const tone = statusTone(status);
  if (tone === 'failed') return false;
  if (!known) return tone === 'underWay' ? undefined : false;
  const stall = stallOf(known, stallMs);
  if (!hasLeft(known) || stall?.kind === 'stalled') return false;
  return hasPace || (!stall && given(known.processing) > 0);
}

/**
 * The pace over the last ten minutes with readings, or over a longer time if nothing was confirmed
 * in them.
 */
function recentPace({ steps }: Progress): Pace | undefined {
  let [start, time] = [steps.length, 0];
  while (start > 0 && (time < RECENT_MS || !paceIn(steps.slice(start)))) {
    const step = steps[--start];
    if (step) time += step.to.at - step.from.at;
  }
  return paceIn(steps.slice(start));
}
