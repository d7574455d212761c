import { type Counts, COUNTS } from '../model/counts.ts';
import { formatRef, type ProjectRef } from '../model/model.ts';
import type { LastReading } from '../stats/reading.ts';
import { statusTone } from '../model/statusTone.ts';
import { failedOf } from '../stats/problems.ts';
import { rowTone } from '../stats/rowTone.ts';
import { endOf, hasLeft } from '../stats/share.ts';
import { stallOf } from '../stats/stall.ts';
import { type Wanted, wantedAfter, wantedAnnounced, wantedNews } from './wanted.ts';

export type { Wanted } from './wanted.ts';

/** The most projects that one sign-in can watch. */
export const MOST_WATCHED = 20;

/**
 * If the counts show neither that NFTs are left nor that minting has ended, the project is watched
 * for this long after the last change of its confirmed count: it may not have begun.
 */
const IDLE_MS = 24 * 60 * 60_000;

/** If the last two readings are further apart, the time at which minting ended is unknown. */
const UNSEEN_MS = 2 * 60_000;

/** What is stored of a project that the user watches. */
export interface WatchedProject {
  readonly ref: ProjectRef;
  /** Empty if unknown. */
  readonly name: string;
  /** The key of the row that it was watched from, if the service gave no kind there. */
  readonly row?: string | undefined;
  /**
   * When watching began, in milliseconds since 1970. If it is done and the duration is unknown, the
   * time of the last reading.
   */
  readonly since: number;
  /** The pending announcement, made once. */
  readonly news?: News | undefined;
  /** Whether it was announced that it has stalled. */
  readonly stalled?: boolean | undefined;
  /** Whether it was announced that NFTs, or the whole project, have failed. */
  readonly failed?: boolean | undefined;
  /** What else is to be announced, once each. */
  readonly wanted?: Wanted | undefined;
}

export interface Watched extends WatchedProject {
  readonly last?: LastReading | undefined;
  /** Whether the user has acknowledged that it needs attention. */
  readonly acknowledged?: boolean;
}

/**
 * `done`: all are confirmed. `ended`: nothing is left, and not all are confirmed. `failed`: NFTs
 * have failed, or the status says so. `idle`: for a day the counts have not shown whether anything
 * is left. `gone`: the service does not know the project. `share`, `moves` and `grows` are those of
 * `Wanted`.
 */
export const NEWS = [
  ...(['done', 'ended', 'failed', 'stalled'] as const),
  ...(['share', 'moves', 'grows', 'idle', 'gone'] as const),
] as const;

export type News = (typeof NEWS)[number];

/** Whether a project stays watched after its announcement. */
export function goesOn({ news }: WatchedProject): boolean {
  return news === undefined || !['done', 'ended', 'idle', 'gone'].includes(news);
}

/** The worst first. A project has `failed` if its status says so; a `pending` one has not begun. */
export const MINT_STATES = ['failed', 'stalled', 'minting', 'pending'] as const;

/** The state of a watched project, by what was announced of it. */
export function mintStateOf({ stalled, failed, last }: Watched): (typeof MINT_STATES)[number] {
  if (failed === true && failedOf(last ?? {}) === 0) return 'failed';
  if (stalled === true) return 'stalled';
  return last && rowTone(last, undefined, []) === 'waiting' ? 'pending' : 'minting';
}

export function worstFirst(all: readonly Watched[]): readonly Watched[] {
  return MINT_STATES.flatMap((state) => all.filter((one) => mintStateOf(one) === state));
}

/** The key of a watched project, and of its row if the service gives its kind: `project/t/12`. */
export function keyOf({ ref }: { readonly ref: ProjectRef }): string {
  return `project/${formatRef(ref)}`;
}

/** The keys of the rows that show a watched project. */
export function rowKeysOf(one: WatchedProject): readonly string[] {
  return one.row === undefined ? [keyOf(one)] : [keyOf(one), one.row];
}

export function hasMoved(before: Counts | undefined, after: Counts): boolean {
  return COUNTS.some((name) => before?.[name] !== after[name]);
}

/**
 * A watched project after a reading of it.
 * @param before the reading before that one.
 * @param stallMs `mostMs` of `stallOf`.
 */
export function afterReading(
  one: WatchedProject,
  before: LastReading | undefined,
  reading: LastReading,
  stallMs: number,
): WatchedProject {
  const wanted = wantedAfter(one.wanted, before, reading, stallMs);
  const stalled = before?.confirmed === reading.confirmed && one.stalled === true;
  // A failure of the whole project is the more important news.
  const isFailed = mintStateOf({ ...one, last: reading }) === 'failed';
  const isStallNews = !stalled && !isFailed && stallOf(reading, stallMs)?.kind === 'stalled';
  const wasLeft = one.news === 'ended' || (before !== undefined && hasLeft(before));
  const stillSince = Math.max(one.since, reading.movedAt);
  const isFailure = !one.failed && before !== undefined && failedOf(reading) > failedOf(before);
  const isIdle = !hasLeft(reading) && reading.at - stillSince >= IDLE_MS;
  const other = isStallNews ? 'stalled' : (wantedNews(wanted) ?? (isIdle ? 'idle' : undefined));
  const failed = isFailure || one.news === 'failed' ? 'failed' : undefined;
  // If no NFT counts as failed any more, a later failure is announced again.
  const isMended = before !== undefined && failedOf(before) > 0 && failedOf(reading) === 0;
  const news = endOf(reading, wasLeft) ?? failed ?? other;
  const isUnseen = news === 'done' && reading.at - (before?.at ?? one.since) > UNSEEN_MS;
  return {
    ...{ ...one, news, stalled, wanted },
    since: isUnseen ? reading.at : one.since,
    failed: isMended ? undefined : one.failed,
  };
}

/**
 * A watched project after its status was read again. A failed status is announced once, until the
 * service corrects it.
 */
export function afterStatus(one: WatchedProject, status: string | undefined): WatchedProject {
  if (statusTone(status) === 'failed')
    return !one.failed && goesOn(one) ? { ...one, news: 'failed' } : one;
  return status !== undefined && one.failed ? { ...one, failed: undefined } : one;
}

/**
 * Removes the pending announcements of the projects with these keys, and the projects whose
 * watching ends with it (`goesOn`).
 * @returns what is `watched` after that, and as `news` the projects with the removed announcements.
 */
export function takeNews(all: readonly WatchedProject[], keys: ReadonlySet<string>) {
  const news = all.filter((one) => one.news !== undefined && keys.has(keyOf(one)));
  const watched = all.flatMap((one) => {
    if (!news.includes(one)) return [one];
    if (!goesOn(one)) return [];
    const announced = {
      ...(one.news === 'failed' && { failed: true }),
      ...(one.news === 'stalled' && { stalled: true }),
    };
    return [
      { ...one, news: undefined, wanted: wantedAnnounced(one.wanted, one.news), ...announced },
    ];
  });
  return { watched, news };
}
