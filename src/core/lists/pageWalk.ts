import type { Page } from '../model/decode.ts';
import { type ListRow, SharedKeys } from '../model/sharedKeys.ts';

type Claim = 'more' | 'none' | 'unknown';

/** A page to request (service-interface §4.4). */
export interface PageRequest {
  readonly page: number;
  /** Items per page, 1 to 100. */
  readonly limit: number;
}

/** The page added last. */
interface PageRead {
  readonly rows: readonly ListRow[];
  readonly unreadable: number;
  /** Items from the start of the list to the end of the page. */
  readonly end: number;
}

/** Consecutive pages without a new row after which reading ends, whatever the totals say. */
const BARREN_PAGES_ALLOWED = 3;
/** The most items that may be requested (§8), even if the service's own pages are larger. */
const MAX_LIMIT = 100;

/**
 * What is known of a list while its pages are read in order: the rows found, and the next page. It
 * sends no requests; callers pass it the pages. It relies on §4.4 only. Rows are unique by key and
 * in the service's order. The walk ends even if the totals are wrong, because the number of
 * consecutive pages without a new row is limited.
 */
export class PageWalk<Row extends ListRow> {
  /** Only appended to, or replaced by another array, so callers may keep it; `take` empties it. */
  rows: Row[] = [];
  unreadable = 0;
  /** See `ListState`. A row came twice, a page read again lacked one, or the total changed. */
  drifted = false;
  /** See `ListState.repeated`. */
  repeated = 0;
  ended = false;
  readonly sharedKeys: SharedKeys;
  limit: number;
  /** Items from the start of the list that the pages read so far cover. */
  itemsCovered = 0;

  /** The index of each row received, by its key. Rows that were taken keep theirs. */
  #places = new Map<string, number>();
  /** Items from the start of the list to the last one received. */
  #reached = 0;
  #totalResults: number | undefined;
  #claimed: Claim = 'unknown';
  #barrenPages = 0;
  #last: PageRead | undefined;
  /** Set while the page added last is to be read again. */
  #overlap: PageRead | undefined;

  /** @param sharedKeys of an earlier walk, so that rows get the same keys. */
  constructor(limit: number, sharedKeys = new SharedKeys()) {
    this.limit = limit;
    this.sharedKeys = sharedKeys;
  }

