import { SLICE_MS, type Slices } from '../base/clock.ts';
import { APART, parseSearch, rankOf, RANKS } from './searchText.ts';

export interface SearchHits<Row = unknown> {
  /** Best first, `MOST_HITS` at most; rows that match equally well are in the service's order. */
  readonly best: readonly Row[];
  readonly matches: number;
  readonly searched: number;
  /** Whether the letters lie apart in all matches. Such rows match only if no other row does. */
  readonly isApart: boolean;
}

/** The most rows that a search returns; further matches are only counted. */
export const MOST_HITS = 200;

const ROWS_BETWEEN_CLOCK_CHECKS = 64;

/** Stores a text for each row, which costs most of a search: create one for each search session. */
export class RowSearch<Row extends object> {
  readonly #slices: Slices;
  readonly #textOf: (row: Row) => string;
  readonly #texts = new Map<Row, string>();
  #turn = 0;

  /** @param textOf see `searchText`. */
  constructor(slices: Slices, textOf: (row: Row) => string) {
    this.#slices = slices;
    this.#textOf = textOf;
  }

  /** An empty text matches all. Resolves with `undefined` if it was called again meanwhile. */
  async find(rows: readonly Row[], typed: string): Promise<SearchHits<Row> | undefined> {
    const turn = ++this.#turn;
    const query = parseSearch(typed);
    const ranked = Array.from({ length: RANKS }, (): Row[] => []);
    let end = this.#slices.now() + SLICE_MS;
    for (const [at, row] of rows.entries()) {
      const rank = query ? rankOf(this.#stored(row), query) : 0;
      ranked[rank]?.push(row);
      const isCheck = (at + 1) % ROWS_BETWEEN_CLOCK_CHECKS === 0;
      if (!isCheck || this.#slices.now() < end) continue;
      await this.#slices.pause();
      if (turn !== this.#turn) return undefined;
      end = this.#slices.now() + SLICE_MS;
    }
    const near = ranked.slice(0, APART);
    const isApart = near.every((some) => some.length === 0) && ranked[APART]?.length !== 0;
    const found = isApart ? ranked.slice(APART) : near;
    const matches = found.reduce((sum, some) => sum + some.length, 0);
    const best = found.flatMap((some) => some.slice(0, MOST_HITS)).slice(0, MOST_HITS);
    return { best, matches, searched: rows.length, isApart };
  }

  #stored(row: Row): string {
    const text = this.#texts.get(row) ?? this.#textOf(row);
    this.#texts.set(row, text);
    return text;
  }
}
