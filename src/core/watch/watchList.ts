import type { Reading } from '../history/reading.ts';
import { type Counts, COUNTS } from '../model/counts.ts';
import { formatRef, type ProjectRef } from '../model/model.ts';

/** The most projects that one sign-in watches. */
export const MOST_WATCHED = 20;

/** An answer that is older than the last one by less than this was overtaken by it. */
const OVERTAKEN_MS = 60_000;

/** Between readings that lie further apart, nobody knows when something ended. */
const UNSEEN_MS = 2 * 60_000;

/** A project that a person watches until it is minted. */
export interface Watched {
  readonly ref: ProjectRef;
  /** Empty if it is not known. */
  readonly name: string;
  /**
   * When watching began, in milliseconds since 1970. The time of the last reading if it is done and
   * not known how long that took.
   */
  readonly since: number;
  readonly last?: Reading | undefined;
  /** The time of the first reading with the present count of confirmed. */
  readonly movedAt?: number | undefined;
  /** What the person is to be told, once. */
  readonly news?: News | undefined;
  /** Whether the person was told that it stalled. */
  readonly stalled?: boolean | undefined;
}

/** `gone`: the service does not know the project. */
export type News = 'done' | 'stalled' | 'gone';

/** The key of a row and of a watched project: `project/t/12`. */
export function keyOf({ ref }: { readonly ref: ProjectRef }): string {
  return `project/${formatRef(ref)}`;
}

/** NFTs that are not confirmed yet, as far as the service counts them (service-interface §2.4). */
export function leftOf({ pending, processing }: Counts): number {
  return (pending ?? 0) + (processing ?? 0);
}

/** Whether nothing is left to mint. A project without any confirmed NFT may not have begun. */
export function isDone(counts: Counts): boolean {
  const { total, confirmed = 0, processing, pending } = counts;
  if (confirmed <= 0 || leftOf(counts) > 0) return false;
  return (processing !== undefined && pending !== undefined) || confirmed === total;
}

/** Percent that are confirmed, rounded down, so that only all are 100; `undefined` if not known. */
export function shareOf(all: readonly Counts[]): number | undefined {
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
 * @param stallMs see `hasStalled`.
 */
export function afterReading(one: Watched, reading: Reading, stallMs: number): Watched {
  const { last } = one;
  // By more than that, the clock was set back.
  if (last && reading.at <= last.at && last.at - reading.at < OVERTAKEN_MS) return one;
  const isMoved = last?.confirmed !== reading.confirmed;
  const isSetBack = (one.movedAt ?? 0) > reading.at;
  const movedAt = isMoved || isSetBack ? reading.at : (one.movedAt ?? reading.at);
  const stalled = isMoved ? false : one.stalled;
  const isStallNews = !stalled && hasStalled(reading, movedAt, stallMs);
  const news = isDone(reading) ? 'done' : isStallNews ? 'stalled' : undefined;
  const isUnseen = news === 'done' && reading.at - (last?.at ?? one.since) > UNSEEN_MS;
  const since = isUnseen ? reading.at : one.since;
  return { ...one, since, last: reading, movedAt, stalled, news };
}

/** Takes out what the person is to be told. Of these projects only the stalled stay watched. */
export function takeNews(all: readonly Watched[]): {
  readonly watched: readonly Watched[];
  readonly news: readonly Watched[];
} {
  const news = all.filter((one) => one.news !== undefined);
  const watched = all.flatMap((one) => {
    if (one.news === undefined) return [one];
    return one.news === 'stalled' ? [{ ...one, news: undefined, stalled: true }] : [];
  });
  return { watched, news };
}
