import type { LastReading, Reading } from '../history/reading.ts';
import { type Counts, COUNTS } from '../model/counts.ts';
import { formatRef, type ProjectRef } from '../model/model.ts';

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
}

/** A watched project with its newest reading. */
export interface Watched extends WatchedProject {
  readonly last?: LastReading | undefined;
}

/**
 * `done`: all are confirmed. `ended`: nothing is left, and not all are confirmed. `idle`: the counts
 * have not said for a day whether anything is left. `gone`: the service does not know the project.
 * Only a project that has stalled stays watched.
 */
export const NEWS = ['done', 'ended', 'stalled', 'idle', 'gone'] as const;

export type News = (typeof NEWS)[number];

/** The key of a watched project, and of its row if the service says its kind: `project/t/12`. */
export function keyOf({ ref }: { readonly ref: ProjectRef }): string {
  return `project/${formatRef(ref)}`;
}

/** The keys of the rows that show a watched project. */
export function rowKeysOf(one: WatchedProject): readonly string[] {
  return one.row === undefined ? [keyOf(one)] : [keyOf(one), one.row];
}

/** NFTs that are not confirmed yet, as far as the service counts them (service-interface §2.4). */
export function leftOf({ pending, processing }: Counts): number {
  return (pending ?? 0) + (processing ?? 0);
}

/**
 * How minting has ended; `undefined` while something is left or it is not known.
 * @param wasLeft whether something was left before. A project without any confirmed NFT of which
 *   nothing was ever left may not have begun.
 */
export function endOf(counts: Counts, wasLeft: boolean): 'done' | 'ended' | undefined {
  const { total, confirmed = 0, processing, pending } = counts;
  if (leftOf(counts) > 0) return undefined;
  const isTold = processing !== undefined && pending !== undefined;
  if (confirmed > 0 && (total === undefined ? isTold : confirmed >= total)) return 'done';
  return isTold && (confirmed > 0 || wasLeft) ? 'ended' : undefined;
}

/** Percent that are confirmed, rounded down, so that only all are 100; `undefined` if not known. */
export function percentConfirmed(all: readonly Counts[]): number | undefined {
  const known = all.flatMap((counts) => {
    const { confirmed } = counts;
    const whole = counts.total ?? (confirmed ?? 0) + leftOf(counts);
    return confirmed === undefined || whole <= 0 ? [] : [{ confirmed, whole }];
  });
  if (known.length === 0) return undefined;
  const whole = known.reduce((sum, one) => sum + one.whole, 0);
  const confirmed = known.reduce((sum, one) => sum + one.confirmed, 0);
  return Math.max(0, Math.min(100, Math.floor((100 * confirmed) / whole)));
}

/** Whether any count differs. */
export function hasMoved(before: Counts | undefined, after: Counts): boolean {
  return COUNTS.some((name) => before?.[name] !== after[name]);
}

/**
 * Whether a project has stalled: something is left, and nothing was confirmed for `stallMs`.
 * @param movedAt the time of the first reading with the present count of confirmed.
 */
export function hasStalled(reading: Reading, movedAt: number, stallMs: number): boolean {
  const isKnown = reading.confirmed !== undefined;
  return isKnown && leftOf(reading) > 0 && reading.at - movedAt >= stallMs;
}

/**
 * A watched project after a reading of it.
 * @param before the reading before that one.
 * @param stallMs see `hasStalled`.
 */
export function afterReading(
  one: WatchedProject,
  before: Reading | undefined,
  reading: LastReading,
  stallMs: number,
): WatchedProject {
  const stalled = before?.confirmed === reading.confirmed && one.stalled === true;
  const isStallNews = !stalled && hasStalled(reading, reading.movedAt, stallMs);
  const wasLeft = one.news === 'ended' || (before !== undefined && leftOf(before) > 0);
  const stillSince = Math.max(one.since, reading.movedAt);
  const isIdle = leftOf(reading) === 0 && reading.at - stillSince >= IDLE_MS;
  const other = isStallNews ? 'stalled' : isIdle ? 'idle' : undefined;
  const news = endOf(reading, wasLeft) ?? other;
  const isUnseen = news === 'done' && reading.at - (before?.at ?? one.since) > UNSEEN_MS;
  return { ...one, since: isUnseen ? reading.at : one.since, news, stalled };
}

/**
 * Takes out what is to be announced of some projects. Of these only the stalled stay watched.
 * @param keys the keys of these projects.
 */
export function takeNews(all: readonly WatchedProject[], keys: ReadonlySet<string>) {
  const news = all.filter((one) => one.news !== undefined && keys.has(keyOf(one)));
  const watched = all.flatMap((one) => {
    if (!news.includes(one)) return [one];
    return one.news === 'stalled' ? [{ ...one, news: undefined, stalled: true }] : [];
  });
  return { watched, news };
}
