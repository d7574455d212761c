/** The list envelope of service-interface §2.3. */
export interface Envelope<Item> {
  readonly results: Item[];
  readonly page: number;
  readonly limit: number;
  readonly totalPages: number;
  readonly totalResults: number;
}

const DEFAULT_LIMIT = 10;
const MAXIMUM_LIMIT = 100;

/**
 * The page that the query asks for (§4.4), or what is wrong with the query. Where the interface is
 * silent: pages count from 1, a page past the end is empty, and an empty list has no pages.
 * @param itemAt computes one item of the list
 */
export function pageOf<Item>(
  query: URLSearchParams,
  totalResults: number,
  itemAt: (index: number) => Item,
): Envelope<Item> | { readonly wrong: string } {
  const page = wholeNumber(query.get('page'), 1);
  const asked = wholeNumber(query.get('limit'), DEFAULT_LIMIT);
  if (page === undefined) return { wrong: 'page must be a whole number, 1 or greater.' };
  if (asked === undefined) return { wrong: 'limit must be a whole number, 1 or greater.' };
  // A limit above the maximum is lowered and the lowered one is echoed: the document says only
  // that there is a maximum (§4.1, §8), and `limit` in the answer is where a client can see it.
  const limit = Math.min(asked, MAXIMUM_LIMIT);
  const from = (page - 1) * limit;
  const length = Math.max(0, Math.min(limit, totalResults - from));
  return {
    results: Array.from({ length }, (_, at) => itemAt(from + at)),
    page,
    limit,
    totalPages: Math.ceil(totalResults / limit),
    totalResults,
  };
}

/** `undefined` for nonsense. Both parameters are nullable (§4.1), so empty and `null` mean absent. */
function wholeNumber(text: string | null, absent: number): number | undefined {
  if (text === null || text === '' || text === 'null') return absent;
  if (!/^\d+$/.test(text)) return undefined;
  const value = Number(text);
  return value >= 1 && Number.isSafeInteger(value) ? value : undefined;
}
