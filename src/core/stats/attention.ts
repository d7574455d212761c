import type { AnyCount, Counts } from '../model/counts.ts';
import { statusTone } from '../model/statusTone.ts';
import { CONCERNS, isAlarm } from './concernKinds.ts';
import type { FailedSinceNow } from './failedSince.ts';
import { problemsOf, type StatsProblem } from './problems.ts';
import type { LastReading } from './reading.ts';
import { endOf, hasLeft } from './share.ts';
import { type Stalled, stallOf } from './stall.ts';

export { CONCERNS, isAlarm };

export type Concern =
  | StatsProblem
  | Stalled
  /** The last request failed, or the id or kind is not given. */
  | { readonly kind: 'unreadable'; readonly why: 'failed' | 'noId' }
  /** In place of these counts, the newest reading has values that are none. */
  | { readonly kind: 'unreadable'; readonly why: 'notCounts'; readonly names: readonly AnyCount[] }
  /** All are confirmed and the status says otherwise, or it says `done` and NFTs are left. */
  | { readonly kind: 'disagrees'; readonly status: string }
  /** The service has no stats of it (404): it may not have begun. */
  | { readonly kind: 'noStats' };

export interface ConcernedProject {
  /** Its newest reading. */
  readonly known: LastReading | undefined;
  readonly status: string | undefined;
  /** When the status was read, in milliseconds since 1970; `undefined` if that is not known. */
  readonly statusAt: number | undefined;
  /** Whether its row gives an id and a kind. */
  readonly hasRef: boolean;
  /** How the last request failed: `noStats` if the service has none of it (404). */
  readonly failed: 'unread' | 'noStats' | undefined;
  /** Since when minting has failed, if it has. */
  readonly failedSince?: FailedSinceNow | undefined;
}

/**
 * Why a project may need attention, in the order of `CONCERNS`. All surfaces use this function.
 * @param mostMs as in `stallOf`.
 */
export function concernsOf(project: ConcernedProject, mostMs: number): readonly Concern[] {
  const { known, status, failedSince } = project;
  const stall = known && stallOf(known, mostMs);
  const found = [
    ...problemsOf(known ?? {}, status).map((one) =>
      one.kind === 'failed' && failedSince ? { ...one, since: failedSince } : one,
    ),
    ...(stall?.kind === 'stalled' ? [stall] : []),
    ...unreadable(project),
    ...disagreement(project),
    ...(project.failed === 'noStats' ? [{ kind: 'noStats' } as const] : []),
  ];
  return CONCERNS.flatMap((kind) => found.filter((one) => one.kind === kind));
}

function unreadable({ known, hasRef, failed }: ConcernedProject): Concern[] {
  if (!hasRef) return [{ kind: 'unreadable', why: 'noId' }];
  if (failed === 'unread') return [{ kind: 'unreadable', why: 'failed' }];
  const names = known?.notCounts;
  return names ? [{ kind: 'unreadable', why: 'notCounts', names }] : [];
}

/**
 * Status and counts are read at different times. Only the one read later can contradict the other:
 * the earlier one may be outdated.
 */
function disagreement({ known, status, statusAt }: ConcernedProject): Concern[] {
  if (!known || status === undefined || statusAt === undefined) return [];
  const isBehind = saysOpen(status) && endOf(known, false) === 'done' && statusAt > known.movedAt;
  const isAhead = statusTone(status) === 'done' && hasLeft(known) && known.at >= statusAt;
  return isBehind || isAhead ? [{ kind: 'disagrees', status }] : [];
}

/**
 * Whether a status is outdated: nothing was left when the counts were read, and the status was read
 * before and says otherwise.
 */
export function isStatusBehind(
  { status, statusAt }: Pick<ConcernedProject, 'status' | 'statusAt'>,
  known: Partial<Counts> & { readonly at: number },
): boolean {
  if (statusAt === undefined || statusAt >= known.at) return false;
  return saysOpen(status) && endOf(known, true) !== undefined;
}

function saysOpen(status: string | undefined): boolean {
  const tone = statusTone(status);
  return tone === 'underWay' || tone === 'waiting';
}

/** A project to be sorted, with its concerns in the order of `CONCERNS`. */
interface Ranked {
  readonly concerns: readonly Concern[];
  readonly watched: boolean;
}

/**
 * Orders projects: alarms by kind and size, then watched ones without an alarm, then statuses that
 * disagree, then those without stats.
 */
export function worstFirst(one: Ranked, other: Ranked): number {
  return rankOf(one) - rankOf(other) || sizeOf(other) - sizeOf(one);
}

function rankOf({ concerns: [worst], watched }: Ranked): number {
  if (worst && (isAlarm(worst.kind) || !watched)) return CONCERNS.indexOf(worst.kind);
  return CONCERNS.indexOf('disagrees') - 0.5;
}

function sizeOf({ concerns: [worst] }: Ranked): number {
  if (worst && 'forMs' in worst) return worst.forMs;
  return worst && 'count' in worst ? (worst.count ?? 0) : 0;
}
