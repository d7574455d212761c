import type { Dispatcher } from 'undici';
import type { Transport, TransportRequest } from '../core/client/transport.ts';
import {
  chooseProxy,
  type ProxyChoice,
  proxyName,
  usableProxy,
} from '../core/client/proxyChoice.ts';
import { ServiceError } from '../core/model/serviceError.ts';
import { createAgent, type NetworkSettings, reachOf } from './agent.ts';
import { receive } from './answer.ts';
import { decompress } from './decompress.ts';
import { readIssuer } from './issuer.ts';
import { UnsentError } from './networkError.ts';

export type { NetworkSettings };

/** The codes of Node for a certificate whose issuer is not known. */
const UNKNOWN_ISSUER =
  /^(UNABLE_TO_GET_ISSUER_CERT|UNABLE_TO_VERIFY_LEAF_SIGNATURE|SELF_SIGNED_CERT_IN_CHAIN)/;

export interface UndiciTransport extends Transport {
  /** How requests to an origin are sent since the first one; `undefined` if there was none. */
  transportFor(origin: string): 'direct' | `proxy ${string}` | undefined;
}

/** The `Transport` that the extension ships: undici, with dispatchers of its own. */
export function createTransport(settings: NetworkSettings): UndiciTransport {
  const agents = new Map<string, Dispatcher>();
  /** By origin; undici keeps the proxy that the environment named when an agent was made. */
  const ways = new Map<string, ProxyChoice>();
  const issuers = new Map<string, string>();

  const agentFor = (url: URL) => {
    const reach = reachOf(url);
    const way = ways.get(url.origin) ?? chooseProxy(url, reach.loopback, settings, process.env);
    ways.set(url.origin, way);
    refuseUnusableProxy(way);
    const key = JSON.stringify(reach);
    const agent = agents.get(key) ?? createAgent(settings, reach);
    agents.set(key, agent);
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
      // undici would connect even if the signal has aborted.
      if (request.signal.aborted) throw new ServiceError({ kind: 'aborted' });
      const { url } = request;
      try {
        const answer = await receive(agentFor(url), request);
        const encoding = answer.headers['content-encoding'];
        return { ...answer, body: await decompress(answer.body, encoding, request.maxBodyBytes) };
      } catch (error) {
        throw await withIssuer(error, request);
      }
    },
    transportFor: (origin) => {
      const way = ways.get(origin);
      if (!way) return undefined;
      return way.kind === 'direct' ? 'direct' : `proxy ${proxyName(way.address) ?? 'invalid'}`;
    },
    close: async () => {
      const open = [...agents.values()];
      agents.clear();
      await Promise.all(open.map((agent) => agent.destroy()));
    },
  };
}

/**
 * undici would begin TLS with a SOCKS proxy, which may never answer that, and look up what stands in
 * the place of the host in a malformed address.
 * @throws UnsentError `network` `PROXY_INVALID`, if the way is through such a proxy.
 */
function refuseUnusableProxy(way: ProxyChoice): void {
  if (way.kind === 'proxy' && !usableProxy(way.address)) {
    throw new UnsentError({ kind: 'network', code: 'PROXY_INVALID', tls: false });
  }
}
