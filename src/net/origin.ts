import send from 'undici/lib/api/api-request.js';
import Client from 'undici/lib/dispatcher/client.js';
import { proxyName } from './proxyChoice.ts';
import { isLoopback } from '../core/client/serviceAddress.ts';
import type { TransportRequest, TransportResponse } from '../core/client/transport.ts';
import { type Failure, failureForLog, ServiceError } from '../core/model/serviceError.ts';
import {
  type Certificate,
  certificateOf,
  connectOption,
  connectTo,
  type Network,
  proxyFor,
} from './connect.ts';
import { exchange, sendByEditor } from './exchange.ts';
import { UnsentError } from './networkError.ts';

/** Between two actions of the user. */
const KEEP_ALIVE_MS = 15_000;
/** The longest headers of a response, in bytes. Node's 16 KB are less than some gateways add. */
const LONGEST_HEADERS = 256 * 1024;
/** How long the editor's `fetch` is not tried after both ways have failed, in milliseconds. */
const BOTH_FAILED_MS = 60_000;

/**
 * Sends the requests to one origin, on connections of its own or, where it cannot connect, by the
 * editor's `fetch`, which follows what only the editor knows: the proxy of the system, a PAC file,
 * a log-in for a proxy, certificates. The editor gets a request only if nothing of it was sent. If
 * both fail, the editor is not tried for a minute; once a connection was made, only for the user
 * (`probeNow`). The pool is ours: undici's does not say whether a request got a used connection,
 * and gives it one that a canceled request still opens.
 */
export class Origin {
  readonly #url: URL;
  readonly #network: Network;
  readonly #route: string;
  #idle: Client[] = [];
  #isByEditor = false;
  #certificate: Certificate | undefined;
  /** When the editor may be tried, by `uptime`. */
  #editorFrom = 0;

  constructor(url: URL, network: Network) {
    this.#url = url;
    this.#network = network;
    const proxy = proxyFor(url, network);
    this.#route = proxy ? `proxy ${proxyName(proxy.address) ?? 'invalid'}` : 'direct';
    network.log(`Requests to ${url.origin}: ${this.#route}`);
  }

  /** `direct`, `proxy http://host:port` without its password, `proxy invalid` or `editor`. */
  get sentBy(): string {
    return this.#isByEditor ? 'editor' : this.#route;
  }

  /** Of the last connection to an https service; `undefined` if the editor makes them. */
  get certificate(): Certificate | undefined {
    return this.#isByEditor ? undefined : this.#certificate;
  }

  /** Lets the next request try the editor if need be: the user may be in another network. */
  probeNow(): void {
    this.#editorFrom = 0;
  }

