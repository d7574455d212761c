/*
 * What happened in a period, from the readings of projects. Nothing is claimed that no reading
 * tells: what was confirmed between two readings far apart belongs to no hour or day, and a day on
 * which nothing was read has no count.
 */
import { HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import type { Happened } from './happened.ts';
import { daysOf, hourOf } from './period.ts';
import { type Counted, type PeriodTimes, ProjectHappened } from './projectHappened.ts';
import type { LastReading } from './reading.ts';

/**
 * Of older readings one an hour is stored, so that what is confirmed between two that lie no further
 * apart is of the hour of the later one.
 */
const PLACED_MS = 2 * HOUR_MS;

const QUARTER_MS = 15 * MINUTE_MS;

/** What is told of single projects. */
type Told = Pick<ProjectHappened, 'finished' | 'started' | 'stalled' | 'failed' | 'due'>;

/**
 * Sums up what happened. Call `add` for the readings of one project after the other; those of a
 * project may come in several parts, because a day has 17,000 of a project that is watched.
 */
export class HappenedSum {
  readonly #times: PeriodTimes;
  readonly #days: { readonly day: number; confirmed: number; read: number }[];
  readonly #hours = new Map<number, number>();
  readonly #hourOfQuarter = new Map<number, number>();
  readonly #read = new Map<string, number>();
  readonly #told: Told[] = [];
  #current: ProjectHappened | undefined;
  /** The places of the days on which the current project is known. */
  #known = new Set<number>();
  #unplaced = 0;
  #mayBeEarlier = false;
  #lastReadAt: number | undefined;

  constructor(times: PeriodTimes) {
    this.#times = times;
    this.#days = daysOf(times.since, times.now).map((day) => ({ day, confirmed: 0, read: 0 }));
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
      ...{ read: this.#read, lastReadAt: this.#lastReadAt },
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
    this.#days.forEach((day, index) => (day.read += Number(this.#known.has(index))));
    this.#known = new Set();
    // Without the readings.
    this.#told.push({ finished, started, stalled, failed, due });
  }

  #all<Name extends keyof Told>(name: Name): NonNullable<Told[Name]>[] {
    return this.#told.flatMap((one) => one[name] ?? []);
  }

  readonly #count = ({ from, to, rise, isSame }: Counted): void => {
    // Of equal readings in a row, only the first and the last are stored.
    const [first, last] = [this.#indexOf(isSame ? from : to), this.#indexOf(to)];
    for (let index = first; index <= last; index++) this.#known.add(index);
    if (rise === 0) return;
    const isClose = to - from <= PLACED_MS;
    if (isClose) {
      const hour = this.#hourOf(to);
      this.#hours.set(hour, (this.#hours.get(hour) ?? 0) + rise);
    }
    const isOfDay = isClose || (from >= this.#times.since && this.#indexOf(from) === last);
    const day = isOfDay ? this.#days[last] : undefined;
    if (day) day.confirmed += rise;
    else {
      this.#unplaced += rise;
      this.#mayBeEarlier ||= from < this.#times.since;
    }
  };

  /** The place of the day of a time; that of the first day for times before the period. */
  #indexOf(at: number): number {
    const index = this.#days.findLastIndex(({ day }) => day <= at);
    return Math.max(0, index);
  }

  /** As `hourOf`, which would take too long for each reading. Zones differ by whole quarters. */
  #hourOf(at: number): number {
    const quarter = Math.floor(at / QUARTER_MS);
    const hour = this.#hourOfQuarter.get(quarter) ?? hourOf(at);
    this.#hourOfQuarter.set(quarter, hour);
    return hour;
  }
}
