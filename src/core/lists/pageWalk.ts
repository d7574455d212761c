import type { Page } from '../model/decode.ts';
import { type ListRow, SharedKeys } from '../model/sharedKeys.ts';

/** What to ask the service for next (service-interface §4.4). */
export interface PageRequest {
  /** From 1. */
  readonly page: number;
  /** Items per page, 1 to 100. */
  readonly limit: number;
}

/** Pages in a row that may bring nothing new before a list that claims more is given up. */
const BARREN_PAGES_ALLOWED = 3;
/** The most items that may be asked for (§8), also of a service whose own pages are larger. */
const MAX_LIMIT = 100;

/**
 * One walk through the pages of a list, from the first: which rows it found and which page comes
 * next. It knows the rules of §4.4 and trusts nothing further: rows are unique by key and in the
 * service's order, and each page either brings new rows or uses up a bounded patience, so the walk
 * ends whatever the service claims. It asks nobody: pages are handed in.
 */
export class PageWalk<Row extends ListRow> {
  /** Grows at the end only, so readers may hold on to it; `take` empties it. */
  readonly rows: Row[] = [];
  /** Items so far that could not be read as a row. */
  unreadable = 0;
  /**
   * True once the list was seen to move between two page reads: a row came again, a row of a page
   * read twice was gone, or the total differed. Rows may then be missing.
   */
  drifted = false;
  /** How often a row came again, with the same content, where another was due. */
  repeated = 0;
  ended = false;
  /** For walks through the same list. */
  readonly sharedKeys: SharedKeys;

  readonly #keys = new Set<string>();
  #limit: number;
  #covered = 0;
  /** Items from the start that were received, to the last one. */
  #reached = 0;
  #totalResults: number | undefined;
  #pages: Claim = 'unknown';
  #barren = 0;
  /** The page added last, for reading it again. */
  #last: PageRead | undefined;
  /** Set while the page added last is to be read again. */
  #overlap: PageRead | undefined;

  /** @param sharedKeys of an earlier walk, so that rows have the keys that they had there. */
  constructor(limit: number, sharedKeys = new SharedKeys()) {
    this.#limit = limit;
    this.sharedKeys = sharedKeys;
  }

  /** Items from the start of the list that the pages read so far span, present or not. */
  get itemsCovered(): number {
    return this.#covered;
  }

