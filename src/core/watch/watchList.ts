import { type Counts, COUNTS } from '../model/counts.ts';
import { formatRef, type ProjectRef } from '../model/model.ts';
import type { Reading } from '../stats/reading.ts';
import { endOf, hasLeft } from '../stats/share.ts';
import { movedAtAfter, stalledFor } from '../stats/stall.ts';

/** The most projects that one sign-in watches. */
export const MOST_WATCHED = 20;

/** An answer that is older than the last one by less than this was overtaken by it. */
const OVERTAKEN_MS = 60_000;

/**
 * A project that says neither what is left nor that it has ended is watched for so long after its
 * count of confirmed has changed last: it may not have begun.
 */
const IDLE_MS = 24 * 60 * 60_000;

/** Between readings that lie further apart, nobody knows when something ended. */
const UNSEEN_MS = 2 * 60_000;

/** A project that a person watches until it is minted. */
export interface Watched {
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
  readonly last?: Reading | undefined;
  /** The time of the first reading with the present count of confirmed. */
  readonly movedAt?: number | undefined;
  /** What the person is to be told, once. */
  readonly news?: News | undefined;
  /** Whether the person was told that it stalled. */
  readonly stalled?: boolean | undefined;
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
export function rowKeysOf(one: Watched): readonly string[] {
  return one.row === undefined ? [keyOf(one)] : [keyOf(one), one.row];
}

/** Whether any count differs. */
export function hasMoved(before: Counts | undefined, after: Counts): boolean {
  return COUNTS.some((name) => before?.[name] !== after[name]);
}

/**
 * A watched project after a reading of it.
 * @param stallMs as in `stalledFor`.
 */
export function afterReading(one: Watched, reading: Reading, stallMs: number): Watched {
  const { last } = one;
  // By more than that, the clock was set back.
  if (last && reading.at <= last.at && last.at - reading.at < OVERTAKEN_MS) return one;
  const before = last && { confirmed: last.confirmed, movedAt: one.movedAt ?? reading.at };
  const movedAt = movedAtAfter(before, reading);
  const stalled = before?.confirmed === reading.confirmed && one.stalled;
  const isStallNews = !stalled && stalledFor(reading, movedAt, stallMs) !== undefined;
  const wasLeft = one.news === 'ended' || (last !== undefined && hasLeft(last));
  const isIdle = !hasLeft(reading) && reading.at - movedAt >= IDLE_MS;
  const other = isStallNews ? 'stalled' : isIdle ? 'idle' : undefined;
  const news = endOf(reading, wasLeft) ?? other;
  const isUnseen = news === 'done' && reading.at - (last?.at ?? one.since) > UNSEEN_MS;
  const since = isUnseen ? reading.at : one.since;
  return { ...one, since, last: reading, movedAt, stalled, news };
}

/**
 * Watched projects after answers of the service, by key; `gone` if it does not know the project.
 * @param stallMs as in `afterReading`.
 */
export function afterAnswers(
  all: readonly Watched[],
  answers: ReadonlyMap<string, Reading | 'gone'>,
  stallMs: number,
): readonly Watched[] {
  return all.map((one) => {
    const answer = answers.get(keyOf(one));
    if (answer === 'gone') return { ...one, news: 'gone' };
    return answer ? afterReading(one, answer, stallMs) : one;
  });
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
