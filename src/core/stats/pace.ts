import { statusTone } from '../model/statusTone.ts';
import type { ConcernedProject } from './attention.ts';
import { forecastOf, type ProjectPace } from './forecast.ts';
import { progressOf } from './progress.ts';
import type { LastReading } from './reading.ts';
import { given, hasLeft } from './share.ts';
import { stallOf } from './stall.ts';

/** @param now in milliseconds since 1970. @param stallMs `mostMs` of `stallOf`. */
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
 * Whether it has a pace, or NFTs are processing and it moves, and it has neither failed by its status nor
 * stalled. `undefined` if no counts are known, but its status says so.
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
