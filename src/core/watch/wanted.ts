import type { LastReading } from '../stats/reading.ts';
import { given, percentConfirmed } from '../stats/share.ts';
import { stallOf } from '../stats/stall.ts';

/** `grows`, while no total was read. */
const NOT_READ = -1;

/**
 * What is announced of a watched project on request, once each, besides its end, failures and
 * stalls. It is stored as JSON.
 */
export interface Wanted {
  /** That this many percent are confirmed. */
  readonly shares?: readonly number[] | undefined;
  /**
   * That NFTs are confirmed again, after a stall or for the first time: the time of a reading by
   * which they had stopped or not begun, in milliseconds since 1970; 0 until there is one.
   */
  readonly moves?: number | undefined;
  /** That the total exceeds this one. */
  readonly grows?: number | undefined;
}

/** What the user can choose. */
export const WANTED: readonly Wanted[] = [
  ...[25, 50, 75, 90, 95].map((share) => ({ shares: [share] })),
  { moves: 0 },
  { grows: NOT_READ },
];

/**
 * What is still wanted after a reading which announces none of it.
 * @param stallMs `mostMs` of `stallOf`.
 */
export function noteWanted(wanted: Wanted, last: LastReading, stallMs: number): Wanted {
  const { shares, moves, grows } = wanted;
  const hasNotBegun = last.restMs === undefined && given(last.processing) === 0;
  const rests = hasNotBegun || stallOf(last, stallMs) !== undefined;
  return {
    shares,
    moves: moves === 0 && rests ? last.at : moves,
    grows: grows === NOT_READ ? (last.total ?? NOT_READ) : grows,
  };
}

/** The highest of the wanted shares that are reached. */
export function reachedShare(wanted: Wanted = {}, last: LastReading | undefined) {
  const percent = (last && percentConfirmed([last])) ?? -1;
  return wanted.shares?.filter((share) => share <= percent).sort((one, other) => other - one)[0];
}

/** What to announce first of what has happened; `undefined` if nothing has. */
export function wantedNews(wanted: Wanted = {}, last: LastReading) {
  const { moves = 0, grows = NOT_READ } = wanted;
  if (reachedShare(wanted, last) !== undefined) return 'share';
  if (moves > 0 && last.movedAt > moves && given(last.confirmed) > 0) return 'moves';
  return grows !== NOT_READ && given(last.total) > grows ? 'grows' : undefined;
}

/** What is still wanted once that news is announced. */
export function wantedAfter(
  wanted: Wanted = {},
  news: string | undefined,
  last: LastReading | undefined,
): Wanted {
  const percent = (last && percentConfirmed([last])) ?? -1;
  return {
    shares: news === 'share' ? wanted.shares?.filter((share) => share > percent) : wanted.shares,
    moves: news === 'moves' ? undefined : wanted.moves,
    grows: news === 'grows' ? undefined : wanted.grows,
  };
}
