import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { placeAt, projectAt, projectsLeft, statsOf, type Row } from './projects.ts';
import { randomFor, addressFor, type Random } from './random.ts';
import type { Json } from '../core/model/model.ts';
import { collectionName, description } from './words.ts';

const COLLECTIONS = 345;
const DEFAULT_LIMIT = 10;
const MAXIMUM_LIMIT = 100;

interface SampleOptions {
  /** The time in milliseconds since 1970, by which the projects are minted. */
  readonly now?: () => number;
}

export type SampleService = Awaited<ReturnType<typeof startSampleService>>;

/**
 * Serves made-up data on loopback. Rows depend only on the time since the start, which
 * `MINTSCOPE_SAMPLE_SPEED` in the environment multiplies.
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

/** The requested page (§2.3, §4.4), or a 400. A page past the end is empty. */
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

/** The colors of sky, sun and hills. */
const PALETTES: readonly [readonly string[], ...(readonly string[])[]] = [
  ['#14213d', '#e0a458', '#f4ece1'],
  ['#1f3a34', '#f1e3c6', '#7fb69a'],
  ['#3b1f2b', '#f6d8ae', '#db8a74'],
  ['#e9e3d5', '#d1793f', '#2f5d62'],
  ['#10304a', '#f2f5f0', '#5fa8d3'],
  ['#f0e6ef', '#c98bb9', '#6b4e71'],
];

/** A small drawing of a sun over hills as SVG, 96 units square; the same for the same seed. */
function pictureOf(seed: string): string {
  const random = randomFor(`picture ${seed}`);
  const [sky = '', sun = '', hills = ''] = random.pick(PALETTES);
  const horizon = random.int(52, 70);
  const height = horizon - random.int(6, 26);
  return (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96" width="96" height="96">' +
    `<rect width="96" height="96" fill="${sky}"/>` +
    `<circle cx="${random.int(28, 68)}" cy="${height}" r="${random.int(12, 22)}" fill="${sun}"/>` +
    `<path d="M0 ${horizon}q24 ${-random.int(6, 20)} 48 0t48 0V96H0z" fill="${hills}"/></svg>`
  );
}

const OWNERS = 6;

/** Computed without any other row. @param address the service's own, for links to pictures. */
function collectionAt(index: number, address: string): Row {
  const random = randomFor(`collection ${index}`);
  const name = collectionName(random);
  const mintAddress = addressFor(`collection ${index}`);
  return {
    mintAddress,
    name,
    description: random.chance(0.25) ? '' : description(name, random),
    image: random.chance(0.04) ? null : `${address}/images/collection-${index}.svg`,
    attributes: attributes(random),
    uri: random.chance(0.05) ? undefined : `https://metadata.example.com/${mintAddress}.json`,
    collectionDetails: details(random),
    ownerAddress: addressFor(`owner ${random.int(1, OWNERS)}`),
  };
}

/** §2.2 does not define the elements; these are the trait pairs common in NFT metadata. */
function attributes(random: Random): Json[] {
  if (random.chance(0.3)) return [];
  const traits: Json[] = [
    { trait_type: 'Season', value: random.pick(['Spring', 'Summer', 'Autumn', 'Winter']) },
    { trait_type: 'Palette', value: random.pick(['Dawn', 'Harbor', 'Moss', 'Ink', 'Clay']) },
    { trait_type: 'Pieces', value: random.int(1, 500) },
    { trait_type: 'Signed', value: random.chance(0.5) },
  ];
  return traits.slice(0, random.int(1, traits.length));
}

/** §2.2 does not define the members either, so they differ from row to row. */
function details(random: Random): Json {
  return random.pick<Json>([
    {},
    { size: random.int(0, 5000) },
    { version: 'V1', size: random.int(1, 5000) },
    { V2: { padding: [0, 0, 0, 0, 0, 0, 0, 0] } },
  ]);
}
