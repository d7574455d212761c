import { isAhead, MINUTE_MS } from '../base/clock.ts';
import { COUNTS } from '../model/counts.ts';
import { problemsOf, type StatsProblem } from '../stats/problems.ts';
import type { LastReading } from '../stats/reading.ts';
import { endOf } from '../stats/share.ts';
import { stalledFor } from '../stats/stall.ts';

/**
 * Counts younger than this are not read again. A sweep of a thousand projects takes minutes, and
 * counts that are compared with each other may be as far apart as that; so opening the portfolio
 * again asks only for what is older.
 */
export const YOUNG_MS = 5 * MINUTE_MS;

/** From here on it is told that nothing is confirmed, before a project counts as stalled. */
export const NOT_MOVING_MS = 5 * MINUTE_MS;

/**
 * Whether counts need not be read again.
 * @param maxAgeMs how old they may be.
 */
export function isYoung({ at }: LastReading, now: number, maxAgeMs: number): boolean {
  return now - at < maxAgeMs && !isAhead(at, now);
}

/** Whether nothing was left at the last two readings, so that the counts hardly change any more. */
export function wasComplete(last: LastReading | undefined): boolean {
  return last !== undefined && last.movedAt < last.at && endOf(last, false) !== undefined;
}

/** Why a project may need a person. */
export type ProjectConcern =
  | StatsProblem
  /**
   * Something is left and nothing was confirmed for so long: `stalled` as watched projects stall,
   * `notMoving` before that. A project has one of them at most.
   */
  | { readonly kind: 'stalled' | 'notMoving'; readonly forMs: number }
  /** The last try has failed, the answer had no counts, or the id or kind is not given. */
  | { readonly kind: 'unreadable'; readonly why: 'failed' | 'noCounts' | 'noId' };

/** What the concerns of a project depend on. */
export interface ConcernedProject {
  readonly known: LastReading | undefined;
  readonly status: string | undefined;
  /** Whether its stats can be asked for. */
  readonly hasRef: boolean;
  /** Whether the last try has failed. */
  readonly failed: boolean;
}

/**
 * Why a project may need a person, in the order of `CONCERNS` in the protocol.
 * @param stallMs as in `stalledFor`.
 */
export function concernsOf(
  { known, status, hasRef, failed }: ConcernedProject,
  stallMs: number,
): readonly ProjectConcern[] {
  const problems = problemsOf({ ...known, further: known?.further ?? [] }, status);
  const of = (kind: StatsProblem['kind']) => problems.filter((one) => one.kind === kind);
  const rest = known ? restOf(known, stallMs) : [];
  return [...of('failed'), ...rest, ...of('sum'), ...unreadable(known, hasRef, failed)];
}

function restOf(known: LastReading, stallMs: number): ProjectConcern[] {
  const forMs = stalledFor(known, known.movedAt, Math.min(NOT_MOVING_MS, stallMs));
  if (forMs === undefined) return [];
  return [{ kind: forMs >= stallMs ? 'stalled' : 'notMoving', forMs }];
}

function unreadable(
  known: LastReading | undefined,
  hasRef: boolean,
  failed: boolean,
): ProjectConcern[] {
  if (!hasRef) return [{ kind: 'unreadable', why: 'noId' }];
  if (failed) return [{ kind: 'unreadable', why: 'failed' }];
  const isEmpty = known !== undefined && COUNTS.every((name) => known[name] === undefined);
  return isEmpty ? [{ kind: 'unreadable', why: 'noCounts' }] : [];
}
