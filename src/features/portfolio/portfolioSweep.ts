import type { Clock } from '../../core/base/clock.ts';
import { Sweep, type SweepParts } from '../../core/portfolio/sweep.ts';
import type { StatsReader } from '../../stats/statsReader.ts';
import { type PortfolioRows, wasComplete, YOUNG_MS } from './portfolioRows.ts';

/** Reads the stats of those projects of a portfolio whose counts are old or could not be read. */
export class PortfolioSweep extends Sweep {
  readonly #rows: PortfolioRows;
  readonly #reader: StatsReader;
  readonly #clock: Clock;
  /** When the user last asked for all: counts from before that are old. */
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
      read: (key, isAsked, signal) => this.#read(key, isAsked, signal),
    });
    this.#rows = rows;
    this.#reader = reader;
    this.#clock = clock;
  }

  /** Starts with the projects whose counts can have changed. */
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

  /** How old counts may be that are not read again. */
  get #maxAgeMs(): number {
    // It is negative if the clock was set back since.
    return Math.max(0, Math.min(YOUNG_MS, this.#clock.now() - this.refreshedAt));
  }

  /** The portfolio gets the response by `StatsReader.onDidChange`. */
  async #read(key: string, isAsked: boolean, signal: AbortSignal): Promise<void> {
    const ref = this.#rows.refOf(key);
    // The row may have gone meanwhile, or another surface may have read it.
    if (!ref || !(isAsked || this.#isOld(key))) return;
    const demand = isAsked
      ? ({ urgency: 'user', signal, maxAgeMs: 0 } as const)
      : ({ urgency: 'list', signal, maxAgeMs: this.#maxAgeMs } as const);
    await this.#reader.request(ref, demand);
  }
}
