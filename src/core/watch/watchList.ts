import type { ProjectRef } from '../model/model.ts';
import { statusTone } from '../model/statusTone.ts';
import { failedOf } from '../stats/problems.ts';
import type { LastReading } from '../stats/reading.ts';
import { rowTone } from '../stats/rowTone.ts';
import { given, percentConfirmed } from '../stats/share.ts';
import { stallOf } from '../stats/stall.ts';

/*
 * What is announced of a watched project follows from its newest reading and from what is stored as
 * announced. So news that no window has announced yet is found again after a restart.
 */

/** The most projects that one sign-in can watch. */
export const MOST_WATCHED = 20;

/** What is announced on request, once each, besides its end, failures and stalls. Stored as JSON. */
export interface Wanted {
  /** That this many percent are confirmed. */
  readonly shares?: readonly number[] | undefined;
  /**
   * That NFTs are confirmed again, or for the first time: the time of a reading by which they had not, in
   * milliseconds since 1970; 0 until there is one.
   */
  readonly moves?: number | undefined;
}

export const WANTED: readonly Wanted[] = [
  ...[25, 50, 75, 90, 95].map((share) => ({ shares: [share] })),
  { moves: 0 },
];

/** What is stored, as JSON, of a project that the user watches. */
export interface WatchedProject {
  readonly ref: ProjectRef;
  /** Empty if unknown. */
  readonly name: string;
  /** The key of the row that it was watched from, if the service gave no kind there. */
  readonly row?: string | undefined;
  /** When watching began, in milliseconds since 1970. Earlier readings are no news. */
  readonly since: number;
  /** What showed that it has failed, when that was announced or was known as watching began. */
  readonly failed?: 'counts' | 'status' | undefined;
  /** The time of the reading at which a stall was announced or was known as watching began. */
  readonly stalledAt?: number | undefined;
  /** What else is to be announced, once each. */
  readonly wanted?: Wanted | undefined;
  /** How it has ended, until the user has seen that: the message may close by itself. */
  readonly over?: 'done' | 'ended' | undefined;
}

/** What a window knows of it besides. */
interface Seen {
  readonly last?: LastReading | undefined;
  /** Whether the user has acknowledged that it needs attention. */
  readonly acknowledged?: boolean;
  /** The result of `endOf` for `last`. */
  readonly end?: 'done' | 'ended' | undefined;
  /** `undefined` unless the window has read the row. */
  readonly status?: string | undefined;
  /** Whether the service had no stats of it when this window last requested them (404). */
  readonly isGone?: boolean | undefined;
}

export interface Watched extends WatchedProject, Seen {
  /** What to announce next. */
  readonly news?: News | undefined;
}

/** `gone`: the service does not know the project. `share` and `moves` are those of `Wanted`. */
export type News = 'done' | 'ended' | 'gone' | 'failed' | 'stalled' | 'share' | 'moves';

/** Whether a project stays watched after its announcement. */
export function goesOn({ news }: Watched): boolean {
  return !isEnd(news) && news !== 'gone';
}

function isEnd(news: News | undefined): news is 'done' | 'ended' {
  return news === 'done' || news === 'ended';
}

/** What is known of a project by then is no news. @param stallMs `mostMs` of `stallOf`. */
export function beginWatching(one: WatchedProject, seen: Seen, stallMs: number): WatchedProject {
  const { last } = seen;
  return {
    ...one,
    failed: failureOf(seen),
    stalledAt: hasStalled(seen, stallMs) ? last?.at : undefined,
  };
}

/** What to announce first; `undefined` if nothing. @param stallMs `mostMs` of `stallOf`. */
export function newsOf(one: WatchedProject, seen: Seen, stallMs: number): News | undefined {
  const { last } = seen;
  if (one.over) return undefined;
  const isNew = last !== undefined && last.at >= one.since;
  if (seen.isGone) return 'gone';
  if (isNew && seen.end) return seen.end;
  if (one.failed === undefined && failureOf(isNew ? seen : { status: seen.status }))
    return 'failed';
  if (!isNew) return undefined;
  const isStalled = hasStalled(seen, stallMs) && !isStallKnown({ ...one, last });
  // A failure of the whole project is the more important news.
  if (isStalled && failureOf(seen) !== 'status') return 'stalled';
  if (reachedShare(one.wanted, last) !== undefined) return 'share';
  const { moves = 0 } = one.wanted ?? {};
  return moves > 0 && last.movedAt > moves && given(last.confirmed) > 0 ? 'moves' : undefined;
}

