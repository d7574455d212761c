/*
 * What happened in a period, from the readings of projects. It reports only what readings show:
 * NFTs confirmed between two readings far apart are counted for no hour or day, and a day on which
 * nothing was read has no count.
 */
import { HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import type { Happened } from './happened.ts';
import { daysOf, hourOf } from './period.ts';
import { type Counted, type PeriodTimes, ProjectHappened } from './projectHappened.ts';
import type { LastReading } from './reading.ts';

/**
 * NFTs confirmed between two readings no further apart than this are counted for the hour of the
 * later one. It is two hours, because after a day only one reading an hour stays stored.
 */
const PLACED_MS = 2 * HOUR_MS;

const QUARTER_MS = 15 * MINUTE_MS;

/** What is reported of single projects. */
type Reported = Pick<ProjectHappened, 'finished' | 'started' | 'stalled' | 'failed' | 'due'>;

/**
 * Sums up what happened. Call `add` for the readings of one project after the other, then get `sum`.
 * Those of a project may come in several parts, because a watched project has 17,000 a day.
 */
export class HappenedSum {
  readonly #times: PeriodTimes;
  readonly #days: { readonly day: number; confirmed: number; known: number; isRead: boolean }[];
  readonly #hours = new Map<number, number>();
  readonly #hourOfQuarter = new Map<number, number>();
  readonly #read = new Map<string, number>();
  readonly #compared = new Set<string>();
  readonly #reported: Reported[] = [];
  #current: ProjectHappened | undefined;
  /** The indexes of the days for which it is known what was confirmed of the current project. */
  #known = new Set<number>();
  #unplaced = 0;
  #mayBeEarlier = false;
  #lastReadAt: number | undefined;

  constructor(times: PeriodTimes) {
    this.#times = times;
    this.#days = daysOf(times.since, times.now).map((day) => ({
      ...{ day, confirmed: 0, known: 0, isRead: false },
    }));
  }

  /** @param readings see `ProjectHappened`. */
  add(project: string, readings: readonly LastReading[]): void {
    if (project !== this.#current?.project) {
      this.#finish();
      this.#current = new ProjectHappened(project, this.#times, this.#count);
    }
    for (const reading of readings) this.#current.add(reading);
  }

  get sum(): Happened {
    this.#finish();
    const hours = [...this.#hours].map(([hour, confirmed]) => ({ hour, confirmed }));
    const isOver = ({ overAt }: Happened['stalled'][number]) => Number(overAt !== undefined);
    return {
      ...{ since: this.#times.since, now: this.#times.now },
      ...{ read: this.#read, compared: this.#compared, lastReadAt: this.#lastReadAt },
      finished: this.#all('finished').toSorted((one, other) => one.at - other.at),
      started: this.#all('started').toSorted((one, other) => one.at - other.at),
      stalled: this.#all('stalled').toSorted(
        (one, other) => isOver(one) - isOver(other) || other.forMs - one.forMs,
      ),
      failed: this.#all('failed').toSorted((one, other) => other.count - one.count),
      days: this.#days,
      unplaced: this.#unplaced,
      mayBeEarlier: this.#mayBeEarlier,
      busiest: hours.sort((one, other) => other.confirmed - one.confirmed)[0],
      due: this.#all('due').toSorted((one, other) => one.doneIn.likely - other.doneIn.likely),
    };
  }

  #finish(): void {
    const one = this.#current;
    this.#current = undefined;
    if (!one?.last) return;
    const { project, last, finished, started, stalled, failed, due } = one;
    this.#lastReadAt = Math.max(this.#lastReadAt ?? 0, last.at);
    if (last.at < this.#times.since) return;
    this.#read.set(project, last.at);
    this.#days.forEach((day, index) => (day.known += Number(this.#known.has(index))));
    this.#known = new Set();
    // Copies what is reported, so that the readings can be freed.
    this.#reported.push({ finished, started, stalled, failed, due });
  }

  #all<Name extends keyof Reported>(name: Name): NonNullable<Reported[Name]>[] {
    return this.#reported.flatMap((one) => one[name] ?? []);
  }

  readonly #count = ({ from, to, rise, isSame }: Counted): void => {
    const last = this.#indexOf(to);
    const day = this.#days[last];
    if (day) day.isRead = true;
    if (from === undefined) return;
    if (this.#current) this.#compared.add(this.#current.project);
    // Of equal readings in a row, only the first and last are stored, so days between are known.
    const first = isSame ? this.#indexOf(from) : last;
    const isClose = to - from <= PLACED_MS;
    const isOfDay =
      rise === 0 || isClose || (from >= this.#times.since && this.#indexOf(from) === last);
    if (!isOfDay || !day) {
      this.#unplaced += rise;
      this.#mayBeEarlier ||= from < this.#times.since;
      return;
    }
    for (let index = first; index <= last; index++) this.#known.add(index);
    day.confirmed += rise;
    if (isClose && rise > 0) {
      const hour = this.#hourOf(to);
      this.#hours.set(hour, (this.#hours.get(hour) ?? 0) + rise);
    }
  };

  /** The index of the day of a time; that of the first day for times before the period. */
  #indexOf(at: number): number {
    const index = this.#days.findLastIndex(({ day }) => day <= at);
    return Math.max(0, index);
  }

  /** As `hourOf`, which is slow, but cached by quarter of an hour: zones differ by whole quarters. */
  #hourOf(at: number): number {
    const quarter = Math.floor(at / QUARTER_MS);
    const hour = this.#hourOfQuarter.get(quarter) ?? hourOf(at);
    this.#hourOfQuarter.set(quarter, hour);
    return hour;
  }
}