  /**
   * What the service says all pages hold together. `undefined` while it has not said so, or if it
   * names less than was already received.
   */
  get total(): number | undefined {
    const met = this.#itemsMet;
    if (this.#totalResults !== undefined && this.#totalResults >= met) return this.#totalResults;
    return this.ended ? met : undefined;
  }

  /** True if the walk ended with fewer items than the service says there are. */
  get short(): boolean {
    return this.ended && this.#itemsMet < (this.total ?? 0);
  }

  /** Whether a row of this key came, taken since or not. */
  has(key: string): boolean {
    return this.#keys.has(key);
  }

  /** Hands the rows out that came since, and holds them no more: only their keys stay. */
  take(): Row[] {
    return this.rows.splice(0);
  }

  /**
   * The page to read after the next `ahead` ones, or `undefined` if there is none. Reading ahead
   * is offered only as far as the totals promise pages.
   */
  request(ahead = 0): PageRequest | undefined {
    if (this.ended) return undefined;
    const covered = this.#covered + (ahead - (this.#overlap ? 1 : 0)) * this.#limit;
    const promised = this.#pages === 'more' && (this.#totalResults ?? 0) > covered;
    if (ahead > 0 && !promised) return undefined;
    return { page: covered / this.#limit + 1, limit: Math.min(this.#limit, MAX_LIMIT) };
  }

  /**
   * The page that holds a row, or one next to it where the list moved or items could not be read;
   * `undefined` for a row that is not here.
   */
  pageOf(key: string): PageRequest | undefined {
    const at = this.#keys.has(key) ? this.rows.findIndex((row) => row.key === key) : -1;
    if (at === -1) return undefined;
    const limit = Math.min(this.#limit, MAX_LIMIT);
    return { page: Math.floor(at / limit) + 1, limit };
  }

  /** Makes the page added last the next one again, to see whether the list moved since. */
  stepBack(): void {
    // Where the service changed its limit midway, that page may not be what a request would bring.
    if (this.#last?.end === this.#covered) this.#overlap = this.#last;
  }

  /** Takes `stepBack` back: the next page is a new one. */
  stepForward(): void {
    this.#overlap = undefined;
  }

  /** Puts rows at the end that this walk did not meet, and owns up to the patchwork. */
  keep(rows: readonly Row[]): void {
    for (const row of rows) if (!this.#keys.has(row.key)) this.#addRow(row);
    this.drifted = true;
  }

  /**
   * Takes in the answer to `request()`.
   * @returns false if reading went on under another limit than the request's: what was asked
   * ahead under the old one no longer fits and must be asked again.
   */
  add(request: PageRequest, page: Page<Row>): boolean {
    const before = this.#keys.size;
    const overlap = this.#overlap;
    const limit = believedLimit(request, page);
    const start = (request.page - 1) * limit;
    // Where more came than was asked for, nobody knows which items of the list they are.
    const overfull = page.received > limit;
    // Cut by another limit, a page cannot be compared.
    const expected =
      overlap && limit === this.#limit ? new Set(overlap.rows.map(({ key }) => key)) : undefined;
    const rows = page.rows.map((row) => this.#named(row));
    rows.forEach((row, at) => {
      // Under another limit than before, a page may begin among items that are held.
      const known = expected ? expected.has(row.key) : overfull || start + at < this.#reached;
      if (this.#addRow(row) || known) return;
      this.drifted = true;
      this.repeated++;
    });
    if (expected) {
      for (const { key } of rows) expected.delete(key);
      if (expected.size > 0) this.drifted = true;
    }
    this.unreadable += page.unreadable - (overlap?.unreadable ?? 0);
    this.#overlap = undefined;
    this.#last = { rows, unreadable: page.unreadable, end: request.page * limit };

    this.#covered = Math.max(this.#covered, request.page * limit);
    this.#reached = Math.max(this.#reached, start + page.received);
    const sameLimit = this.#settleLimit(limit);

    const saidBefore = this.#totalResults ?? page.totalResults;
    if (page.totalResults !== undefined && page.totalResults !== saidBefore) this.drifted = true;
    this.#totalResults = page.totalResults ?? this.#totalResults;
    // A page that is read again is not expected to bring anything.
    if (this.#keys.size > before) this.#barren = 0;
    else if (!overlap) this.#barren++;
    this.#pages = this.#claim(request, page, limit);
    // An empty page ends a list without totals; one that repeats itself may yet go on.
    const patience = this.#pages === 'more' || page.received > 0 ? BARREN_PAGES_ALLOWED : 1;
    this.ended = this.#pages === 'none' || this.#barren >= patience;
    return sameLimit;
  }

  /** Distinct rows and unreadable items so far, whether the rows were taken or not. */
  get #itemsMet(): number {
    return this.#keys.size + this.unreadable;
  }

  /** The row under a key of its own. */
  #named(row: Row): Row {
    if (row.content === undefined || !row.renamed) return row;
    const key = this.sharedKeys.keyOf(row.key, row.content);
    return key === row.key ? row : (row.renamed(key) as Row);
  }

  /** @returns false if the row came already. */
  #addRow(row: Row): boolean {
    const before = this.#keys.size;
    if (this.#keys.add(row.key).size === before) return false;
    this.rows.push(row);
    return true;
  }

  /**
   * The limit stays what it is within a list, unless the service begins to give less: then pages
   * are counted in its smaller units from there on, and the overlap is dropped by key.
   */
  #settleLimit(limit: number): boolean {
    if (limit === this.#limit) return true;
    this.#limit = limit;
    this.#covered = Math.floor(this.#covered / limit) * limit;
    return false;
  }

  /**
   * Whether another page exists (§4.4 rules 5 and 6): yes if both totals say so, no if both deny
   * it. Where they disagree, or are missing, only reading on can tell.
   */
  #claim(request: PageRequest, page: Page<Row>, limit: number): Claim {
    const met = this.#itemsMet;
    const claims: boolean[] = [];
    // A total below what was received is no total.
    if (page.totalResults !== undefined && page.totalResults >= met) {
      claims.push(page.totalResults > Math.max(this.#covered, met));
    }
    if (page.totalPages !== undefined && page.totalPages >= request.page) {
      claims.push(page.totalPages * limit > this.#covered);
    }
    if (claims.length === 0) return page.received >= limit ? 'unknown' : 'none';
    if (claims.every((more) => more)) return 'more';
    return claims.some((more) => more) ? 'unknown' : 'none';
  }
}

interface PageRead {
  readonly rows: readonly { readonly key: string }[];
  readonly unreadable: number;
  /** Items from the start of the list to the end of the page. */
  readonly end: number;
}

type Claim = 'more' | 'none' | 'unknown';

/**
 * The limit a page was really cut by. The service's echo is believed where the number of items
 * does not speak against it; believing a wrong one would skip rows.
 */
function believedLimit(request: PageRequest, page: Page<unknown>): number {
  const echoed = page.limit;
  if (echoed === undefined || echoed < 1) return request.limit;
  if (echoed < request.limit) return page.received <= echoed ? echoed : request.limit;
  return page.received === echoed ? echoed : request.limit;
}
