import { SLICE_MS, type Slices } from '../base/clock.ts';
import { parseSearch, rankOf, RANKS, type SearchQuery } from './searchText.ts';

export interface SearchHits<Row = unknown> {
  /** Best first, `MOST_HITS` at most; rows that match equally well are in the service's order. */
  readonly best: readonly Row[];
  readonly matches: number;
  readonly searched: number;
}

/** The most rows that a search returns; further matches are only counted. */
export const MOST_HITS = 200;

const ROWS_BETWEEN_CLOCK_CHECKS = 64;

/** A list being searched. Its array only grows at its end, and is replaced by a refresh. */
interface SearchedList<Row> {
  readonly rowsNow: () => readonly Row[];
  rows: readonly Row[];
  texts: string[];
}

interface Findings<Row> {
  readonly typed: string;
  readonly query: SearchQuery | undefined;
  /** How many rows of each list were searched. */
  readonly searched: number[];
  /** Rows by rank and list, each in the order of its list. */
  readonly ranked: Row[][];
  matches: number;
}

/**
 * Searches lists that may still grow. It works in slices. It caches the matches of the last text, so
 * that only added rows are searched, and a text for each row: create one for each search session.
 */
export class RowSearch<Row extends object> {
  readonly #lists: readonly SearchedList<Row>[];
  readonly #slices: Slices;
  readonly #textOf: (row: Row) => string;
  #findings: Findings<Row>;
  #turn = 0;

  /**
   * @param lists get the current rows of each list. Rows of an earlier list win equal ranks.
   * @param textOf see `searchText`.
   */
  constructor(
    lists: readonly (() => readonly Row[])[],
    slices: Slices,
    textOf: (row: Row) => string,
  ) {
    this.#textOf = textOf;
    this.#lists = lists.map((rowsNow) => ({ rowsNow, rows: [], texts: [] }));
    this.#slices = slices;
    this.#findings = this.#begin('');
  }

  /**
   * Searches all rows of the lists; an empty text matches all. Resolves with `undefined` if it was
   * called again meanwhile.
   */
  async find(typed: string): Promise<SearchHits<Row> | undefined> {
    const turn = ++this.#turn;
    if (typed !== this.#findings.typed) this.#findings = this.#begin(typed);
    while (!this.#searchSlice()) {
      await this.#slices.pause();
      if (turn !== this.#turn) return undefined;
    }
    const { searched, ranked, matches } = this.#findings;
    const best: Row[] = [];
    for (const rows of ranked) best.push(...rows.slice(0, MOST_HITS - best.length));
    return { best, matches, searched: searched.reduce((sum, count) => sum + count) };
  }

  #begin(typed: string): Findings<Row> {
    return {
      typed,
      query: parseSearch(typed),
      searched: this.#lists.map(() => 0),
      ranked: Array.from({ length: RANKS * this.#lists.length }, () => []),
      matches: 0,
    };
  }

  /** @returns whether all rows were searched; false if the time slice is over. */
  #searchSlice(): boolean {
    this.#followLists();
    const end = this.#slices.now() + SLICE_MS;
    let examined = 0;
    for (const [list, { rows, texts }] of this.#lists.entries()) {
      const { searched, query } = this.#findings;
      for (let index = searched[list] ?? 0; ; index++) {
        const row = rows[index];
        if (!row) break;
        const rank = query ? rankOf((texts[index] ??= this.#textOf(row)), query) : 0;
        if (Number.isFinite(rank)) this.#add(row, rank, list);
        searched[list] = index + 1;
        if (++examined % ROWS_BETWEEN_CLOCK_CHECKS === 0 && this.#slices.now() >= end) return false;
      }
    }
    return true;
  }

  /** Takes up the current rows. If a refresh has replaced rows, the search begins again. */
  #followLists(): void {
    for (const list of this.#lists) {
      const rows = list.rowsNow();
      if (rows === list.rows) continue;
      const wasEmpty = list.rows.length === 0;
      list.rows = rows;
      list.texts = [];
      if (!wasEmpty) this.#findings = this.#begin(this.#findings.typed);
    }
  }

  #add(row: Row, rank: number, list: number): void {
    const findings = this.#findings;
    findings.matches++;
    findings.ranked[rank * this.#lists.length + list]?.push(row);
  }
}

/**
 * Merges new results without moving what the user looks at: the rows shown down to the active one
 * stay, the others follow by rank.
 * @param activeIndex the index of the active row; -1 if there is none.
 */
export function keepInPlace<Row extends { readonly key: string }>(
  shown: readonly Row[],
  activeIndex: number,
  best: readonly Row[],
): readonly Row[] {
  const fresh = new Map(best.map((row) => [row.key, row]));
  const still = shown.slice(0, activeIndex + 1).map((row) => fresh.get(row.key) ?? row);
  for (const { key } of still) fresh.delete(key);
  return [...still, ...fresh.values()].slice(0, MOST_HITS);
}
