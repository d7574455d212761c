import type { Clock } from '../../core/base/clock.ts';
import { Sweep, type SweepParts } from '../../core/portfolio/sweep.ts';
import type { StatsReader } from '../../stats/statsReader.ts';
import { type PortfolioRows, wasComplete, YOUNG_MS } from './portfolioRows.ts';

/** Reads the stats of those projects of a portfolio whose counts are old or could not be read. */
export class PortfolioSweep extends Sweep {
  readonly #rows: PortfolioRows;
  readonly #reader: StatsReader;
  readonly #clock: Clock;
  /** When the user last refreshed everything, by the clock: counts from before that are old. */
  refreshedAt = -Infinity;

  constructor(
    rows: PortfolioRows,
    reader: StatsReader,
    clock: Clock,
    events: Pick<SweepParts, 'onRow' | 'onChange'>,
  ) {
    super({
      ...events,
      now: clock.now,
      read: (key, byUser, signal) => this.#read(key, byUser, signal),
    });
    this.#rows = rows;
    this.#reader = reader;
    this.#clock = clock;
  }

  /** Reads old counts: first those that may have changed, then those of projects that were done. */
  startOld(): void {
    const parts = { changing: [] as string[], complete: [] as string[] };
    for (const key of this.#rows.projects.keys()) {
      if (!this.#isOld(key)) continue;
      parts[wasComplete(this.#rows.last(key)) ? 'complete' : 'changing'].push(key);
    }
    this.start(parts);
  }

  addOld(keys: readonly string[]): void {
    this.add(keys.filter((key) => this.#isOld(key)));
  }

  #isOld(key: string): boolean {
    return this.failures.has(key) || this.#rows.isToRead(key, this.#clock.now(), this.#maxAgeMs);
  }

  /** Counts of this age or older are read again. */
  get #maxAgeMs(): number {
    // The difference is negative if the clock was set back since.
    return Math.max(0, Math.min(YOUNG_MS, this.#clock.now() - this.refreshedAt));
  }

  /** Requests one project's stats. The portfolio gets the reading from `StatsReader.onDidChange`. */
  async #read(key: string, byUser: boolean, signal: AbortSignal): Promise<void> {
    const ref = this.#rows.refOf(key);
    // The row may have gone meanwhile, or another surface may have read it.
    if (!ref || !(byUser || this.#isOld(key))) return;
    const demand = byUser
      ? ({ urgency: 'user', signal, maxAgeMs: 0 } as const)
      : ({ urgency: 'list', signal, maxAgeMs: this.#maxAgeMs } as const);
    await this.#reader.request(ref, demand);
  }
}
