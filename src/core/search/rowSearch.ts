import { type Breath, SLICE_MS } from '../model/breath.ts';
import {
  parseSearch,
  rankOf,
  RANKS,
  type SearchedRow,
  type SearchQuery,
  searchText,
} from './searchText.ts';

export interface SearchHits {
  /** Best first, `MOST_HITS` at most; rows that match equally well are in the service's order. */
  readonly best: readonly SearchedRow[];
  /** All that match. */
  readonly matches: number;
  /** All that were looked at. */
  readonly searched: number;
}

/** More rows than this nobody reads; what else matches is counted. */
export const MOST_HITS = 200;

const ROWS_BETWEEN_LOOKS = 64;

/** One of the lists searched. Its array grows at the end, and is replaced by a refresh. */
interface SearchedList {
  readonly rowsNow: () => readonly SearchedRow[];
  rows: readonly SearchedRow[];
  /** Of as many rows as were looked at so far. */
  texts: string[];
}

/** What was found for one text so far. */
interface Findings {
  readonly typed: string;
  readonly query: SearchQuery | undefined;
  /** How many rows of each list were looked at. */
  readonly done: number[];
  /** Rows by rank and list, each in the order of its list. */
  readonly ranked: SearchedRow[][];
  matches: number;
}

/**
 * Searches lists that may still grow. It works in slices, keeps what it found for the text searched
 * last, and looks only at rows that came since. It holds a text for each row, so it is made for as
 * long as someone searches.
 */
export class RowSearch {
  readonly #lists: readonly SearchedList[];
  readonly #breath: Breath;
  #findings: Findings;
  /** Tells one call of `find` from the next. */
  #turn = 0;

  /** @param lists what each list holds at the moment, in the order they rank at equal match. */
  constructor(lists: readonly (() => readonly SearchedRow[])[], breath: Breath) {
    this.#lists = lists.map((rowsNow) => ({ rowsNow, rows: [], texts: [] }));
    this.#breath = breath;
    this.#findings = this.#begin('');
  }

  /**
   * Searches all that the lists hold; nothing typed finds everything. Resolves with `undefined` if
   * it was called again meanwhile.
   */
  async find(typed: string): Promise<SearchHits | undefined> {
    const turn = ++this.#turn;
    if (typed !== this.#findings.typed) this.#findings = this.#begin(typed);
    while (!this.#goOn()) {
      await this.#breath.pause();
      if (turn !== this.#turn) return undefined;
    }
    const { done, ranked, matches } = this.#findings;
    const best: SearchedRow[] = [];
    for (const rows of ranked) best.push(...rows.slice(0, MOST_HITS - best.length));
    return { best, matches, searched: done.reduce((sum, count) => sum + count) };
  }

  #begin(typed: string): Findings {
    return {
      typed,
      query: parseSearch(typed),
      done: this.#lists.map(() => 0),
      ranked: Array.from({ length: RANKS * this.#lists.length }, () => []),
      matches: 0,
    };
  }

  /** @returns whether all rows were looked at; else it stopped because its time was up. */
  #goOn(): boolean {
    this.#followLists();
    const end = this.#breath.now() + SLICE_MS;
    let looked = 0;
    for (const [at, { rows, texts }] of this.#lists.entries()) {
      const { done, query } = this.#findings;
      for (let row = done[at] ?? 0; ; row++) {
        const one = rows[row];
        if (!one) break;
        const rank = query ? rankOf((texts[row] ??= searchText(one)), query) : 0;
        if (Number.isFinite(rank)) this.#add(one, rank, at);
        done[at] = row + 1;
        if (++looked % ROWS_BETWEEN_LOOKS === 0 && this.#breath.now() >= end) return false;
      }
    }
    return true;
  }

  /** After a refresh nothing that was found before counts. */
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

  #add(row: SearchedRow, rank: number, list: number): void {
    const findings = this.#findings;
    findings.matches++;
    findings.ranked[rank * this.#lists.length + list]?.push(row);
  }
}

/**
 * Puts what was found in order without moving what a person looks at: rows shown down to the one
 * they are on stay, the others follow by rank.
 * @param on where the person is; -1 if nowhere.
 */
export function keepInPlace(
  shown: readonly SearchedRow[],
  on: number,
  best: readonly SearchedRow[],
): readonly SearchedRow[] {
  const fresh = new Map(best.map((row) => [row.key, row]));
  const kept = shown.slice(0, on + 1).map((row) => fresh.get(row.key) ?? row);
  for (const { key } of kept) fresh.delete(key);
  return [...kept, ...fresh.values()].slice(0, MOST_HITS);
}
