import type { Page } from '../model/decode.ts';
import { isServiceError, ServiceError } from '../model/serviceError.ts';
import type { ListRow } from '../model/sharedKeys.ts';
import type { PageRequest, PageWalk } from './pageWalk.ts';

/** Requests one page. Rejects with a `ServiceError`. */
export type ReadPage<Row> = (request: PageRequest, signal: AbortSignal) => Promise<Page<Row>>;

export interface ReadPlan {
  /** Pages requested at a time, as far as the totals confirm them; 1 if left out. */
  readonly width?: number;
  /** Stop once this many items from the start of the list are covered. */
  readonly upTo?: number;
  /** Pages to read; all if left out. */
  readonly pages?: number;
  /** Whether the last page was read a while ago: it is read again, to detect a changed list. */
  readonly isResumed?: boolean;
}

export const ONE_PAGE: ReadPlan = { pages: 1 };
export const ALL_PAGES: ReadPlan = { width: 4 };

/**
 * Reads the next pages of a walk into it, in order, until the walk has ended or the plan is done.
 * @param onPage called after each page.
 * @throws what `read` does, unless the walk copes with it, and the reason of `signal`.
 */
export async function readInto<Row extends ListRow>(
  read: ReadPage<Row>,
  walk: PageWalk<Row>,
  { width = 1, upTo = Infinity, pages = Infinity, isResumed = false }: ReadPlan,
  signal: AbortSignal,
  onPage: () => void = () => undefined,
): Promise<void> {
  let controller = new AbortController();
  let requested: { request: PageRequest; page: Promise<Page<Row>> }[] = [];
  const send = (request: PageRequest) => {
    const page = read(request, controller.signal);
    // Awaiting the page below reports its failure. The failure of a dropped page is ignored.
    page.catch(() => undefined);
    return { request, page };
  };
  const requestAhead = (most: number) => {
    while (requested.length < most) {
      const request = walk.request(requested.length);
      if (!request || (request.page - 1) * request.limit >= upTo) return;
      requested.push(send(request));
    }
  };
  const drop = () => {
    controller.abort();
    controller = new AbortController();
    requested = [];
  };
  /** Resolves with `undefined` if the page could not be read, and the walk has noticed why. */
  const arrived = async ({ request, page }: (typeof requested)[number]) => {
    try {
      const received = await page;
      signal.throwIfAborted();
      return received;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      const failure = walk.failed(request, error.failure);
      if (failure) throw failure === error.failure ? error : new ServiceError(failure);
      drop();
      return undefined;
    }
  };
  signal.addEventListener('abort', drop);
  try {
    const last = isResumed ? walk.lastRequest : undefined;
    if (last) {
      const sent = send(last);
      requestAhead(Math.max(1, width - 1));
      walk.compare(await arrived(sent));
    }
    for (let left = pages; left > 0 && walk.itemsCovered < upTo;) {
      signal.throwIfAborted();
      requestAhead(Math.min(width, left));
      const next = requested.shift();
      if (!next) return;
      const page = await arrived(next);
      if (!page) continue;
      if (!walk.add(next.request, page)) drop();
      left--;
      onPage();
    }
  } finally {
    signal.removeEventListener('abort', drop);
    drop();
  }
}
