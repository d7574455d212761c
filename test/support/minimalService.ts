import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';

/*
 * A second implementation of service-interface, for tests only. It shares nothing with `src/sample`
 * or the client, so that tests fail if both misread the document in the same way.
 */

export const TOKEN = 'token-of-the-rig';

export interface RecordedRequest {
  readonly method: string;
  /** As sent, with the prefix and without the query. */
  readonly path: string;
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
}

export function isStats({ path }: Pick<RecordedRequest, 'path'>): boolean {
  return path.endsWith('/stats');
}

/** A request without a response until the test releases it. */
export interface HeldRequest {
  readonly request: RecordedRequest;
  readonly gone: boolean;
  release(): void;
}

/** What a script sends in place of the honest response. */
export type Scripted =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Text, bytes and streams are sent as they are, anything else as JSON. */
      readonly body?: unknown;
    }
  /** The connection is cut with a TCP reset. */
  | 'reset'
  | 'hang';

/** The response to a request; `undefined` for the honest one. */
export type Script = (request: RecordedRequest) => Scripted | undefined;

/** Returns what is sent in place of the honest envelope (§2.3). */
export type Lie = (
  envelope: Readonly<Record<string, unknown>>,
  request: RecordedRequest,
) => unknown;

/** The list seems to be longer than what Needs Attention reads by itself. */
export const seemsLong: Lie = (envelope) => ({ ...envelope, totalResults: 600, totalPages: 600 });

export interface MinimalOptions {
  readonly token: string;
  /** Read for each request, so that a test may change the array at any time. */
  readonly projects?: readonly unknown[];
  readonly collections?: readonly unknown[];
  /** Keyed like `t/12`. */
  readonly stats?: Readonly<Record<string, unknown>>;
  /** A path that all others follow, like `/api`; it is part of `address`. */
  readonly prefix?: string;
}

export interface MinimalService {
  readonly address: string;
  readonly requests: readonly RecordedRequest[];
  setToken(token: string): void;
  readonly held: readonly HeldRequest[];
  /** From now on, these requests are held; all if `which` is left out. */
  hold(which?: (request: RecordedRequest) => boolean): void;
  /** Responds to all requests that are held, and holds no more. */
  release(): void;
  /**
   * From now on, new requests are not held, and `script` may replace responses; `undefined` replaces
   * none. Requests held before wait for `release`.
   */
  fail(script: Script | undefined): void;
  /** From now on, `lie` replaces the envelopes of lists; `undefined` ends that. */
  lie(lie: Lie | undefined): void;
  /** Closes open sockets, and refuses connections until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function startMinimalService(options: MinimalOptions): Promise<MinimalService> {
  const { projects = [], collections = [], stats = {}, prefix = '' } = options;
  let { token } = options;
  let script: Script | undefined;
  let lie: Lie | undefined;
  const requests: RecordedRequest[] = [];
  let isHeld: (request: RecordedRequest) => boolean = () => false;
  const held: HeldRequest[] = [];

  function honest(request: RecordedRequest): Exclude<Scripted, string> {
    if (request.headers.authorization !== `Bearer ${token}`) {
      return { status: 401, body: { error: 'Unauthorized' } };
    }
    const path = request.path.startsWith(prefix) ? request.path.slice(prefix.length) : '';
    const [version, kindOfThing, kind, id, what, ...rest] = path.slice(1).split('/');
    const place = [version, kindOfThing, what].filter((part) => part !== undefined).join('/');
    if (request.method !== 'GET') return { status: 405, body: { error: 'Method Not Allowed' } };
    if (path === '/v2/projects') return list(projects, request);
    if (path === '/v1/collections') return list(collections, request);
    const counts = stats[`${kind ?? ''}/${id ?? ''}`];
    if (place === 'v2/projects/stats' && rest.length === 0 && counts !== undefined) {
      return { status: 200, body: counts };
    }
    return { status: 404, body: { error: 'Not Found' } };
  }

  /** §4.4: ten a page unless `limit` says otherwise, a hundred at most. */
  function list(rows: readonly unknown[], request: RecordedRequest): Exclude<Scripted, string> {
    const page = Number(request.query.page ?? 1);
    const limit = Number(request.query.limit ?? 10);
    // The document does not say what happens to a limit above the maximum. The sample service lowers
    // it and this one refuses it, so that a client which relies on either fails.
    const isKnown = Object.keys(request.query).every((name) => name === 'page' || name === 'limit');
    if (
      !isKnown ||
      ![page, limit].every(Number.isInteger) ||
      page < 1 ||
      limit < 1 ||
      limit > 100
    ) {
      return { status: 400, body: { error: 'Bad Request' } };
    }
    const envelope = {
      results: rows.filter((_, at) => Math.floor(at / limit) === page - 1),
      page,
      limit,
      totalPages: Math.ceil(rows.length / limit),
      totalResults: rows.length,
    };
    return { status: 200, body: lie ? lie(envelope, request) : envelope };
  }

  function send(message: IncomingMessage, response: ServerResponse, request: RecordedRequest) {
    const scripted = script?.(request) ?? honest(request);
    if (scripted === 'hang') return;
    if (scripted === 'reset') {
      message.socket.resetAndDestroy();
      return;
    }
    const { status, headers, body } = scripted;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    if (body instanceof Readable) pipeline(body, response, () => undefined);
    else if (typeof body === 'string' || body instanceof Uint8Array) response.end(body);
    else response.end(JSON.stringify(body));
  }

  const server = createServer((message, response) => {
    const { pathname, searchParams } = new URL(`http://127.0.0.1${message.url ?? ''}`);
    const query: Record<string, string> = {};
    for (const [name, value] of searchParams) query[name] ??= value;
    const { method = '', headers } = message;
    const request = { method, path: pathname, query, headers };
    requests.push(request);
    message.resume();
    if (!isHeld(request)) {
      send(message, response, request);
      return;
    }
    held.push({
      request,
      get gone() {
        return response.destroyed && !response.headersSent;
      },
      release: () => {
        if (!response.destroyed && !response.headersSent) send(message, response, request);
      },
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    address: `http://127.0.0.1:${port}${prefix}`,
    requests,
    held,
    setToken: (next) => {
      token = next;
    },
    hold: (which = () => true) => {
      isHeld = which;
    },
    release: () => {
      isHeld = () => false;
      for (const one of held) one.release();
    },
    fail: (next) => {
      isHeld = () => false;
      script = next;
    },
    lie: (next) => {
      lie = next;
    },
    stop,
    start: async () => {
      await once(server.listen(port, '127.0.0.1'), 'listening');
    },
    close: stop,
  };

  async function stop(): Promise<void> {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    server.closeAllConnections();
    await closed;
  }
}
