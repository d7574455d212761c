import send from 'undici/lib/api/api-request.js';
import Client from 'undici/lib/dispatcher/client.js';
import { chooseProxy, proxyName } from '../core/client/proxyChoice.ts';
import type { TransportRequest, TransportResponse } from '../core/client/transport.ts';
import { ServiceError } from '../core/model/serviceError.ts';
import { connectOption, type Network, type Open, opener } from './connect.ts';
import { exchange } from './exchange.ts';
import { ResetError } from './networkError.ts';

/** How long an idle connection stays open, between two actions of the user. */
const KEEP_ALIVE_MS = 15_000;

/**
 * The connections to one origin, each a client of undici. The pool is ours, because undici's does not
 * say whether a request got a used connection, and gives it one that a canceled request still opens.
 * `RequestPolicy` limits how many requests there are at a time, and so the connections.
 */
export class Connections {
  /** `direct`, `proxy http://host:port` without its password, or `proxy invalid`. */
  readonly name: string;
  readonly #origin: string;
  readonly #open: Open;
  readonly #userAgent: string;
  #idle: Client[] = [];
  #isClosed = false;

  constructor(url: URL, network: Network) {
    const route = chooseProxy(url, network.settings, process.env);
    const isDirect = route.kind === 'direct';
    this.name = isDirect ? 'direct' : `proxy ${proxyName(route.address) ?? 'invalid'}`;
    this.#origin = url.origin;
    this.#open = opener(route, network);
    this.#userAgent = network.userAgent;
  }

  /**
   * Sends a request. If the service resets a used connection without an answer, as many do after some
   * time or some requests, the request is sent again on a new one.
   * @throws as `Transport`; `UnsentError` if there was no connection.
   */
  async send(request: TransportRequest): Promise<TransportResponse> {
    if (request.signal.aborted) throw new ServiceError({ kind: 'aborted' });
    const used = this.#idle.pop();
    try {
      return await this.#sendOn(used ?? this.#newClient(), request);
    } catch (error) {
      if (!used || !(error instanceof ResetError)) throw error;
      return this.#sendOn(this.#newClient(), request);
    }
  }

  /** Closes each connection as soon as it has no request. */
  close(): void {
    this.#isClosed = true;
    for (const client of this.#idle) void client.close();
  }

  #newClient(): Client {
    const client = new Client(this.#origin, {
      connect: connectOption(this.#open),
      keepAliveTimeout: KEEP_ALIVE_MS,
      // The policy's deadline covers the headers and the body, so undici's timers for them are off.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    client.on('disconnect', () => {
      this.#idle = this.#idle.filter((one) => one !== client);
    });
    return client;
  }

  async #sendOn(client: Client, request: TransportRequest): Promise<TransportResponse> {
    const { url, signal } = request;
    // undici itself would first finish a connection under way.
    const end = () => void client.destroy();
    signal.addEventListener('abort', end);
    try {
      const response = await exchange(request, this.#userAgent, async (headers) => {
        const path = url.pathname + url.search;
        const received = await send.call(client, { path, method: 'GET', headers });
        return { ...received, status: received.statusCode, isUnpacked: false };
      });
      if (this.#isClosed) void client.close();
      else this.#idle.push(client);
      return response;
    } catch (error) {
      end();
      throw error;
    } finally {
      signal.removeEventListener('abort', end);
    }
  }
}
