import type { DoneIn } from './forecast.ts';
import type { LastReading } from './reading.ts';

/** What a reading has shown of a project. Times are in milliseconds since 1970. */
export interface Seen {
  /** `t/12`. */
  readonly project: string;
  readonly at: number;
  /** The time of the latest reading that did not show it. */
  readonly after: number;
}

/** A mint that has ended and the reading that shows it. */
export interface Finished extends Seen {
  readonly last: LastReading;
  readonly end: 'done' | 'ended';
}

/** A mint that has stalled, and for how many milliseconds; see `stallOf`. */
export interface Stalled {
  readonly project: string;
  readonly forMs: number;
  /** The time of the reading that shows that it moved again or ended; `undefined` if it has not. */
  readonly overAt: number | undefined;
}

export interface NewlyFailed extends Seen {
  readonly count: number;
}

/** A mint that moves, and its forecast. */
export interface Due {
  readonly project: string;
  readonly doneIn: DoneIn;
}

/** A day of the period; `day` is its beginning. */
export interface Day {
  readonly day: number;
  readonly confirmed: number;
  /** Of how many projects `confirmed` is known; if 0, it is not known at all. */
  readonly known: number;
  /** Whether any project was read on this day. */
  readonly isRead: boolean;
}

/** What the readings of a period show. */
export interface Happened {
  readonly since: number;
  readonly now: number;
  /** When each project that was read in the period was read last, by `t/12`. */
  readonly read: ReadonlyMap<string, number>;
  /** Those of `read` with an earlier reading too, so that it is known what was confirmed since. */
  readonly compared: ReadonlySet<string>;
  /** When any project was read last, also before the period; `undefined` if none was. */
  readonly lastReadAt: number | undefined;
  readonly finished: readonly Finished[];
  readonly started: readonly Seen[];
  /** Those that have not moved since come first, then the longest. */
  readonly stalled: readonly Stalled[];
  readonly failed: readonly NewlyFailed[];
  readonly days: readonly Day[];
  /** Confirmed between readings so far apart that the day is not known. */
  readonly unplaced: number;
  /** Whether some of `unplaced` may have been confirmed before the period. */
  readonly mayBeEarlier: boolean;
  /** The hour in which most was confirmed, by its beginning. */
  readonly busiest: { readonly hour: number; readonly confirmed: number } | undefined;
  readonly due: readonly Due[];
}
