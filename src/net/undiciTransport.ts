import type { Dispatcher } from 'undici';
import { type ProxyChoice, proxyName } from '../core/client/proxyChoice.ts';
import type { Transport, TransportRequest } from '../core/client/transport.ts';
import { ServiceError } from '../core/model/serviceError.ts';
import { createAgent, type NetworkSettings, routeTo } from './agent.ts';
import { receive } from './answer.ts';
import { readIssuer } from './certificate.ts';
import { decompress } from './decompress.ts';
import { UnsentError } from './networkError.ts';

export type { NetworkSettings };

const UNKNOWN_ISSUER =
  /^(UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)/;

export interface UndiciTransport extends Transport {
  /** How requests to an origin are sent since the first one; `undefined` if there was none. */
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
        const answer = await receive(agentFor(request.url), request);
        const encoding = answer.headers['content-encoding'];
        return { ...answer, body: await decompress(answer.body, encoding, request.maxBodyBytes) };
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
