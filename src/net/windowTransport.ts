import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { Clock } from '../core/base/clock.ts';
import { Lazy } from '../core/base/lazy.ts';
import { isLoopback } from '../core/client/serviceAddress.ts';
import type { Transport, TransportRequest, TransportResponse } from '../core/client/transport.ts';
import { type Failure, failureForLog, isServiceError } from '../core/model/serviceError.ts';
import { type Network, type NetworkSettings, trusted } from './connect.ts';
import { Connections } from './connections.ts';
import { UnsentError } from './networkError.ts';
import { exchange } from './exchange.ts';

/** How long the editor's `fetch` is not tried after both ways have failed, in milliseconds. */
const BOTH_FAILED_MS = 60_000;

/** What is known of an origin. */
interface Origin {
  readonly own: Pick<Connections, 'name' | 'send' | 'close'>;
  /** What has reached it. */
  chosen?: 'own' | 'editor';
  /** When the editor's `fetch` may be tried, by `uptime`. */
  editorFrom: number;
}

/**
 * The transport of a window. It sends requests on connections of its own or, to an origin that these
 * do not reach, with the `fetch` of the extension host. The editor patches that, so it follows what
 * only the editor knows: the proxy of the system, a PAC file, a log-in for a proxy, certificates. Which
 * one is used is found out with the first requests to an origin, and stays so until `close`.
 *
 * The editor gets a request only if nothing of it was sent: what may have reached the service is
 * repeated by the retry policy alone. If both fail, the editor's is not tried for a minute, so that an
 * outage does not double the attempts. Once a connection was made, it is tried only for a request of
 * the user (`probeNow`).
 */
export class WindowTransport implements Transport {
  readonly #read: () => NetworkSettings;
  readonly #userAgent: string;
  readonly #uptime: Clock['uptime'];
  readonly #log: (line: string) => void;
  readonly #connect: (url: URL, network: Network) => Origin['own'];
  #network: Network | undefined;
  #origins = new Map<string, Origin>();

  /**
   * @param read gives the settings, for the first request and for the first after `close`.
   * @param log takes a line of the log: how requests are sent, or why none can be.
   */
  constructor(
    read: () => NetworkSettings,
    userAgent: string,
    { uptime }: Pick<Clock, 'uptime'>,
    log: (line: string) => void,
    connect: (url: URL, network: Network) => Origin['own'] = (...to) => new Connections(...to),
  ) {
    this.#read = read;
    this.#userAgent = userAgent;
    this.#uptime = uptime;
    this.#log = log;
    this.#connect = connect;
  }

