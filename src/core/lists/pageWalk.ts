import type { Page } from '../model/decode.ts';
import type { Failure } from '../model/serviceError.ts';
import { identityOf, type ListRow, sharedKeyOf } from '../model/sharedKeys.ts';

type Claim = 'more' | 'none' | 'unknown';

/** A page to request (service-interface §4.4). */
export interface PageRequest {
  readonly page: number;
  /** Items per page, 1 to 100. */
  readonly limit: number;
}

/** The page added last. */
interface PageRead {
  readonly request: PageRequest;
  readonly rows: readonly ListRow[];
  readonly limit: number;
}

/** Consecutive pages with known rows only after which reading ends, whatever the totals say. */
const KNOWN_PAGES_ALLOWED = 3;
/**
 * The same of empty pages that the totals say are not the last: some services filter rows after they
 * have divided the list into pages.
 */
const EMPTY_PAGES_ALLOWED = 10;
/** The most items that may be requested (§8), even if the service's own pages are larger. */
const MAX_LIMIT = 100;
/** What services answer to the request for a page after the last, besides an empty page. */
const NO_PAGE_STATUS: readonly number[] = [400, 410, 416, 422];

/**
 * What is known of a list while its pages are read in order: the rows found, and the next page. It
 * sends no requests; callers pass it the pages. It relies on §4.4 only. Rows are unique by key and
 * in the service's order. The walk ends even if the totals are wrong, because the number of
 * consecutive pages without a new row is limited.
 */
export class PageWalk<Row extends ListRow> {
  /** Another array after each change, so callers may keep it. */
  rows: readonly Row[] = [];
  unreadable = 0;
  /** See `ListState`. A row came twice, a page read again has others, or the total changed. */
  drifted = false;
  ended = false;
  /** Items per page by which the pages are counted. */
  limit: number;
  /** The most items to request at once: more would make a page too large. */
  mostPerPage: number;
  /** Items from the start of the list that the pages read so far cover. */
  itemsCovered = 0;

  /** The index of each row, by its key. */
  readonly #places = new Map<string, number>();
  /** The identities that several rows have. */
  readonly #shared = new Set<string>();
  /** Items from the start of the list to the last one received. */
  #reached = 0;
  #totalResults: number | undefined;
  #claimed: Claim = 'unknown';
  #barrenPages = 0;
  #last: PageRead | undefined;

  /** @param mostPerPage what an earlier walk found. */
  constructor(limit: number, mostPerPage = MAX_LIMIT) {
    this.limit = Math.min(limit, mostPerPage);
    this.mostPerPage = mostPerPage;
  }

