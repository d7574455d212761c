import type { LastReading } from '../stats/reading.ts';
import { given, percentConfirmed } from '../stats/share.ts';
import { stallOf } from '../stats/stall.ts';

/** The shares, in percent, that can be announced to the user. */
export const SHARES = [25, 50, 75, 90, 95] as const;

/**
 * What is announced of a watched project on request, once each, besides its end, failures and
 * stalls. It is stored as JSON.
 */
export interface Wanted {
  /** That this many percent are confirmed. */
  readonly shares?: readonly number[] | undefined;
  /** The highest share that was reached and is not announced yet. */
  readonly reached?: number | undefined;
  /** That NFTs are confirmed again, after a stall or for the first time. */
  readonly moves?: EventState | undefined;
  /** That the total has grown. */
  readonly grows?: EventState | undefined;
}

/** `wanted` until it happens, then `happened` until it is announced. */
type EventState = 'wanted' | 'happened';

/** Leaves out what is not set. @returns `undefined` if nothing is wanted. */
function wantedOf({ shares, reached, moves, grows }: Wanted): Wanted | undefined {
  const wanted: Wanted = {
    ...(shares && shares.length > 0 && { shares }),
    ...(reached !== undefined && { reached }),
    ...(moves && { moves }),
    ...(grows && { grows }),
  };
  return Object.keys(wanted).length > 0 ? wanted : undefined;
}

/** Leaves out the shares that a project has reached already. */
export function stillAhead(wanted: Wanted, last: LastReading | undefined): Wanted | undefined {
  const percent = (last && percentConfirmed([last])) ?? -1;
  return wantedOf({ ...wanted, shares: wanted.shares?.filter((share) => share > percent) });
}

/**
 * What is wanted after a reading, with what it shows to have happened.
 * @param stallMs `mostMs` of `stallOf`.
 */
export function wantedAfter(
  wanted: Wanted | undefined,
  before: LastReading | undefined,
  reading: LastReading,
  stallMs: number,
): Wanted | undefined {
  if (!wanted) return undefined;
  const percent = percentConfirmed([reading]) ?? -1;
  const reached = wanted.shares?.filter((share) => share <= percent) ?? [];
  const happened = (state: EventState | undefined, isTrue: boolean) =>
    state && (isTrue ? 'happened' : state);
  const hasGrown = given(reading.total) > given(before?.total);
  return wantedOf({
    shares: wanted.shares?.filter((share) => share > percent),
    reached: reached.length > 0 ? Math.max(...reached) : wanted.reached,
    moves: happened(wanted.moves, movesAgain(before, reading, stallMs)),
    grows: happened(wanted.grows, hasGrown),
  });
}

/** What to announce first of what has happened; `undefined` if nothing has. */
export function wantedNews(wanted: Wanted = {}): 'share' | 'moves' | 'grows' | undefined {
  if (wanted.reached !== undefined) return 'share';
  if (wanted.moves === 'happened') return 'moves';
  return wanted.grows === 'happened' ? 'grows' : undefined;
}

/** What is still wanted once that news is announced. */
export function wantedAnnounced(wanted: Wanted | undefined, news: string | undefined) {
  return wantedOf({
    ...wanted,
    ...(news === 'share' && { reached: undefined }),
    ...(news === 'moves' && { moves: undefined }),
    ...(news === 'grows' && { grows: undefined }),
  });
}

function movesAgain(before: LastReading | undefined, reading: LastReading, stallMs: number) {
  if (!before || !(given(reading.confirmed) > given(before.confirmed))) return false;
  const hasWaited = before.restMs === undefined && given(before.processing) === 0;
  return hasWaited || stallOf(before, stallMs) !== undefined;
}