  /**
   * The last total of the service. If it gave none, or less than was received: the number received
   * once the walk has ended, `undefined` before.
   */
  get total(): number | undefined {
    const met = this.#itemsMet;
    if (this.#totalResults !== undefined && this.#totalResults >= met) return this.#totalResults;
    return this.ended ? met : undefined;
  }

  /** True if the walk ended with fewer items than the service's total. */
  get short(): boolean {
    return this.ended && this.#itemsMet < (this.total ?? 0);
  }

  /** Whether a row with this key was received, also if it was taken since. */
  has(key: string): boolean {
    return this.#places.has(key);
  }

  /** The row with this key; `undefined` in a walk from which rows were taken. */
  rowOf(key: string): Row | undefined {
    const row = this.rows[this.#places.get(key) ?? -1];
    return row?.key === key ? row : undefined;
  }

  /** Returns the rows that arrived since the last call and drops them; only their keys stay. */
  take(): Row[] {
    return this.rows.splice(0);
  }

  /**
   * The next page, or the one `ahead` pages after it; `undefined` if the walk has ended, or if
   * `ahead` is not 0 and the totals do not confirm that page.
   */
  request(ahead = 0): PageRequest | undefined {
    if (this.ended) return undefined;
    const covered = this.itemsCovered + (ahead - (this.#overlap ? 1 : 0)) * this.limit;
    const promised = this.#claimed === 'more' && (this.#totalResults ?? 0) > covered;
    if (ahead > 0 && !promised) return undefined;
    return { page: covered / this.limit + 1, limit: Math.min(this.limit, MAX_LIMIT) };
  }

  /** The page of a loaded row, or one nearby if the list changed or items were unreadable. */
  pageOf(key: string): PageRequest | undefined {
    const place = this.rowOf(key) && this.#places.get(key);
    if (place === undefined) return undefined;
    const limit = Math.min(this.limit, MAX_LIMIT);
    return { page: Math.floor(place / limit) + 1, limit };
  }

  /** The page added last becomes the next one again, to check whether the list has changed. */
  stepBack(): void {
    // Only if the last page ends where the next one begins: not if the limit changed meanwhile.
    if (this.#last?.end === this.itemsCovered) this.#overlap = this.#last;
  }

  stepForward(): void {
    this.#overlap = undefined;
  }

  /**
   * A walk that continues from here independently, with the same row objects.
   * @param own rows to use instead of those with the same keys. The others are appended (`keep`).
   */
  fork(own: readonly Row[] = []): PageWalk<Row> {
    const replacements = new Map(own.map((row) => [row.key, row]));
    const rows = this.rows.map((row) => replacements.get(row.key) ?? row);
    const fork = new PageWalk<Row>(this.limit, this.sharedKeys);
    Object.assign(fork, this, { rows });
    fork.#places = new Map(this.#places);
    [fork.#reached, fork.#totalResults] = [this.#reached, this.#totalResults];
    [fork.#claimed, fork.#barrenPages] = [this.#claimed, this.#barrenPages];
    [fork.#last, fork.#overlap] = [this.#last, this.#overlap];
    if (own.some(({ key }) => !this.has(key))) fork.keep(own);
    return fork;
  }

  replace(row: Row): void {
    this.rows = this.rows.map((one) => (one.key === row.key ? row : one));
  }

  /** Appends those of the rows that this walk did not find, and sets `drifted`. */
  keep(rows: readonly Row[]): void {
    for (const row of rows) if (!this.has(row.key)) this.#addRow(row);
    this.drifted = true;
  }

  /**
   * Adds the response to `request()`. Returns false if the limit changed: pages requested ahead
   * with the old limit must be requested again.
   */
  add(request: PageRequest, page: Page<Row>): boolean {
    const keysBefore = this.#places.size;
    const overlap = this.#overlap;
    const limit = actualLimit(request.limit, page);
    const start = (request.page - 1) * limit;
    // If more items came than requested, their places in the list are unknown.
    const overfull = page.received > limit;
    // Pages of different limits cannot be compared.
    const expected =
      overlap && limit === this.limit ? new Set(overlap.rows.map(({ key }) => key)) : undefined;
    const rows = page.rows.map((row) => this.#named(row));
    rows.forEach((row, at) => {
      // With another limit, a page may begin with items that are already loaded.
      const mayRepeat = expected?.has(row.key) ?? (overfull || start + at < this.#reached);
      if (this.#addRow(row) || mayRepeat) return;
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

    this.itemsCovered = Math.max(this.itemsCovered, request.page * limit);
    this.#reached = Math.max(this.#reached, start + page.received);
    const sameLimit = limit === this.limit;
    // Further pages are counted with this limit. Rows that are loaded already are dropped by key.
    this.limit = limit;
    if (!sameLimit) this.itemsCovered = Math.floor(this.itemsCovered / limit) * limit;

    const saidBefore = this.#totalResults ?? page.totalResults;
    if (page.totalResults !== undefined && page.totalResults !== saidBefore) this.drifted = true;
    this.#totalResults = page.totalResults ?? this.#totalResults;
    // A repeated page need not bring new rows.
    if (this.#places.size > keysBefore) this.#barrenPages = 0;
    else if (!overlap) this.#barrenPages++;
    this.#claimed = this.#claim(request, page, limit);
    // An empty page ends a list without totals; a page of known rows does not.
    const patience = this.#claimed === 'more' || page.received > 0 ? BARREN_PAGES_ALLOWED : 1;
    this.ended = this.#claimed === 'none' || this.#barrenPages >= patience;
    return sameLimit;
  }

  /** Distinct rows and unreadable items so far, whether rows were taken or not. */
  get #itemsMet(): number {
    return this.#places.size + this.unreadable;
  }

  #named(row: Row): Row {
    if (row.content === undefined || !row.renamed) return row;
    const key = this.sharedKeys.keyOf(row.key, row.content);
    return key === row.key ? row : (row.renamed(key) as Row);
  }

  #addRow(row: Row): boolean {
    if (this.has(row.key)) return false;
    this.#places.set(row.key, this.#places.size);
    this.rows.push(row);
    return true;
  }

  /**
   * Whether another page exists (§4.4 rules 5 and 6): yes if all totals given say so, no if none
   * does, and unknown until the next page is read if they disagree. Without a usable total: unknown
   * after a full page, no after a shorter one.
   */
  #claim(request: PageRequest, page: Page<Row>, limit: number): Claim {
    const met = this.#itemsMet;
    const claims: boolean[] = [];
    // Ignore a total below what was received.
    if (page.totalResults !== undefined && page.totalResults >= met) {
      claims.push(page.totalResults > Math.max(this.itemsCovered, met));
    }
    if (page.totalPages !== undefined && page.totalPages >= request.page) {
      claims.push(page.totalPages * limit > this.itemsCovered);
    }
    if (claims.length === 0) return page.received >= limit ? 'unknown' : 'none';
    if (claims.every((more) => more)) return 'more';
    return claims.some((more) => more) ? 'unknown' : 'none';
  }
}

/**
 * The actual limit of a page. A wrong one would skip rows. A smaller limit in the response is used
 * unless the page has more items; a larger one only if the page has that many.
 * @param requested the limit of the request.
 */
function actualLimit(requested: number, page: Page<unknown>): number {
  const echoed = page.limit;
  if (echoed === undefined || echoed < 1) return requested;
  if (echoed < requested) return page.received <= echoed ? echoed : requested;
  return page.received === echoed ? echoed : requested;
}
