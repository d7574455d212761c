import type { Standing, Standings } from '../../core/arrange/projectFilter.ts';
import type { ListState } from '../../core/lists/listState.ts';

/**
 * The shares that the order by progress uses: those of the time when the order was chosen or of the
 * last refresh, and for rows added later, those of the time when they were added. If every new
 * share counted, rows would move away under the pointer, and the counts of the rows that take their
 * places would be requested.
 */
export class SteadyShares {
  #shares = new Map<string, Standing>();
  /** When the list of these shares was read, and how many of its rows they are of. */
  #of: { readonly asOf: number | undefined; readonly rows: number } | undefined;

  get all(): Standings {
    return this.#shares;
  }

  get isEmpty(): boolean {
    return ![...this.#shares.keys()].some((key) => this.has(key));
  }

  has(key: string): boolean {
    return this.#shares.get(key)?.percent !== undefined;
  }

  take(known: Standings): void {
    this.#shares = new Map(known);
  }

  /**
   * After a refresh, takes all shares; otherwise only those of added rows, into the same map, so
   * that no other row moves.
   */
  follow(
    { rows, asOf }: Pick<ListState<{ key: string }>, 'rows' | 'asOf'>,
    known: Standings,
  ): void {
    const before = this.#of;
    this.#of = { asOf, rows: rows.length };
    if (!before || before.asOf !== asOf) this.take(known);
    for (const { key } of rows.slice(before?.rows)) {
      const standing = known.get(key);
      if (standing && !this.has(key)) this.#shares.set(key, standing);
    }
  }
}
