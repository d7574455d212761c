import type { Page } from '../../src/core/model/decode.ts';
import type { StoredList } from '../../src/core/lists/listState.ts';
import { type PageRequest, PageWalk, type ReadPlan } from '../../src/core/lists/pageWalk.ts';

/** The members of a row that a list needs. */
export interface Row {
  readonly key: string;
  /** See `ListRow`. */
  askedAt?: number | undefined;
}

export const rowsOf = (keys: Iterable<string | number>): Row[] =>
  Array.from(keys, (key) => ({ key: String(key) }));

export const numbered = (count: number, from = 0): Row[] =>
  rowsOf(Array.from({ length: count }, (_, at) => from + at));

export const keysOf = (rows: readonly Row[]): string[] => rows.map(({ key }) => key);

/** Page `page` of `all` as service-interface §4.4 has it, with every total right. */
export function honestPage(all: readonly Row[], { page, limit }: PageRequest): Page<Row> {
  const rows = all.slice((page - 1) * limit, page * limit);
  return {
    rows,
    received: rows.length,
    unreadable: 0,
    page,
    limit,
    totalPages: Math.ceil(all.length / limit),
    totalResults: all.length,
  };
}

/** A page without totals, page number and limit, except for those in `rest`. */
export function bare(rows: readonly Row[], rest: Partial<Page<Row>> = {}): Page<Row> {
  return {
    rows,
    received: rows.length + (rest.unreadable ?? 0),
    unreadable: 0,
    page: undefined,
    limit: undefined,
    totalPages: undefined,
    totalResults: undefined,
    ...rest,
  };
}

/** These rows, ten a page, as an earlier window has stored them; all of the list unless `facts` differ. */
export function storedList<One>(
  rows: readonly One[],
  facts: Partial<StoredList<One>> = {},
): StoredList<One> {
  const read = { unreadable: 0, drifted: false };
  const all = { limit: 10, covered: rows.length, total: rows.length, ended: true };
  return { rows, asOf: 500, ...all, ...read, ...facts };
}

export type Respond = (request: PageRequest) => Page<Row>;

export interface Walked {
  readonly walk: PageWalk<Row>;
  readonly requests: readonly string[];
}

/**
 * Walks to the end. `respond` may throw a `ServiceError`.
 * @throws if there is no end within `most` requests.
 */
export async function walkThrough(
  respond: Respond,
  limit: number,
  plan: ReadPlan = {},
  most = 500,
): Promise<Walked> {
  const requests: string[] = [];
  const walk = new PageWalk<Row>(async (request) => {
    if (requests.length === most) throw new Error(`no end within ${most} requests`);
    requests.push(`${request.page}/${request.limit}`);
    return Promise.resolve(respond(request));
  }, limit);
  await walk.read(new AbortController().signal, plan);
  return { walk, requests };
}