  /** Closes the idle connections. One that has a request closes when it was idle for a while. */
  close(): void {
    for (const client of this.#idle.splice(0)) void client.close();
  }

  async get(request: TransportRequest): Promise<TransportResponse> {
    const { userAgent, uptime } = this.#network;
    if (this.#isByEditor && this.#isEditorSafe) return sendByEditor(request, userAgent);
    try {
      const response = await this.sendItself(request);
      this.#editorFrom = Infinity;
      return response;
    } catch (error) {
      const mayTry = this.#isEditorSafe && uptime() >= this.#editorFrom && !request.signal.aborted;
      if (!(error instanceof UnsentError) || !mayTry) throw error;
      return this.#tryEditor(request, error);
    }
  }

  /** Rejects with the failure of the request that got further. */
  async #tryEditor(request: TransportRequest, ownError: UnsentError): Promise<TransportResponse> {
    const { userAgent, uptime, log } = this.#network;
    const { origin } = this.#url;
    const why = failureForLog(ownError);
    const result = await sendByEditor(request, userAgent).catch((error: unknown) => error);
    const failed = result instanceof ServiceError ? result : undefined;
    const reached = progress(failed?.failure);
    if (failed && reached < ANSWERED) {
      const also = failureForLog(failed);
      // The editor may have shown its log-in for the proxy. Only the user may make it do so again.
      this.#editorFrom = also === 'network PROXY_407' ? Infinity : uptime() + BOTH_FAILED_MS;
      log(`No connection to ${origin}: ${why}; with the editor's connection: ${also}`);
      throw reached > progress(ownError.failure) ? failed : ownError;
    }
    const line = `Requests to ${origin}: editor, because Mintscope itself cannot connect (${why})`;
    if (!this.#isByEditor) log(line);
    this.#isByEditor = true;
    if (failed) throw failed;
    return result as TransportResponse;
  }

  /**
   * The editor could hand a token for this machine to a proxy, and accepts any certificate under
   * `NODE_TLS_REJECT_UNAUTHORIZED=0`, which another extension may set at any time.
   */
  get #isEditorSafe(): boolean {
    const { editorFetch, strictSSL } = this.#network.settings;
    const verifies = process.env.NODE_TLS_REJECT_UNAUTHORIZED !== '0' || !strictSSL;
    return editorFetch === true && verifies && !isLoopback(this.#url.hostname);
  }

  /** Again on a new connection if the service resets a used one. */
  protected async sendItself(
    request: TransportRequest,
    isRepeated = false,
  ): Promise<TransportResponse> {
    const { url, signal } = request;
    if (signal.aborted) throw new ServiceError({ kind: 'aborted' });
    const used = isRepeated ? undefined : this.#idle.pop();
    const client = used ?? this.#newClient();
    // undici itself would first finish a connection under way.
    const end = () => void client.destroy();
    signal.addEventListener('abort', end);
    try {
      const path = url.pathname + url.search;
      const response = await exchange(request, this.#network.userAgent, async (headers) => {
        const received = await send.call(client, { path, method: 'GET', headers });
        return { ...received, status: received.statusCode };
      });
      this.#idle.push(client);
      return response;
    } catch (error) {
      end();
      if (used && isReset(error)) return await this.sendItself(request, true);
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
    }
  }

  #newClient(): Client {
    const client = new Client(this.#url.origin, {
      connect: connectOption(async () => {
        const socket = await connectTo(this.#url, this.#network);
        this.#certificate = certificateOf(socket);
        return socket;
      }),
      keepAliveTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: LONGEST_HEADERS,
      // The policy's deadline covers the headers and the body, so undici's timers for them are off.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    client.on('disconnect', () => {
      this.#idle = this.#idle.filter((one) => one !== client);
    });
    return client;
  }
}

function isReset(error: unknown): boolean {
  return error instanceof ServiceError && /^network (ECONNRESET|EPIPE)$/.test(error.message);
}

const ANSWERED = 2;

/** How far a request got: 0 to nothing, 1 to a refusal by a proxy or of TLS, 2 to a response. */
function progress(failure?: Failure): number {
  if (failure?.kind !== 'network') return failure?.kind === 'aborted' ? 0 : ANSWERED;
  if (/^(INCOMPLETE|NOT_HTTP)$/.test(failure.code)) return ANSWERED;
  return failure.tls || /^PROXY_\d/.test(failure.code) ? 1 : 0;
}

/** @param network gives the settings, for the first request and for the first after `close`. */
export function windowTransport(
  network: () => Network,
  create = (url: URL, settings: Network) => new Origin(url, settings),
) {
  const origins = new Map<string, Origin>();
  let used: Network | undefined;
  return {
    get: (request: TransportRequest) => {
      const { url } = request;
      const origin = origins.get(url.origin) ?? create(url, (used ??= network()));
      origins.set(url.origin, origin);
      return origin.get(request);
    },
    /** How requests to an origin are sent; `undefined` if none was since `close`. */
    at: (origin: string): Pick<Origin, 'sentBy' | 'certificate' | 'probeNow'> | undefined =>
      origins.get(origin),
    /** Closes the idle connections. The next request opens new ones. */
    close: () => {
      for (const origin of origins.values()) origin.close();
      origins.clear();
      used = undefined;
      return Promise.resolve();
    },
  };
}