/** The highest of the wanted shares that are reached. */
export function reachedShare(
  { shares = [] }: Wanted = {},
  last: LastReading | undefined,
): number | undefined {
  const reached = shares.filter((share) => share <= shareOf(last));
  return reached.length === 0 ? undefined : Math.max(...reached);
}

/** In percent; -1 if it is not known. */
function shareOf(last: LastReading | undefined): number {
  return (last && percentConfirmed([last])) ?? -1;
}

/** Without the shares that are reached. */
export function withoutReached(wanted: Wanted, last: LastReading | undefined): Wanted {
  return { ...wanted, shares: wanted.shares?.filter((share) => share > shareOf(last)) };
}

/** What is stored once the news of a project is announced; nothing if the service does not know it. */
export function afterNews(one: WatchedProject, event: Watched): WatchedProject[] {
  const { news, last } = event;
  if (news === 'gone') return [];
  if (isEnd(news)) return [{ ...one, over: news }];
  if (news === 'failed') return [{ ...one, failed: failureOf(event) }];
  if (news === 'stalled') return [{ ...one, stalledAt: last?.at }];
  const { wanted = {} } = one;
  return [
    {
      ...one,
      wanted: news === 'moves' ? { ...wanted, moves: undefined } : withoutReached(wanted, last),
    },
  ];
}

export function afterReading(
  one: WatchedProject,
  last: LastReading | undefined,
  stallMs: number,
): WatchedProject {
  if (!last || one.wanted?.moves !== 0) return one;
  const hasNotBegun = last.restMs === undefined && given(last.processing) === 0;
  const rests = hasNotBegun || stallOf(last, stallMs) !== undefined;
  return rests ? { ...one, wanted: { ...one.wanted, moves: last.at } } : one;
}

function failureOf({ last, status }: Seen): 'counts' | 'status' | undefined {
  if (failedOf(last ?? {}) > 0) return 'counts';
  return statusTone(status) === 'failed' ? 'status' : undefined;
}

function hasStalled({ last }: Seen, stallMs: number): boolean {
  return last !== undefined && stallOf(last, stallMs)?.kind === 'stalled';
}

/** Whether none was confirmed since a stall was announced. */
function isStallKnown({ stalledAt, last }: Watched): boolean {
  return stalledAt !== undefined && last !== undefined && last.movedAt <= stalledAt;
}

/** The worst first. A project has `failed` if its status says so; a `pending` one has not begun. */
export const MINT_STATES = ['failed', 'stalled', 'minting', 'pending'] as const;

/** The state of a watched project: by its status, or by what was announced of it if that is not known. */
export function mintStateOf(one: Watched): (typeof MINT_STATES)[number] {
  const { failed, last, status } = one;
  const hasFailed = status === undefined ? failed === 'status' : statusTone(status) === 'failed';
  if (hasFailed) return 'failed';
  if (isStallKnown(one)) return 'stalled';
  return last && rowTone(last, undefined, []) === 'waiting' ? 'pending' : 'minting';
}

export function worstFirst(all: readonly Watched[]): readonly Watched[] {
  return MINT_STATES.flatMap((state) => all.filter((one) => mintStateOf(one) === state));
}

/** The key of a watched project, and of its row if the service gives its kind: `project/t/12`. */
export function keyOf({ ref }: { readonly ref: ProjectRef }): string {
  return `project/${ref}`;
}

/** The keys of the rows that show a watched project. */
export function rowKeysOf(one: WatchedProject): readonly string[] {
  return one.row === undefined ? [keyOf(one)] : [keyOf(one), one.row];
}
