import type { AnyCount, Counts } from '../model/counts.ts';
import { statusTone } from '../model/statusTone.ts';
import type { FailedSinceNow } from './failedSince.ts';
import { dayOf } from './period.ts';
import { problemsOf, type StatsProblem } from './problems.ts';
import { type LastReading, OLD_MS } from './reading.ts';
import { endOf, hasLeft, unconfirmedOf } from './share.ts';
import { type Stalled, stallOf } from './stall.ts';

/** Why a project may need attention, the worst first; see `Concern`. */
export const CONCERNS = [
  'failed',
  'stalled',
  'missing',
  'tooMany',
  'unreadable',
  'disagrees',
  'noStats',
] as const;

/** `disagrees` and `noStats` are shown, but are no alarms, because they need no action. */
export function isAlarm(kind: (typeof CONCERNS)[number]): boolean {
  return kind !== 'disagrees' && kind !== 'noStats';
}

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
  /** When this is said, in milliseconds since 1970; if left out, when the counts were read. */
  readonly now?: number;
  /** Since when minting has failed, if it has. */
  readonly failedSince?: FailedSinceNow | undefined;
}

/** In the order of `CONCERNS`. @param mostMs as in `stallOf`. */
export function concernsOf(project: ConcernedProject, mostMs: number): readonly Concern[] {
  const { known, status, failedSince, now = known?.at ?? 0 } = project;
  // What has failed as a whole is not expected to move.
  const stall = known && statusTone(status) !== 'failed' ? stallOf(known, mostMs) : undefined;
  const found: Concern[] = [
    ...problemsOf(known ?? {}, status).map((one) =>
      one.kind === 'failed' && failedSince ? { ...one, since: failedSince } : one,
    ),
    ...(known && stall?.kind === 'stalled'
      ? [{ ...stall, forMs: stall.forMs + sinceRead(known.at, now) }]
      : []),
    ...unreadable(project),
    ...disagreement(project),
    ...(project.failed === 'noStats' ? [{ kind: 'noStats' } as const] : []),
  ];
  return found.sort((one, other) => CONCERNS.indexOf(one.kind) - CONCERNS.indexOf(other.kind));
}

/** The milliseconds since counts were read, if they still hold: of old ones, their age is said. */
export function sinceRead(at: number, now: number): number {
  const ageMs = now - at;
  return ageMs > 0 && ageMs < OLD_MS ? ageMs : 0;
}

function unreadable({ known, hasRef, failed }: ConcernedProject): Concern[] {
  if (!hasRef) return [{ kind: 'unreadable', why: 'noId' }];
  if (failed === 'unread') return [{ kind: 'unreadable', why: 'failed' }];
  const names = known?.notCounts;
  return names ? [{ kind: 'unreadable', why: 'notCounts', names }] : [];
}

/** Only what was read later can contradict the other: the earlier one may be outdated. */
function disagreement({ known, status, statusAt }: ConcernedProject): Concern[] {
  if (!known || status === undefined || statusAt === undefined) return [];
  const isBehind = saysOpen(status) && endOf(known, false) === 'done' && statusAt > known.movedAt;
  const isAhead = statusTone(status) === 'done' && hasLeft(known) && known.at >= statusAt;
  return isBehind || isAhead ? [{ kind: 'disagrees', status }] : [];
}

/** Whether nothing was left when the counts were read, and the status was read before and says otherwise. */
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

interface Ranked {
  readonly concerns: readonly Concern[];
  readonly watched: boolean;
  readonly last: LastReading | undefined;
}

/** In milliseconds since 1970; `undefined` for neither, or if it was so when it was first seen. */
function troubledAt({ concerns: [worst], last }: Ranked, mostMs: number) {
  // The end of the range in which it failed: what may have failed just now is urgent.
  if (worst?.kind === 'failed')
    return worst.since?.after === undefined ? undefined : worst.since.at;
  // Of one that was never seen to move, only the first reading is known.
  if (worst?.kind !== 'stalled' || last?.restMs === undefined) return undefined;
  // It stalled no earlier than this.
  return Math.min(last.at, last.movedAt + mostMs);
}

/**
 * Those that have failed or stalled since the user last looked, the newest first, which are new; then
 * older failures, the newest first, of one day those with the most NFTs that are not confirmed; then
 * those that are stalled, the longest first; then other alarms by kind and size, watched projects,
 * statuses that disagree, and projects without stats.
 * @param lookedAt in milliseconds since 1970.
 * @param mostMs as in `stallOf`.
 */
export function newestFirst<One extends Ranked>(
  all: readonly One[],
  lookedAt: number,
  mostMs: number,
): (One & { readonly isNew: boolean })[] {
  return all
    .map((one) => ({ one, place: placeOf(one, lookedAt, mostMs) }))
    .sort(({ place }, { place: other }) => {
      const differences = place.map((value, at) => value - (other[at] ?? 0));
      return differences.find((difference) => difference !== 0) ?? 0;
    })
    .map(({ one, place }) => ({ ...one, isNew: place[0] === 0 }));
}

function placeOf(one: Ranked, lookedAt: number, mostMs: number): readonly number[] {
  const at = troubledAt(one, mostMs) ?? 0;
  if (at >= lookedAt) return [0, -at];
  const [worst] = one.concerns;
  if (worst?.kind === 'stalled') return [2, -worst.forMs];
  if (worst?.kind === 'failed') {
    const { at: since = 0, after } = worst.since ?? {};
    const unconfirmed = one.last ? unconfirmedOf(one.last) : 0;
    // Of what had failed when it was first seen, only the day is known.
    return [1, after === undefined ? -dayOf(since) : -since, -(worst.count ?? unconfirmed)];
  }
  return [3 + rankOf(one), -sizeOf(one)];
}

function rankOf({ concerns: [worst], watched }: Ranked): number {
  if (worst && (isAlarm(worst.kind) || !watched)) return CONCERNS.indexOf(worst.kind);
  return CONCERNS.indexOf('disagrees') - 0.5;
}

function sizeOf({ concerns: [worst] }: Ranked): number {
  if (worst && 'forMs' in worst) return worst.forMs;
  return worst && 'count' in worst ? (worst.count ?? 0) : 0;
}
