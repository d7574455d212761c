import { statusTone } from '../model/statusTone.ts';
import type { ConcernedProject } from './attention.ts';
import { forecastOf, type ProjectPace } from './forecast.ts';
import { progressOf } from './progress.ts';
import type { LastReading } from './reading.ts';
import { given, hasLeft } from './share.ts';
import { stallOf } from './stall.ts';

/**
 * The pace of a mint with its forecast, or why there is none.
 * @param now in milliseconds since 1970.
 * @param stallMs `mostMs` of `stallOf`.
 */
export function paceOf(history: readonly LastReading[], now: number, stallMs: number): ProjectPace {
  const progress = progressOf(history, now, stallMs);
  return 'reason' in progress ? progress : forecastOf(progress);
}

/** A project that has failed by its status has no pace, whatever its counts show. */
export function unlessFailed<Pace extends ProjectPace | undefined>(
  pace: Pace,
  status: string | undefined,
): Pace | ProjectPace {
  return statusTone(status) === 'failed' ? { reason: 'failed' } : pace;
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
