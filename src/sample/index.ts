import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { collectionAt } from './collections.ts';
import { pictureOf } from './picture.ts';
import { placeAt, projectAt, projectsLeft, statsOf } from './projects.ts';

const COLLECTIONS = 345;
const DEFAULT_LIMIT = 10;
const MAXIMUM_LIMIT = 100;

interface SampleOptions {
  /** The time in milliseconds since 1970, by which the projects are minted. */
  readonly now?: () => number;
}

export type SampleService = Awaited<ReturnType<typeof startSampleService>>;

/**
 * Serves made-up data on loopback as service-interface says. Rows depend only on the time since the
 * start, which `MINTSCOPE_SAMPLE_SPEED` in the environment multiplies.
 */
export async function startSampleService({ now = Date.now }: SampleOptions = {}) {
  const speed = Number(process.env.MINTSCOPE_SAMPLE_SPEED ?? 1);
  const token = randomBytes(24).toString('base64url');
  const startedAt = now();
  // If the clock is set back to before the start, the counts are those of the start.
  const elapsed = () => Math.max(0, (now() - startedAt) * speed) / 1000;

  const server = createServer((request, response) => {
    const state = { address, token, elapsed: elapsed() };
    const { status, headers, body } = respond(state, request);
    response.writeHead(status, { ...headers, 'content-length': Buffer.byteLength(body) }).end(body);
    request.resume();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  /** Resolves when the server is closed; ends open sockets at once. May be called again. */
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => {
        resolve();
      });
      server.closeAllConnections();
    });
  return { address, token, close };
}

interface SampleState {
  readonly address: string;
  readonly token: string;
  /** Seconds since the service started, times the minting speed. */
  readonly elapsed: number;
}

/** Responds as service-interface §4, §5 and §7 say. They do not define the body of an error. */
function respond(state: SampleState, { url: target = '', headers }: IncomingMessage) {
  const url = URL.parse(target, state.address);
  if (!url) return problem(400, 'This is not a path.');
  const { pathname, searchParams } = url;
  // Pictures need no token, because browsers request them without one.
  const [, seed] = /^\/images\/([\w-]{1,64})\.svg$/.exec(pathname) ?? [];
  if (seed !== undefined) {
    return { status: 200, headers: { 'content-type': 'image/svg+xml' }, body: pictureOf(seed) };
  }
  if (pathname === '/') {
    const body = 'This is the sample data of Mintscope, an extension of Visual Studio Code.';
    return { status: 200, headers: { 'content-type': 'text/plain' }, body };
  }
  if (headers.authorization !== `Bearer ${state.token}`) {
    return problem(401, 'A valid bearer token is required.');
  }
  const { address, elapsed } = state;
  if (pathname === '/v2/projects') {
    return pageOf(searchParams, projectsLeft(elapsed), (index) =>
      projectAt(placeAt(index, elapsed), elapsed, address),
    );
  }
  if (pathname === '/v1/collections') {
    return pageOf(searchParams, COLLECTIONS, (index) => collectionAt(index, address));
  }
  const [, kind, id] = /^\/v2\/projects\/([tn])\/(\d+)\/stats$/.exec(pathname) ?? [];
  const counts = statsOf(kind === 't' ? 't' : 'n', Number(id), elapsed);
  return counts ? json(200, counts) : problem(404, 'There is nothing at this path.');
}

function problem(status: number, message: string) {
  return json(status, { statusCode: status, message });
}

function json(status: number, value: unknown) {
  const headers = { 'content-type': 'application/json; charset=utf-8' };
  return { status, headers, body: JSON.stringify(value) };
}

/**
 * The requested page (§2.3, §4.4), or a 400. A page past the end is empty; an empty list has no
 * pages.
 * @param itemAt computes one item of the list
 */
function pageOf(query: URLSearchParams, totalResults: number, itemAt: (index: number) => unknown) {
  const page = Number(query.get('page') ?? 1);
  const requested = Number(query.get('limit') ?? DEFAULT_LIMIT);
  if (![page, requested].every((value) => Number.isSafeInteger(value) && value >= 1)) {
    return problem(400, 'page and limit must be whole numbers, 1 or greater.');
  }
  // A limit above the maximum is lowered, which clients see in `limit` of the response. The
  // document says only that there is a maximum (§4.1, §8).
  const limit = Math.min(requested, MAXIMUM_LIMIT);
  const from = (page - 1) * limit;
  const length = Math.max(0, Math.min(limit, totalResults - from));
  const results = Array.from({ length }, (_, index) => itemAt(from + index));
  const totalPages = Math.ceil(totalResults / limit);
  return json(200, { results, page, limit, totalPages, totalResults });
}
