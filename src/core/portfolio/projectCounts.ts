import { COUNTS, type Counts, forEachCount } from '../model/counts.ts';
import type { ProjectStats } from '../model/model.ts';
import type { StatsReading } from '../model/statsText.ts';
import { MINUTE_MS } from '../stats/history.ts';
import { problemsOf, type StatsProblem } from '../stats/problems.ts';
import type { History } from '../stats/reading.ts';
import { movedAtAfter, movedAtOf, stalledFor } from '../stats/stall.ts';

/**
 * Counts younger than this are not read again. A sweep of a thousand projects takes minutes, and
 * counts that are compared with each other may be as far apart as that; so opening the portfolio
 * again asks only for what is older.
 */
export const YOUNG_MS = 5 * MINUTE_MS;

/** From here on it is told that nothing is confirmed, before a project counts as stalled. */
export const NOT_MOVING_MS = 5 * MINUTE_MS;

/** An answer that is older than the last one by less than this was overtaken by it. */
const OVERTAKEN_MS = MINUTE_MS;

/** The newest counts of a project. The stats as received are not held: there may be 20,000. */
export interface ProjectCounts {
  readonly counts: Counts;
  /** The other counts; `undefined` if not known, because the history keeps only the four. */
  readonly further: ProjectStats['further'] | undefined;
  /** When they were asked for, in milliseconds since 1970. */
  readonly asOf: number;
  /** The time of the first reading with the present count of confirmed. */
  readonly movedAt: number;
}

/** What a history says of a project; `undefined` if it is empty. */
export function fromHistory(history: History): ProjectCounts | undefined {
  const [last, movedAt] = [history.at(-1), movedAtOf(history)];
  if (!last || movedAt === undefined) return undefined;
  return {
    counts: forEachCount((name) => last[name]),
    further: undefined,
    asOf: last.at,
    movedAt,
  };
}

/** What is known of a project after a reading that was held. An older one changes nothing. */
export function afterStats(
  before: ProjectCounts | undefined,
  reading: StatsReading,
): ProjectCounts {
  return before && reading.asOf < before.asOf ? before : withReading(before, reading);
}

/**
 * What is known of a project after an answer of the service. One that was overtaken changes nothing.
 * If it seems older by a minute or more, the clock was set back, and it counts.
 */
export function afterAnswer(
  before: ProjectCounts | undefined,
  reading: StatsReading,
): ProjectCounts {
  const olderBy = before ? before.asOf - reading.asOf : 0;
  const isOvertaken = olderBy > 0 && olderBy < OVERTAKEN_MS;
  return before && isOvertaken ? before : withReading(before, reading);
}

function withReading(
  before: ProjectCounts | undefined,
  { stats, asOf }: StatsReading,
): ProjectCounts {
  const counts = forEachCount((name) => stats[name]);
  const then = before && { confirmed: before.counts.confirmed, movedAt: before.movedAt };
  const movedAt = movedAtAfter(then, { at: asOf, ...counts });
  return { counts, further: stats.further, asOf, movedAt };
}

/**
 * Whether counts need not be read again: they are young, and all that concerns a person is known of
 * them. If the stages do not make up the total, other counts may say why.
 */
export function isYoung({ counts, further, asOf }: ProjectCounts, now: number): boolean {
  const { total, confirmed = NaN, processing = NaN, pending = NaN } = counts;
  const isWhole = further !== undefined || confirmed + processing + pending === total;
  return isWhole && now - asOf < YOUNG_MS && !isAhead(asOf, now);
}

/** Whether a time is ahead of the clock by more than a minute: then the clock was set back since. */
export function isAhead(at: number, now: number): boolean {
  return at - now > MINUTE_MS;
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
  readonly known: ProjectCounts | undefined;
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
  const { counts = NO_COUNTS, further } = known ?? {};
  const problems = problemsOf({ ...counts, further }, status);
  const of = (kind: StatsProblem['kind']) => problems.filter((one) => one.kind === kind);
  const rest = known ? restOf(known, stallMs) : [];
  return [...of('failed'), ...rest, ...of('sum'), ...unreadable(known, hasRef, failed)];
}

const NO_COUNTS = forEachCount(() => undefined);

function restOf({ counts, asOf, movedAt }: ProjectCounts, stallMs: number): ProjectConcern[] {
  const reading = { ...counts, at: asOf };
  const forMs = stalledFor(reading, movedAt, Math.min(NOT_MOVING_MS, stallMs));
  if (forMs === undefined) return [];
  return [{ kind: forMs >= stallMs ? 'stalled' : 'notMoving', forMs }];
}

function unreadable(
  known: ProjectCounts | undefined,
  hasRef: boolean,
  failed: boolean,
): ProjectConcern[] {
  if (!hasRef) return [{ kind: 'unreadable', why: 'noId' }];
  if (failed) return [{ kind: 'unreadable', why: 'failed' }];
  const isEmpty = known !== undefined && COUNTS.every((name) => known.counts[name] === undefined);
  return isEmpty ? [{ kind: 'unreadable', why: 'noCounts' }] : [];
}
