import type { Page } from '../model/decode.ts';
import { type Failure, failureCode, isServiceError, ServiceError } from '../model/serviceError.ts';
import { identityOf, type ListRow, NO_VARIANT, sharedKeyOf } from '../model/model.ts';
import type { StoredList } from './listState.ts';

/** A page to request (service-interface §4.4). */
export interface PageRequest {
  readonly page: number;
  /** Items per page, 1 to 100. */
  readonly limit: number;
}

/** Requests one page. Rejects with a `ServiceError`. */
export type ReadPage<Row> = (request: PageRequest, signal: AbortSignal) => Promise<Page<Row>>;

/** What to read of a list, besides its next page. */
export interface ReadPlan {
  /** Pages requested at a time, as far as the totals promise them; 1 if left out. */
  readonly width?: number;
  /** Stop once this many items from the start of the list are covered. */
  readonly upTo?: number;
  /** Pages to read; all if left out. */
  readonly pages?: number;
  /** Whether the last page was read a while ago: it is read again, because the list may have changed. */
  readonly isResumed?: boolean;
  /** Called after each further page. */
  readonly onPage?: () => void;
}

/** Consecutive pages with known rows only after which reading ends, whatever the totals say. */
const KNOWN_PAGES_ALLOWED = 3;
/** The same of empty pages in the middle: some services filter rows after they have made pages. */
const EMPTY_PAGES_ALLOWED = 10;
/** The most items that may be requested (§8), even if the service's own pages are larger. */
const MAX_LIMIT = 100;
/** What services answer to the request for a page after the last, besides an empty page. */
const NO_PAGE = /^(notFound|http (400|410|416|422)|decode (noBody|notAList))$/;

/**
 * A list while its pages are read in order (§4.4). Rows are unique by key and in the service's order.
 * Reading ends even if the totals are wrong: consecutive pages without a new row are limited.
 */
export class PageWalk<Row extends ListRow> {
  readonly #read: ReadPage<Row>;
  /** Another array after each change, so callers may keep it. */
  rows: readonly Row[] = [];
  unreadable = 0;
  /** See `ListState`. A row came twice or moved to a page that was read, or the total changed. */
  drifted = false;
  ended = false;
  /** Items per page by which the pages are counted. */
  limit: number;
  /** The most items to request at once: more would make a page too large. */
  mostPerPage: number;
  /** Items from the start of the list that the pages read so far cover. */
  covered = 0;

  /** The index of each row, by its key. */
  readonly #places = new Map<string, number>();
  /** The identities that several rows have. */
  readonly #shared = new Set<string>();
  /** Items from the start of the list to the next page. */
  #next = 0;
  /** Where the rows of the page that was read last begin. */
  #lastAt = 0;
  #totalResults: number | undefined;
  /** Whether the totals say that there is another page. */
  #claimed: 'more' | 'none' | 'unknown' = 'unknown';
  #barrenPages = 0;

  /** @param mostPerPage what an earlier walk found. */
  constructor(read: ReadPage<Row>, limit: number, mostPerPage = MAX_LIMIT) {
    this.#read = read;
    this.limit = Math.min(limit, mostPerPage);
    this.mostPerPage = mostPerPage;
  }

