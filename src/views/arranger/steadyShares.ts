import type { Standing, Standings } from '../../core/arrange/projectFilter.ts';
import type { ListState } from '../../core/lists/listState.ts';

/**
 * The shares that the order by progress uses: those known when the order was chosen or at the last
 * refresh, and for rows added later, those known when they were added. With the newest shares, rows
 * would move under the pointer, and rows that come into sight would have their counts requested.
 */
export class SteadyShares {
  #shares = new Map<string, Standing>();
  /** The state of the list at the last `follow`: its `asOf`, and the number of its rows. */
  #followed: { readonly asOf: number | undefined; readonly rows: number } | undefined;

  get all(): Standings {
    return this.#shares;
  }

  /** Whether the share of no project is known. */
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
    const before = this.#followed;
    this.#followed = { asOf, rows: rows.length };
    if (!before || before.asOf !== asOf) this.take(known);
    for (const { key } of rows.slice(before?.rows)) {
      const standing = known.get(key);
      if (standing && !this.has(key)) this.#shares.set(key, standing);
    }
  }
}
