import { collectionAt, metadataOf } from './collections.ts';
import { pictureOf } from './picture.ts';
import { placeAt, projectAt, projectsLeft, statsOf } from './projects.ts';

/** A request, independent of the transport. */
interface Question {
  readonly method: string;
  /** Path and query as sent. */
  readonly target: string;
  readonly authorization: string | undefined;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface SampleState {
  readonly address: string;
  readonly token: string;
  /** How many rows the lists hold at the start. */
  readonly projects: number;
  readonly collections: number;
  /** Seconds since the service started, as the projects are minted: see `SampleOptions.speed`. */
  readonly elapsed: () => number;
}

/** Answers as service-interface §4, §5 and §7 say. They do not show the body of an error. */
export function answer(state: SampleState, { method, target, authorization }: Question): Answer {
  const url = URL.parse(target, state.address);
  if (!url) return problem(400, 'This is not a path.');
  const open = picture(url.pathname) ?? metadata(state, url.pathname);
  // Checked before the other paths: only pictures and metadata need no token (§5).
  if (!open && authorization !== `Bearer ${state.token}`) {
    return problem(401, 'A valid bearer token is required.', { 'www-authenticate': 'Bearer' });
  }
  const found = open ?? route(state, url);
  if (found.status !== 404 && method !== 'GET') {
    return problem(405, `${method} is not allowed here.`, { allow: 'GET' });
  }
  return found;
}

function route(state: SampleState, { pathname, searchParams }: URL): Answer {
  if (pathname === '/v2/projects') {
    const elapsed = state.elapsed();
    return listing(
      pageOf(searchParams, projectsLeft(state.projects, elapsed), (index) =>
        projectAt(placeAt(index, elapsed), elapsed, state.address),
      ),
    );
  }
  if (pathname === '/v1/collections') {
    return listing(
      pageOf(searchParams, state.collections, (index) => collectionAt(index, state.address)),
    );
  }
  const [, kind, id] = /^\/v2\/projects\/([^/]+)\/([^/]+)\/stats$/.exec(pathname) ?? [];
  return kind === undefined || id === undefined
    ? problem(404, 'There is nothing at this path.')
    : stats(state, kind, id);
}

function listing(page: ReturnType<typeof pageOf>): Answer {
  return 'wrong' in page ? problem(400, page.wrong) : json(200, page);
}

function stats(state: SampleState, kind: string, id: string): Answer {
  if (kind !== 't' && kind !== 'n') return problem(400, "transferable must be 't' or 'n'.");
  if (!/^\d+$/.test(id)) return problem(400, 'projectId must be an integer.');
  const counts = statsOf(kind, Number(id), state.projects, state.elapsed());
  return counts ? json(200, counts) : problem(404, `There is no project ${kind}/${id}.`);
}

/** Pictures and metadata need no token, because browsers request them without one. */
function picture(path: string): Answer | undefined {
  const [, seed] = /^\/images\/([\w-]{1,64})\.svg$/.exec(path) ?? [];
  if (seed === undefined) return undefined;
  const headers = {
    'content-type': 'image/svg+xml',
    'cache-control': 'max-age=86400',
    'content-security-policy': "default-src 'none'",
    'x-content-type-options': 'nosniff',
  };
  return { status: 200, headers, body: pictureOf(seed) };
}

function metadata(state: SampleState, path: string): Answer | undefined {
  const [, mint] = /^\/metadata\/(\w{32,44})\.json$/.exec(path) ?? [];
  if (mint === undefined) return undefined;
  const found = metadataOf(mint, state.collections, state.address);
  return found ? json(200, found) : problem(404, 'There is no metadata for this address.');
}

function problem(status: number, message: string, headers = {}): Answer {
  return json(status, { statusCode: status, message }, headers);
}

function json(status: number, value: unknown, headers: Record<string, string> = {}): Answer {
  return {
    status,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      'cache-control': 'no-store',
      ...headers,
    },
    body: JSON.stringify(value),
  };
}

/** The list envelope of service-interface §2.3. */
interface Envelope<Item> {
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

/** `undefined` if invalid. Both parameters are nullable (§4.1): empty and `null` mean absent. */
function wholeNumber(text: string | null, absent: number): number | undefined {
  if (text === null || text === '' || text === 'null') return absent;
  if (!/^\d+$/.test(text)) return undefined;
  const value = Number(text);
  return value >= 1 && Number.isSafeInteger(value) ? value : undefined;
}