  /** A walk with stored rows. Read the list again before reading further pages: it may differ. */
  static restored<Row extends ListRow>(read: ReadPage<Row>, stored: StoredList<Row>) {
    const walk = new PageWalk<Row>(read, stored.limit);
    walk.#addRows(stored.rows);
    walk.covered = stored.covered;
    walk.unreadable = stored.unreadable;
    walk.drifted = stored.drifted;
    walk.ended = stored.ended;
    walk.#totalResults = stored.total;
    walk.#claimed = stored.ended ? 'none' : 'unknown';
    return walk;
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

  /** The page of a loaded row, or one nearby if the list changed or items were unreadable. */
  pageOf(key: string): PageRequest | undefined {
    const place = this.#places.get(key);
    if (place === undefined) return undefined;
    const limit = Math.min(this.limit, this.mostPerPage);
    return { page: Math.floor(place / limit) + 1, limit };
  }

  replace(rows: readonly Row[]): void {
    const all = [...this.rows];
    for (const row of rows) {
      const place = this.#places.get(row.key);
      if (place !== undefined) all[place] = row;
    }
    this.rows = all;
  }

  /** Appends those of the rows that this walk did not find, and sets `drifted`. */
  keep(rows: readonly Row[]): void {
    this.#addRows(rows.filter((row) => !this.#places.has(row.key)));
    this.drifted = true;
  }

  /**
   * Reads the next pages. A page that is too large is divided, and a missing page that the totals do not
   * promise ends the list.
   * @throws any other failure of a page, and the reason of `signal`.
   */
  async read(signal: AbortSignal, plan: ReadPlan): Promise<void> {
    const { width = 1, upTo = Infinity, isResumed = false, onPage = () => undefined } = plan;
    const again = isResumed ? 1 : 0;
    let left = again + (plan.pages ?? Infinity);
    this.#next = Math.max(0, this.covered - again * this.limit);
    let controller = new AbortController();
    let requested: { request: PageRequest; page: Promise<Page<Row>> }[] = [];
    const send = (request: PageRequest) => {
      const page = this.#read(request, controller.signal);
      // Awaited below, unless it is dropped.
      page.catch(() => undefined);
      requested.push({ request, page });
    };
    const drop = () => {
      controller.abort();
      controller = new AbortController();
      requested = [];
    };
    signal.addEventListener('abort', drop);
    try {
      while (this.#next < upTo) {
        signal.throwIfAborted();
        while (requested.length < Math.min(left, Math.max(width, 1 + again))) {
          const request = this.#request(requested.length);
          if (!request || (request.page - 1) * request.limit >= upTo) break;
          send(request);
        }
        const next = requested.shift();
        if (!next) return;
        const { limit, covered } = this;
        try {
          const page = await next.page;
          signal.throwIfAborted();
          this.#add(next.request, page);
          left--;
        } catch (error) {
          this.#cope(next.request, error);
          drop();
        }
        // Pages that were requested ahead are counted by the limit before.
        if (this.limit !== limit) drop();
        if (this.covered > covered) onPage();
      }
    } finally {
      signal.removeEventListener('abort', drop);
      drop();
    }
  }

  /** `undefined` if the walk has ended, or if it is not known whether the page exists. */
  #request(ahead: number): PageRequest | undefined {
    if (this.ended) return undefined;
    const page = Math.floor(this.#next / this.limit) + ahead;
    const start = page * this.limit;
    const isPromised = this.#claimed === 'more' && (this.#totalResults ?? 0) > start;
    if (start > this.covered && !isPromised) return undefined;
    return { page: page + 1, limit: Math.min(this.limit, this.mostPerPage) };
  }

  #add(request: PageRequest, page: Page<Row>): void {
    const { covered } = this;
    const isAgain = request.page * this.limit <= covered;
    // In place of a page after the last, some services give the last again, with its number.
    const isLastAgain =
      (page.page ?? Infinity) < request.page && page.rows.every((row) => this.#isKnown(row));
    if (isLastAgain && !isAgain && this.#claimed !== 'more') {
      this.ended = true;
      return;
    }
    const limit = actualLimit(request.limit, page);
    const isSameLimit = limit === this.limit;
    this.limit = limit;
    this.#next = Math.max(this.#next, request.page * limit);
    this.covered = Math.max(covered, this.#next);
    const saidBefore = this.#totalResults ?? page.totalResults;
    if (page.totalResults !== undefined && page.totalResults !== saidBefore) this.drifted = true;
    this.#totalResults = page.totalResults ?? this.#totalResults;
    if (isAgain) {
      // With other rows than before, the next page may not continue it.
      const before = new Set(this.rows.slice(this.#lastAt).map(identityOf));
      const now = new Set(page.rows.map(identityOf));
      const isOther = now.size !== before.size || [...now].some((one) => !before.has(one));
      if (isSameLimit && isOther) this.drifted = true;
      return;
    }
    const rowsBefore = this.rows.length;
    const start = (request.page - 1) * limit;
    const places = this.#addRows(page.rows);
    // With another limit, a page may begin with rows that are loaded already. If more items came than
    // requested, their places in the list are unknown.
    const isTwice = (place: number, at: number) => place >= 0 && start + at >= covered;
    if (page.received <= limit && places.some(isTwice)) this.drifted = true;
    this.#lastAt = places.find((place) => place >= 0) ?? rowsBefore;
    this.unreadable += page.unreadable;
    this.#barrenPages = this.rows.length > rowsBefore ? 0 : this.#barrenPages + 1;
    this.#claimed = this.#claim(request, page, limit);
    // An empty page ends a list without totals.
    const emptyAllowed = this.#claimed === 'more' ? EMPTY_PAGES_ALLOWED : 1;
    const allowed = page.received > 0 ? KNOWN_PAGES_ALLOWED : emptyAllowed;
    this.ended = this.#claimed === 'none' || this.#barrenPages >= allowed;
  }

  /** Throws the failure of a request, unless reading continues or the list has ended. */
  #cope({ page, limit }: PageRequest, error: unknown): void {
    if (!isServiceError(error)) throw error;
    const { failure, message: code } = error;
    if (code === 'decode tooLarge' && limit > 1) {
      // The next page of this limit may begin with rows that are loaded: these are dropped.
      this.mostPerPage = Math.floor(limit / 2);
      this.limit = this.mostPerPage;
    } else if (this.covered === 0 || !NO_PAGE.test(code)) throw error;
    else if (this.#claimed === 'more') throw new ServiceError(failureOfPage(page, failure));
    else {
      // A page that was there before is missing: the list has become shorter.
      if (page * this.limit <= this.covered) this.drifted = true;
      this.ended = true;
    }
  }

  get #itemsMet(): number {
    return this.rows.length + this.unreadable;
  }

  /**
   * The key that a row has in this list: its identity, unless another row has the same one. A row of
   * an earlier page without a variant, or whose variant has appeared since, is the same row.
   * @param from where the rows of its page begin.
   */
  #keyOf(row: Row, from: number): string {
    const identity = identityOf(row);
    if (this.#shared.has(identity)) return sharedKeyOf(row);
    const place = this.#places.get(identity) ?? -1;
    const alone = this.rows[place];
    if (!alone || alone.variant === row.variant) return identity;
    const isOneUnknown = [alone.variant, row.variant].includes(NO_VARIANT);
    return isOneUnknown && place < from ? identity : sharedKeyOf(row);
  }

  #isKnown(row: Row): boolean {
    return this.#places.has(this.#keyOf(row, this.rows.length));
  }

  /** Adds the new ones of these rows. @returns where each was in the list before; -1 if nowhere. */
  #addRows(added: readonly Row[]): readonly number[] {
    const from = this.rows.length;
    const rows = [...this.rows];
    this.rows = rows;
    return added.map((row) => {
      const key = this.#keyOf(row, from);
      const known = this.#places.get(key);
      if (known !== undefined) return known;
      const identity = identityOf(row);
      const place = this.#places.get(identity);
      const alone = rows[place ?? -1];
      if (place !== undefined && alone) {
        // A second row with this identity: the first one gets a key of its own too.
        this.#shared.add(identity);
        this.#places.delete(identity);
        rows[place] = withKey(alone, sharedKeyOf(alone));
        this.#places.set(sharedKeyOf(alone), place);
      }
      this.#places.set(key, rows.length);
      rows.push(withKey(row, key));
      return -1;
    });
  }

  /**
   * Whether another page exists (§4.4 rules 5 and 6): yes if all totals given say so, no if none
   * does, and unknown until the next page is read if they disagree. Without a usable total: unknown
   * after a full page, no after a shorter one.
   */
  #claim(request: PageRequest, page: Page<Row>, limit: number): 'more' | 'none' | 'unknown' {
    const met = this.#itemsMet;
    const claims: boolean[] = [];
    // Ignore a total below what was received.
    if (page.totalResults !== undefined && page.totalResults >= met) {
      claims.push(page.totalResults > Math.max(this.covered, met));
    }
    if (page.totalPages !== undefined && page.totalPages >= request.page) {
      claims.push(page.totalPages * limit > this.covered);
    }
    if (claims.length === 0) return page.received >= limit ? 'unknown' : 'none';
    if (claims.every((more) => more)) return 'more';
    return claims.some((more) => more) ? 'unknown' : 'none';
  }
}

function withKey<Row extends ListRow>(row: Row, key: string): Row {
  return key === row.key || !row.withKey ? row : (row.withKey(key) as Row);
}

/** Why the service gave no page. After the first one, a 404 is not about the address. */
export function failureOfPage(page: number, failure: Failure): Failure {
  if (page === 1 || !NO_PAGE.test(failureCode(failure))) return failure;
  if (failure.kind === 'decode') return { kind: 'noPage', page };
  return { kind: 'noPage', page, status: failure.kind === 'http' ? failure.status : 404 };
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