  /** What connections have in common until `close`. */
  get network(): Network {
    if (this.#network) return this.#network;
    const settings = this.#read();
    const secureContext = new Lazy(() => trusted(settings, this.#uptime, this.#log));
    return (this.#network = { settings, userAgent: this.#userAgent, secureContext });
  }

  async get(request: TransportRequest): Promise<TransportResponse> {
    const { url, signal } = request;
    const { network } = this;
    const origin = this.#origins.get(url.origin) ?? {
      own: this.#connect(url, network),
      editorFrom: 0,
    };
    this.#origins.set(url.origin, origin);
    const mayUseEditor = () => isEditorSafe(url, network.settings);
    if (origin.chosen === 'editor' && mayUseEditor()) return sendByEditor(request, this.#userAgent);
    try {
      const response = await origin.own.send(request);
      this.#choose(origin, 'own', url, origin.own.name);
      origin.editorFrom = Infinity;
      return response;
    } catch (error) {
      const mayTry = mayUseEditor() && this.#uptime() >= origin.editorFrom && !signal.aborted;
      if (!(error instanceof UnsentError) || !mayTry) throw error;
      return this.#tryEditor(origin, request, error);
    }
  }

  /** Rejects with the failure that says more. */
  async #tryEditor(
    origin: Origin,
    request: TransportRequest,
    ownError: UnsentError,
  ): Promise<TransportResponse> {
    const why = failureForLog(ownError);
    const how = `editor, because Mintscope itself cannot connect (${why})`;
    try {
      const response = await sendByEditor(request, this.#userAgent);
      this.#choose(origin, 'editor', request.url, how);
      return response;
    } catch (error) {
      if (!isServiceError(error)) throw error;
      if (isAnswer(error.failure)) {
        this.#choose(origin, 'editor', request.url, how);
        throw error;
      }
      // The editor may have shown its log-in for the proxy. Only the user may make it show it again.
      const isLogIn = failureForLog(error) === 'network PROXY_407';
      origin.editorFrom = isLogIn ? Infinity : this.#uptime() + BOTH_FAILED_MS;
      const also = `with the editor's connection: ${failureForLog(error)}`;
      this.#log(`No connection to ${request.url.origin}: ${why}; ${also}`);
      throw isSilence(ownError.failure) && !isSilence(error.failure) ? error : ownError;
    }
  }

  #choose(origin: Origin, chosen: 'own' | 'editor', { origin: name }: URL, how: string): void {
    if (origin.chosen !== chosen) this.#log(`Requests to ${name}: ${how}`);
    origin.chosen = chosen;
  }

  /**
   * How requests to an origin are sent: `direct`, `proxy http://host:port` without its password,
   * `proxy invalid` or `editor`; `undefined` if there were none since `close`.
   */
  transportFor(name: string): string | undefined {
    const origin = this.#origins.get(name);
    return origin?.chosen === 'editor' ? 'editor' : origin?.own.name;
  }

  /** Lets the next request try the editor's `fetch` if need be: the user may be in another network. */
  probeNow(name: string): void {
    const origin = this.#origins.get(name);
    if (origin) origin.editorFrom = 0;
  }

  /** Closes each connection after its request. The next request begins anew. */
  close(): Promise<void> {
    for (const { own } of this.#origins.values()) own.close();
    this.#origins = new Map();
    this.#network = undefined;
    return Promise.resolve();
  }
}

/**
 * `redirect: 'manual'` gives a redirect as it is, so that a token is never sent on to another origin. It
 * also keeps the editor on Node's `fetch`: with `http.electronFetch` it would take Chromium's, which has
 * cookies and a cache.
 */
export function sendByEditor(
  request: TransportRequest,
  userAgent: string,
): Promise<TransportResponse> {
  const { url, signal } = request;
  // Node's types lack the cache, which the editor may have.
  const options = { redirect: 'manual', credentials: 'omit', cache: 'no-store' } as const;
  return exchange(request, userAgent, async (headers) => {
    // eslint-disable-next-line no-restricted-globals -- a way out, which gets its origin's token
    const fetched = await fetch(url.origin + url.pathname + url.search, { headers, signal, ...options });
    const body = fetched.body ? Readable.fromWeb(fetched.body as ReadableStream) : Readable.from([]);
    const received = { status: fetched.status, headers: Object.fromEntries(fetched.headers) };
    return { ...received, body, isUnpacked: true };
  });
}

/**
 * Whether the editor may get a token. It could hand one for this machine to a proxy. Where
 * `NODE_TLS_REJECT_UNAUTHORIZED` is 0, which another extension may set at any time, its `fetch` accepts
 * any certificate, which only `http.proxyStrictSSL` may allow.
 */
function isEditorSafe({ hostname }: URL, { editorFetch, strictSSL }: NetworkSettings): boolean {
  const verifies = process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0';
  return editorFetch === true && !isLoopback(hostname) && (verifies || !strictSSL);
}

/** Whether a request got a response, readable or not. */
function isAnswer(failure: Failure): boolean {
  if (failure.kind !== 'network') return failure.kind !== 'aborted';
  return /^(INCOMPLETE|NOT_HTTP|HEADERS_TOO_LARGE)$/.test(failure.code);
}

/** Whether neither the service nor a proxy has answered, not even with a certificate. */
function isSilence(failure: Failure): boolean {
  return failure.kind === 'network' && !failure.tls && !/^PROXY_\d/.test(failure.code);
}
