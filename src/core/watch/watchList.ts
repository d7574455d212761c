import { type Counts, COUNTS } from '../model/counts.ts';
import { formatRef, type ProjectRef } from '../model/model.ts';
import type { LastReading } from '../stats/reading.ts';
import { statusTone } from '../model/statusTone.ts';
import { failedOf } from '../stats/problems.ts';
import { endOf, hasLeft } from '../stats/share.ts';
import { stallOf } from '../stats/stall.ts';
import { type Wanted, wantedAfter, wantedAnnounced, wantedNews } from './wanted.ts';

export type { Wanted } from './wanted.ts';

/** The most projects that one sign-in watches. */
export const MOST_WATCHED = 20;

/**
 * A project that says neither what is left nor that it has ended is watched for so long after its
 * count of confirmed has changed last: it may not have begun.
 */
const IDLE_MS = 24 * 60 * 60_000;

/** Between readings that lie further apart, nobody knows when something ended. */
const UNSEEN_MS = 2 * 60_000;

/** What is stored of a project that the user watches until it is minted. */
export interface WatchedProject {
  readonly ref: ProjectRef;
  /** Empty if it is not known. */
  readonly name: string;
  /** The key of the row that it was watched from, if the service did not say the kind there. */
  readonly row?: string | undefined;
  /**
   * When watching began, in milliseconds since 1970. The time of the last reading if it is done and
   * not known how long that took.
   */
  readonly since: number;
  /** What is to be announced, once. */
  readonly news?: News | undefined;
  /** Whether it was announced that it has stalled. */
  readonly stalled?: boolean | undefined;
  /** Whether it was announced that NFTs, or all of it, have failed. */
  readonly failed?: boolean | undefined;
  /** What else is to be announced, once each. */
  readonly wanted?: Wanted | undefined;
}

/** A watched project with its newest reading. */
export interface Watched extends WatchedProject {
  readonly last?: LastReading | undefined;
}

/**
 * `done`: all are confirmed. `ended`: nothing is left, and not all are confirmed. `failed`: NFTs have
 * failed, or the status says so. `idle`: the counts have not said for a day whether anything is left.
 * `gone`: the service does not know the project. `share`, `moves` and `grows` are those of `Wanted`.
 */
export const NEWS = [
  ...(['done', 'ended', 'failed', 'stalled'] as const),
  ...(['share', 'moves', 'grows', 'idle', 'gone'] as const),
] as const;

export type News = (typeof NEWS)[number];

/** Whether a project stays watched once its news is announced. */
export function goesOn({ news }: WatchedProject): boolean {
  return news === undefined || !['done', 'ended', 'idle', 'gone'].includes(news);
}

/** Whether it does not mint any more as far as is known: it has stalled, or its status says failed. */
export function isStuck({ stalled, failed, last }: Watched): boolean {
  return stalled === true || (failed === true && failedOf(last ?? {}) === 0);
}

/** The key of a watched project, and of its row if the service says its kind: `project/t/12`. */
export function keyOf({ ref }: { readonly ref: ProjectRef }): string {
  return `project/${formatRef(ref)}`;
}

/** The keys of the rows that show a watched project. */
export function rowKeysOf(one: WatchedProject): readonly string[] {
  return one.row === undefined ? [keyOf(one)] : [keyOf(one), one.row];
}

/** Whether any count differs. */
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
  const isStallNews = !stalled && stallOf(reading, stallMs)?.kind === 'stalled';
  const wasLeft = one.news === 'ended' || (before !== undefined && hasLeft(before));
  const stillSince = Math.max(one.since, reading.movedAt);
  const isFailure = !one.failed && before !== undefined && failedOf(reading) > failedOf(before);
  const isIdle = !hasLeft(reading) && reading.at - stillSince >= IDLE_MS;
  const other = isStallNews ? 'stalled' : (wantedNews(wanted) ?? (isIdle ? 'idle' : undefined));
  const failed = isFailure || one.news === 'failed' ? 'failed' : undefined;
  const news = endOf(reading, wasLeft) ?? failed ?? other;
  const isUnseen = news === 'done' && reading.at - (before?.at ?? one.since) > UNSEEN_MS;
  return { ...one, since: isUnseen ? reading.at : one.since, news, stalled, wanted };
}

/** A watched project whose status is read again: as failed, which is announced once. */
export function afterStatus(one: WatchedProject, status: string | undefined): WatchedProject {
  const isNews = statusTone(status) === 'failed' && !one.failed && goesOn(one);
  return isNews ? { ...one, news: 'failed' } : one;
}

/**
 * Takes out what is to be announced of some projects. Those that `goesOn` stay watched.
 * @param keys the keys of these projects.
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