  /**
   * The last total of the service. If it gave none, or less than was received: the number received
   * once the walk has ended, `undefined` before, and if the service names further pages.
   */
  get total(): number | undefined {
    const met = this.#itemsMet;
    if (this.#totalResults !== undefined && this.#totalResults >= met) return this.#totalResults;
    return this.ended && this.#claimed !== 'more' ? met : undefined;
  }

  /** True if the walk ended before what the totals name. */
  get short(): boolean {
    return this.ended && (this.#claimed === 'more' || this.#itemsMet < (this.total ?? 0));
  }

  rowOf(key: string): Row | undefined {
    return this.rows[this.#places.get(key) ?? -1];
  }

  /** See `PagedList.rowsOf`. */
  rowsOf(identity: string): readonly Row[] {
    if (this.#shared.has(identity)) return this.rows.filter((row) => identityOf(row) === identity);
    const row = this.rowOf(identity);
    return row ? [row] : [];
  }

  /**
   * The next page, or the one `ahead` pages after it; `undefined` if the walk has ended, or if
   * `ahead` is not 0 and the totals do not confirm that page.
   */
  request(ahead = 0): PageRequest | undefined {
    if (this.ended) return undefined;
    const covered = this.itemsCovered + ahead * this.limit;
    const isPromised = this.#claimed === 'more' && (this.#totalResults ?? 0) > covered;
    if (ahead > 0 && !isPromised) return undefined;
    return { page: covered / this.limit + 1, limit: Math.min(this.limit, this.mostPerPage) };
  }

  /** The page of a loaded row, or one nearby if the list changed or items were unreadable. */
  pageOf(key: string): PageRequest | undefined {
    const place = this.#places.get(key);
    if (place === undefined) return undefined;
    const limit = Math.min(this.limit, this.mostPerPage);
    return { page: Math.floor(place / limit) + 1, limit };
  }

  /** The request of the page added last; `undefined` if the next page does not begin where it ends. */
  get lastRequest(): PageRequest | undefined {
    const last = this.#last;
    return last && last.request.page * last.limit === this.itemsCovered ? last.request : undefined;
  }

  /**
   * Notices whether the page added last has other rows by now, so that the next page may not
   * continue it. Pages of different limits cannot be compared.
   * @param page `undefined` if it could not be read again.
   */
  compare(page: Page<Row> | undefined): void {
    if (!page) this.drifted = true;
    if (!page || !this.#last) return;
    const { request, rows, limit } = this.#last;
    if (actualLimit(request.limit, page) !== limit) return;
    const before = new Set(rows.map(identityOf));
    const now = new Set(page.rows.map(identityOf));
    if (now.size !== before.size || [...now].some((one) => !before.has(one))) this.drifted = true;
  }

  replace(row: Row): void {
    const place = this.#places.get(row.key);
    if (place !== undefined) this.rows = this.rows.with(place, row);
  }

  /** Appends those of the rows that this walk did not find, and sets `drifted`. */
  keep(rows: readonly Row[]): void {
    this.#addRows(rows.filter((row) => !this.#places.has(row.key)));
    this.drifted = true;
  }

  /**
   * Adds the response to `request()`. Returns false if the limit changed: pages requested ahead
   * with the old limit must be requested again.
   */
  add(request: PageRequest, page: Page<Row>): boolean {
    const rowsBefore = this.rows.length;
    const limit = actualLimit(request.limit, page);
    const start = (request.page - 1) * limit;
    // If more items came than requested, their places in the list are unknown.
    const isOverfull = page.received > limit;
    this.#addRows(page.rows, (at) => {
      // With another limit, a page may begin with items that are already loaded.
      if (!isOverfull && start + at >= this.#reached) this.drifted = true;
    });
    this.unreadable += page.unreadable;
    this.#last = { request, rows: page.rows, limit };
    this.itemsCovered = Math.max(this.itemsCovered, request.page * limit);
    this.#reached = Math.max(this.#reached, start + page.received);
    const isSameLimit = limit === this.limit;
    if (!isSameLimit) this.#continueWith(limit);

    const saidBefore = this.#totalResults ?? page.totalResults;
    if (page.totalResults !== undefined && page.totalResults !== saidBefore) this.drifted = true;
    this.#totalResults = page.totalResults ?? this.#totalResults;
    this.#barrenPages = this.rows.length > rowsBefore ? 0 : this.#barrenPages + 1;
    this.#claimed = this.#claim(request, page, limit);
    this.ended = this.#claimed === 'none' || this.#barrenPages >= this.#barrenAllowed(page);
    return isSameLimit;
  }

  /**
   * Call it with the failure of a request. Returns `undefined` if the walk continues with
   * `request()`: a page that is too large is divided, and a page that the totals do not promise is
   * one after the last. Else returns the failure.
   */
  failed({ page, limit }: PageRequest, failure: Failure): Failure | undefined {
    if (failure.kind === 'decode' && failure.what === 'tooLarge' && limit > 1) {
      this.mostPerPage = Math.floor(limit / 2);
      this.#continueWith(this.mostPerPage);
      return undefined;
    }
    if (!this.#last || !meansNoPage(failure)) return failure;
    if (this.#claimed !== 'more') {
      this.ended = true;
      return undefined;
    }
    if (failure.kind === 'http') return { kind: 'noPage', page, status: failure.status };
    return failure.kind === 'notFound'
      ? { kind: 'noPage', page, status: 404 }
      : { kind: 'noPage', page };
  }

  /**
   * Counts pages by another limit. Page p of a limit covers pages 2p − 1 and 2p of its half. If the
   * new pages do not begin where the old ones end, the next one has rows that are loaded already:
   * these are dropped by their key.
   */
  #continueWith(limit: number): void {
    this.limit = limit;
    this.itemsCovered = Math.floor(this.itemsCovered / limit) * limit;
  }

  #barrenAllowed({ received }: Page<Row>): number {
    if (received > 0) return KNOWN_PAGES_ALLOWED;
    // An empty page ends a list without totals.
    return this.#claimed === 'more' ? EMPTY_PAGES_ALLOWED : 1;
  }

  /** Distinct rows and unreadable items so far. */
  get #itemsMet(): number {
    return this.rows.length + this.unreadable;
  }

  /** The key that a row has in this list: its identity, unless another row has the same one. */
  #keyOf(row: Row): string {
    const identity = identityOf(row);
    if (this.#shared.has(identity)) return sharedKeyOf(row);
    const alone = this.rowOf(identity);
    return alone && alone.variant !== row.variant ? sharedKeyOf(row) : identity;
  }

  /** @param onKnown called with the index of each row that was received before. */
  #addRows(rows: readonly Row[], onKnown: (at: number) => void = () => undefined): void {
    const all = [...this.rows];
    this.rows = all;
    rows.forEach((row, at) => {
      const key = this.#keyOf(row);
      if (this.#places.has(key)) {
        onKnown(at);
        return;
      }
      const identity = identityOf(row);
      const alone = this.#places.get(identity);
      if (key !== identity && alone !== undefined) this.#share(identity, alone, all);
      this.#places.set(key, all.length);
      all.push(withKey(row, key));
    });
  }

  /** Gives the only row with this identity another key, because a second one has come. */
  #share(identity: string, place: number, rows: Row[]): void {
    const row = rows[place];
    if (!row) return;
    const key = sharedKeyOf(row);
    this.#shared.add(identity);
    this.#places.delete(identity);
    this.#places.set(key, place);
    rows[place] = withKey(row, key);
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

function withKey<Row extends ListRow>(row: Row, key: string): Row {
  return key === row.key || !row.withKey ? row : (row.withKey(key) as Row);
}

/** Whether a response to the request for a page means that the list has no such page. */
function meansNoPage(failure: Failure): boolean {
  if (failure.kind === 'http') return NO_PAGE_STATUS.includes(failure.status);
  if (failure.kind === 'decode') return failure.what === 'noBody' || failure.what === 'notAList';
  return failure.kind === 'notFound';
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
