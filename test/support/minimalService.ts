import { once } from 'node:events';
import { createServer } from 'node:http';
import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline, Readable } from 'node:stream';

/*
 * A second reading of service-interface, for tests only. It shares nothing with `src/sample` nor
 * with the client, so that a client and a service that misread the document alike are found out.
 */

/** One request as it arrived, noted before it is answered. */
/** The token of most tests. */
export const TOKEN = 'token-of-the-rig';

export interface RecordedRequest {
  readonly method: string;
  /** As sent, with the prefix and without the query. */
  readonly path: string;
  /** The first value of each parameter. */
  readonly query: Readonly<Record<string, string>>;
  readonly headers: IncomingHttpHeaders;
}

export function isStats({ path }: Pick<RecordedRequest, 'path'>): boolean {
  return path.endsWith('/stats');
}

/** What a script puts in the place of the honest answer. */
export type Scripted =
  | {
      readonly status: number;
      readonly headers?: Readonly<Record<string, string>>;
      /** Text and bytes go out as they are, a stream bit by bit, anything else as JSON. */
      readonly body?: unknown;
    }
  /** The connection is cut with a TCP reset. */
  | 'reset'
  /** No answer comes, until the service is closed. */
  | 'hang';

/** Asked for each request; `undefined` leaves that one to the honest answer. */
export type Script = (request: RecordedRequest) => Scripted | undefined;

/** Given the honest envelope (§2.3), returns what is sent instead of it. */
export type Lie = (
  envelope: Readonly<Record<string, unknown>>,
  request: RecordedRequest,
) => unknown;

export interface MinimalOptions {
  readonly token: string;
  /** Read anew for each request, so that a test may change the array as it goes. */
  readonly projects?: readonly unknown[];
  readonly collections?: readonly unknown[];
  /** Keyed like `t/12`. */
  readonly stats?: Readonly<Record<string, unknown>>;
  /** A path that all others follow, like `/api`; it is part of `address`. */
  readonly prefix?: string;
}

export interface MinimalService {
  /** The base address, with the prefix. */
  readonly address: string;
  /** Every request so far, in the order they arrived. */
  readonly requests: readonly RecordedRequest[];
  /** From now on only this token is accepted. */
  setToken(token: string): void;
  /** From now on these requests wait, or all if none are named; other waiting ones continue. */
  hold(which?: (request: RecordedRequest) => boolean): void;
  /** Continues all waiting requests. */
  release(): void;
  /** Asks `script` first from now on; `undefined` ends that. */
  fail(script: Script | undefined): void;
  /** Passes every list's envelope through `lie` from now on; `undefined` ends that. */
  lie(lie: Lie | undefined): void;
  /** Ends open sockets, and nothing answers at the address until `start`. */
  stop(): Promise<void>;
  start(): Promise<void>;
  /** Ends open sockets at once. */
  close(): Promise<void>;
}

export async function startMinimalService(options: MinimalOptions): Promise<MinimalService> {
  const { projects = [], collections = [], stats = {}, prefix = '' } = options;
  let { token } = options;
  let script: Script | undefined;
  let lie: Lie | undefined;
  const requests: RecordedRequest[] = [];
  let isHeld: (request: RecordedRequest) => boolean = () => false;
  let held: { readonly request: RecordedRequest; readonly answer: () => void }[] = [];

  function hold(which: (request: RecordedRequest) => boolean): void {
    isHeld = which;
    const before = held;
    held = before.filter(({ request }) => which(request));
    for (const { request, answer } of before) if (!which(request)) answer();
  }

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
    // The document does not say what a limit beyond the maximum brings. Unlike the sample service,
    // which lowers it, this one refuses: a client that relies on neither passes with both.
    if (!(page >= 1) || !(limit >= 1) || limit > 100) {
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
    if (isHeld(request)) {
      const answer = () => {
        send(message, response, request);
      };
      held.push({ request, answer });
      return;
    }
    send(message, response, request);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;

  return {
    address: `http://127.0.0.1:${port}${prefix}`,
    requests,
    setToken: (next) => {
      token = next;
    },
    hold: (which = () => true) => {
      hold(which);
    },
    release: () => {
      hold(() => false);
    },
    fail: (next) => {
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
