import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { doneAt } from '../../core/stats/forecast.ts';
import { PACE_LOST_MS } from '../../core/stats/progress.ts';
import type { LastReading } from '../../core/stats/reading.ts';
import { hasLeft } from '../../core/stats/share.ts';
import type { PortfolioRow } from '../../protocol/portfolio.ts';
import { projectPace } from '../../stats/projectPace.ts';
import type { PortfolioRows } from './portfolioRows.ts';

/** The paces of projects. Each is found once for a reading, because that reads the whole history. */
export class RowPaces {
  readonly #connection: ActiveConnection;
  readonly #found = new WeakMap<LastReading, PortfolioRow['pace']>();

  constructor(connection: ActiveConnection) {
    this.#connection = connection;
  }

  /** The pace of a row, if it moves. */
  of(key: string, rows: PortfolioRows): PortfolioRow['pace'] {
    const [ref, last] = [rows.refOf(key), rows.last(key)];
    const now = this.#connection.store.clock.now();
    if (!ref || !last || !hasLeft(last) || now - last.at >= PACE_LOST_MS) return undefined;
    if (this.#found.has(last)) return this.#found.get(last);
    const pace = projectPace(this.#connection, ref);
    const found =
      'reason' in pace
        ? undefined
        : { ...pace, doneAt: 'low' in pace ? doneAt(pace, now) : undefined };
    this.#found.set(last, found);
    return found;
  }
}
