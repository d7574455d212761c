/** The rows that the editor has sent, without a DOM. */

import type { PortfolioRow, PortfolioState } from '../messages.ts';

export class RowStore {
  readonly #rows = new Map<string, PortfolioRow>();
  #all: readonly PortfolioRow[] | undefined;

  /** A row with a known key keeps its place. @param first whether to remove all earlier rows. */
  add(rows: readonly PortfolioRow[], first: boolean): void {
    if (first) this.#rows.clear();
    for (const row of rows) this.#rows.set(row.key, row);
    this.#all = undefined;
  }

  /** In the order of the list; the same array until rows arrive. */
  get all(): readonly PortfolioRow[] {
    return (this.#all ??= [...this.#rows.values()]);
  }

  /**
   * All rows; without their paces while there is a problem, because the forecasts are not updated
   * and would count down.
   */
  shown(state: PortfolioState | undefined): readonly PortfolioRow[] {
    if (state?.problem === undefined) return this.all;
    return this.all.map((row) => (row.pace ? { ...row, pace: undefined } : row));
  }

  isComplete(state: PortfolioState | undefined): boolean {
    return state !== undefined && state.phase !== 'list' && this.#rows.size >= state.listed;
  }

  get(key: string): PortfolioRow | undefined {
    return this.#rows.get(key);
  }
}
