import { type Happened, type Seen, type Stalled } from './happened.ts';
import { paceOf } from './pace.ts';
import { failedOf } from './problems.ts';
import { PACE_LOST_MS } from './progress.ts';
import type { LastReading } from './reading.ts';
import { endOf, given, hasLeft } from './share.ts';
import { stallOf } from './stall.ts';

/** In milliseconds since 1970; `stallMs` is `mostMs` of `stallOf`. */
export interface PeriodTimes {
  readonly since: number;
  readonly now: number;
  readonly stallMs: number;
}

/** Two successive readings, of which the later one is in the period. */
export interface Counted {
  /** Their times; `from` is `undefined` if the later one is the first reading of all. */
  readonly from: number | undefined;
  readonly to: number;
  /**
   * By how much `confirmed` rose above its earlier maximum, so that an NFT that is taken back and
   * confirmed again counts once.
   */
  readonly rise: number;
  /** Whether `confirmed` is equal in both. */
  readonly isSame: boolean;
}

/**
 * What happened to one project in a period. Call `add` for its readings, the oldest first, with the
 * last one before the period. Earlier ones are used for its forecast.
 */
export class ProjectHappened {
  readonly project: string;
  readonly #times: PeriodTimes;
  readonly #onCounted: (counted: Counted) => void;
  readonly #history: LastReading[] = [];
  /** The newest reading that gives `confirmed`. */
  #counted: LastReading | undefined;
  #mostConfirmed = 0;
  /** The newest reading with something left, until minting has ended. */
  #open: LastReading | undefined;
  /** The newest reading before minting began. */
  #idle: LastReading | undefined;
  finished: Happened['finished'][number] | undefined;
  started: Seen | undefined;
  #stalledNow: LastReading | undefined;
  #longest: Stalled | undefined;
  #failedBefore = 0;
  #failedSeen: Omit<Seen, 'project'> | undefined;

  constructor(project: string, times: PeriodTimes, onCounted: (counted: Counted) => void) {
    this.project = project;
    this.#times = times;
    this.#onCounted = onCounted;
  }

  get last(): LastReading | undefined {
    return this.#history.at(-1);
  }

  add(reading: LastReading): void {
    const before = this.last;
    this.#history.push(reading);
    const isInPeriod = reading.at >= this.#times.since;
    this.#count(reading, isInPeriod);
    this.#follow(reading, isInPeriod);
    if (isInPeriod) this.#followStall(reading);
    const failed = failedOf(reading);
    if (!isInPeriod || !before) this.#failedBefore = failed;
    else if (failed > this.#failedBefore) {
      this.#failedSeen ??= { at: reading.at, after: before.at };
    }
  }

  /** The current stall, or else the longest one that ended in the period. */
  get stalled(): Stalled | undefined {
    return this.#stalledNow ? this.#stallOf(this.#stalledNow, undefined) : this.#longest;
  }

  /** Failures first seen in the period, as far as the last reading still has them. */
  get failed(): Happened['failed'][number] | undefined {
    const count = failedOf(this.last ?? {}) - this.#failedBefore;
    const seen = this.#failedSeen;
    return seen && count > 0 ? { project: this.project, count, ...seen } : undefined;
  }

  get due(): Happened['due'][number] | undefined {
    const { last } = this;
    const { now, stallMs } = this.#times;
    if (!last || !hasLeft(last) || now - last.at >= PACE_LOST_MS) return undefined;
    const pace = paceOf(this.#history, now, stallMs);
    return 'likely' in pace ? { project: this.project, doneIn: pace } : undefined;
  }

  #count(reading: LastReading, isInPeriod: boolean): void {
    const { at } = reading;
    const confirmed = given(reading.confirmed);
    if (Number.isNaN(confirmed)) return;
    const before = this.#counted;
    const rise = before ? Math.max(0, confirmed - this.#mostConfirmed) : 0;
    const isSame = before?.confirmed === confirmed;
    if (isInPeriod) this.#onCounted({ from: before?.at, to: at, rise, isSame });
    this.#mostConfirmed = Math.max(this.#mostConfirmed, confirmed);
    this.#counted = reading;
  }

  /**
   * Notes that the mint has started or finished. If NFTs are left after its end, it has not
   * finished.
   */
  #follow(reading: LastReading, isInPeriod: boolean): void {
    const { project } = this;
    const { at } = reading;
    const [open, idle, end] = [this.#open, this.#idle, endOf(reading, true)];
    if (hasLeft(reading)) [this.#open, this.finished] = [reading, undefined];
    else if (end && open) {
      if (isInPeriod) this.finished = { project, at, after: open.at, last: reading, end };
      this.#open = undefined;
    }
    const isBegun = given(reading.confirmed) > 0 || given(reading.processing) > 0;
    if (isBegun && idle && isInPeriod) this.started = { project, at, after: idle.at };
    if (isBegun) this.#idle = undefined;
    else if (given(reading.confirmed) === 0) this.#idle = reading;
  }

  #followStall(reading: LastReading): void {
    const still = this.#stalledNow;
    if (still && (reading.movedAt > still.movedAt || !hasLeft(reading))) {
      const over = this.#stallOf(still, reading.at);
      if (over.forMs > (this.#longest?.forMs ?? 0)) this.#longest = over;
      this.#stalledNow = undefined;
    }
    if (stallOf(reading, this.#times.stallMs)?.kind === 'stalled') this.#stalledNow = reading;
  }

  #stallOf({ at, movedAt }: LastReading, overAt: number | undefined): Stalled {
    return { project: this.project, forMs: at - movedAt, overAt };
  }
}
