import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectionAt, metadataOf } from './collections.ts';
import { pictureOf } from './picture.ts';
import { placeAt, projectAt, projectsLeft, statsOf } from './projects.ts';

interface SampleOptions {
  /** The time in milliseconds since 1970, by which the projects are minted. */
  readonly now?: () => number;
  /** How many rows the list of projects holds at the start; 3,204 if left out. */
  readonly projects?: number;
  /** How many rows the list of collections holds; 345 if left out. */
  readonly collections?: number;
}

export type SampleService = Awaited<ReturnType<typeof startSampleService>>;

/**
 * Starts an HTTP service of made-up data that responds as service-interface says. It listens on
 * loopback only. Rows are computed when a page is requested. Except for the address in their links,
 * they depend only on the time since the start. `MINTSCOPE_SAMPLE_SPEED` in the environment is how
 * many times as fast as usual the projects are minted.
 */
export async function startSampleService({
  now = Date.now,
  projects = 3204,
  collections = 345,
}: SampleOptions = {}) {
  const speed = mintingSpeed();
  const token = randomBytes(24).toString('base64url');
  const startedAt = now();
  // If the clock is set back to before the start, the counts are those of the start.
  const elapsed = () => Math.max(0, (now() - startedAt) * speed) / 1000;

  const server = createServer((request, response) => {
    const { status, headers, body } = respond(
      { address, token, projects, collections, elapsed },
      request,
    );
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    request.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  let closed: Promise<void> | undefined;
  /** Resolves when the server is closed; ends open sockets at once. May be called again. */
  const close = () =>
    (closed ??= new Promise((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    }));
  return { address, token, close };
}

function mintingSpeed(): number {
  const speed = Number(process.env.MINTSCOPE_SAMPLE_SPEED);
  return speed > 0 && Number.isFinite(speed) ? speed : 1;
}

interface Reply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

interface SampleState extends Required<Omit<SampleOptions, 'now'>> {
  readonly address: string;
  readonly token: string;
  /** Seconds since the service started, times the minting speed. */
  readonly elapsed: () => number;
}

/** Responds as service-interface §4, §5 and §7 say. They do not define the body of an error. */
function respond(state: SampleState, { method = '', url: target = '', headers }: IncomingMessage) {
  const url = URL.parse(target, state.address);
  if (!url) return problem(400, 'This is not a path.');
  const withoutToken = picture(url.pathname) ?? metadata(state, url.pathname);
  // Checked before the other paths: only pictures and metadata need no token (§5).
  if (!withoutToken && headers.authorization !== `Bearer ${state.token}`) {
    return problem(401, 'A valid bearer token is required.', { 'www-authenticate': 'Bearer' });
  }
  const found = withoutToken ?? route(state, url);
  if (found.status !== 404 && method !== 'GET') {
    return problem(405, `${method} is not allowed here.`, { allow: 'GET' });
  }
  return found;
}

function route(state: SampleState, { pathname, searchParams }: URL): Reply {
  if (pathname === '/v2/projects') {
    const elapsed = state.elapsed();
    return pageOf(searchParams, projectsLeft(state.projects, elapsed), (index) =>
      projectAt(placeAt(index, elapsed), elapsed, state.address),
    );
  }
  if (pathname === '/v1/collections') {
    return pageOf(searchParams, state.collections, (index) => collectionAt(index, state.address));
  }
  const [, kind, id] = /^\/v2\/projects\/([^/]+)\/([^/]+)\/stats$/.exec(pathname) ?? [];
  return kind === undefined || id === undefined
    ? problem(404, 'There is nothing at this path.')
    : stats(state, kind, id);
}

function stats(state: SampleState, kind: string, id: string): Reply {
  if (kind !== 't' && kind !== 'n') return problem(400, "transferable must be 't' or 'n'.");
  if (!/^\d+$/.test(id)) return problem(400, 'projectId must be an integer.');
  const counts = statsOf(kind, Number(id), state.projects, state.elapsed());
  return counts ? json(200, counts) : problem(404, `There is no project ${kind}/${id}.`);
}

/** Pictures and metadata need no token, because browsers request them without one. */
function picture(path: string): Reply | undefined {
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

function metadata(state: SampleState, path: string): Reply | undefined {
  const [, mint] = /^\/metadata\/(\w{32,44})\.json$/.exec(path) ?? [];
  if (mint === undefined) return undefined;
  const found = metadataOf(mint, state.collections, state.address);
  return found ? json(200, found) : problem(404, 'There is no metadata for this address.');
}

function problem(status: number, message: string, headers = {}): Reply {
  return json(status, { statusCode: status, message }, headers);
}

function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
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

const DEFAULT_LIMIT = 10;
const MAXIMUM_LIMIT = 100;

/**
 * The requested page (§2.3, §4.4), or a 400 that says what is wrong with the query. Not defined in
 * these: pages count from 1, a page past the end is empty, and an empty list has no pages.
 * @param itemAt computes one item of the list
 */
function pageOf(
  query: URLSearchParams,
  totalResults: number,
  itemAt: (index: number) => unknown,
): Reply {
  const page = wholeNumber(query.get('page'), 1);
  const requested = wholeNumber(query.get('limit'), DEFAULT_LIMIT);
  if (page === undefined) return problem(400, 'page must be a whole number, 1 or greater.');
  if (requested === undefined) return problem(400, 'limit must be a whole number, 1 or greater.');
  // A limit above the maximum is lowered, which clients see in `limit` of the response. The
  // document says only that there is a maximum (§4.1, §8).
  const limit = Math.min(requested, MAXIMUM_LIMIT);
  const from = (page - 1) * limit;
  const length = Math.max(0, Math.min(limit, totalResults - from));
  const results = Array.from({ length }, (_, index) => itemAt(from + index));
  const totalPages = Math.ceil(totalResults / limit);
  return json(200, { results, page, limit, totalPages, totalResults });
}

/** At least 1; `undefined` if invalid. Both parameters are nullable (§4.1): `null` means absent. */
function wholeNumber(text: string | null, absent: number): number | undefined {
  if (text === null || text === '' || text === 'null') return absent;
  if (!/^\d+$/.test(text)) return undefined;
  const value = Number(text);
  return value >= 1 && Number.isSafeInteger(value) ? value : undefined;
}
