import type { Dispatcher } from 'undici';
import { type ProxyChoice, proxyName } from '../core/client/proxyChoice.ts';
import type { Transport, TransportRequest, TransportResponse } from '../core/client/transport.ts';
import { ServiceError } from '../core/model/serviceError.ts';
import { createAgent, type NetworkSettings, routeTo } from './agent.ts';
import { readIssuer } from './certificate.ts';
import { ACCEPTED_ENCODINGS, decompress } from './decompress.ts';
import { networkError, UnsentError } from './networkError.ts';

export type { NetworkSettings };

const UNKNOWN_ISSUER =
  /^(UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)/;

export interface UndiciTransport extends Transport {
  /** How requests to an origin are sent, the same for all; `undefined` if there was none. */
  transportFor(origin: string): 'direct' | `proxy ${string}` | undefined;
}

/** The `Transport` that the extension ships: undici, with dispatchers of its own. */
export function createTransport(settings: NetworkSettings): UndiciTransport {
  const routes = new Map<string, ProxyChoice>();
  const agents = new Map<string, Dispatcher>();
  const issuers = new Map<string, string>();

  const agentFor = (url: URL) => {
    const route = routes.get(url.origin) ?? routeTo(url, settings);
    routes.set(url.origin, route);
    const agent = agents.get(url.origin) ?? createAgent(settings, route, url);
    agents.set(url.origin, agent);
    return agent;
  };
  /** Adds to an error for an unknown issuer who that is, if it can be read. */
  const withIssuer = async (error: unknown, { url, signal }: TransportRequest) => {
    if (!(error instanceof UnsentError)) return error;
    const { failure } = error;
    if (failure.kind !== 'network' || !UNKNOWN_ISSUER.test(failure.code)) return error;
    const issuer = issuers.get(url.origin) ?? (await readIssuer(settings, url, signal));
    if (issuer === undefined) return error;
    issuers.set(url.origin, issuer);
    return new UnsentError({ ...failure, issuer }, { cause: error.cause });
  };
  return {
    get: async (request) => {
      // undici would connect even though the signal has aborted.
      if (request.signal.aborted) throw new ServiceError({ kind: 'aborted' });
      try {
        const response = await receive(agentFor(request.url), request);
        const encoding = response.headers['content-encoding'];
        return {
          ...response,
          body: await decompress(response.body, encoding, request.maxBodyBytes),
        };
      } catch (error) {
        throw await withIssuer(error, request);
      }
    },
    transportFor: (origin) => {
      const route = routes.get(origin);
      if (!route) return undefined;
      return route.kind === 'direct' ? 'direct' : `proxy ${proxyName(route.address) ?? 'invalid'}`;
    },
    close: async () => {
      const open = [...agents.values()];
      agents.clear();
      await Promise.all(open.map((agent) => agent.destroy()));
    },
  };
}

type Headers = Readonly<Record<string, string | string[] | undefined>>;

/**
 * Sends a request and receives the response unchanged: the body may be compressed. Rejects with a
 * `ServiceError` of kind `network`, `aborted` or `decode` (`tooLarge`).
 */
export function receive(
  dispatcher: Dispatcher,
  { url, headers, signal, maxBodyBytes }: TransportRequest,
): Promise<TransportResponse> {
  const result = Promise.withResolvers<TransportResponse>();
  const chunks: Uint8Array[] = [];
  let size = 0;
  let response: Omit<TransportResponse, 'body'> | undefined;
  let controller: Dispatcher.DispatchController | undefined;

  /** Rejects, and closes the connection, so that the rest is not received. */
  const stop = (error: ServiceError) => {
    result.reject(error);
    controller?.abort(error);
  };
  const onAbort = () => {
    stop(new ServiceError({ kind: 'aborted' }));
  };
  signal.addEventListener('abort', onAbort);
  // `request()` is not used: its stream costs more than the rest of the request, and the body is
  // needed as a whole.
  const handler: Dispatcher.DispatchHandler = {
    onRequestStart: (started) => {
      controller = started;
      // Canceled while it waited for a connection.
      if (signal.aborted) onAbort();
    },
    onResponseStart: (_, status, received) => {
      // Informational responses, such as 103 Early Hints, have a status below 200.
      if (status >= 200) response = { status, headers: firstOfEach(received) };
    },
    onResponseData: (_, chunk) => {
      size += chunk.byteLength;
      if (size > maxBodyBytes) stop(new ServiceError({ kind: 'decode', what: 'tooLarge' }));
      else chunks.push(chunk);
    },
    onResponseEnd: () => {
      signal.removeEventListener('abort', onAbort);
      const [first] = chunks;
      const body = first && chunks.length === 1 ? first : Buffer.concat(chunks, size);
      result.resolve({ status: 0, headers: {}, ...response, body });
    },
    onResponseError: (_, error) => {
      signal.removeEventListener('abort', onAbort);
      // undici starts a request once it has a connection.
      const unsent = controller === undefined;
      result.reject(networkError(error, { url, inBody: response !== undefined, unsent }));
    },
  };
  dispatcher.dispatch(
    {
      origin: url.origin,
      path: url.pathname + url.search,
      method: 'GET',
      headers: { ...headers, 'accept-encoding': ACCEPTED_ENCODINGS },
    },
    handler,
  );
  return result.promise;
}

function firstOfEach(headers: Headers): Record<string, string> {
  const first: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const one = Array.isArray(value) ? value[0] : value;
    if (one !== undefined) first[name] = one;
  }
  return first;
}
