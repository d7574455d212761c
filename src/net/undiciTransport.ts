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
  /** How requests to an origin are sent; `undefined` if there were none. */
  transportFor(origin: string): 'direct' | `proxy ${string}` | undefined;
}

/** The `Transport` that the extension ships: undici, with dispatchers of its own. */
export function createTransport(settings: NetworkSettings): UndiciTransport {
  const agents = new Map<string, Dispatcher>();
  const asked = new Set<string>();
  const issuers = new Map<string, string>();

  const wayTo = (url: URL) => chooseProxy(url, reachOf(url).loopback, settings, process.env);
  const agentFor = (url: URL) => {
    const reach = reachOf(url);
    refuseUnusableProxy(wayTo(url));
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
      asked.add(url.origin);
      try {
        const answer = await receive(agentFor(url), request);
        const encoding = answer.headers['content-encoding'];
        return { ...answer, body: await decompress(answer.body, encoding, request.maxBodyBytes) };
      } catch (error) {
        throw await withIssuer(error, request);
      }
    },
    transportFor: (origin) => {
      if (!asked.has(origin)) return undefined;
      const way = wayTo(new URL(origin));
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
