import { getCACertificates } from 'node:tls';
import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import { isLoopback } from '../core/client/serviceAddress.ts';
import type { Transport } from '../core/client/transport.ts';
import { ServiceError } from '../core/model/serviceError.ts';
import { receive } from './answer.ts';
import { decompress } from './decompress.ts';

// undici's root module gives its dispatchers this method, by which they reach through a proxy; its
// parts by themselves have none. The copy of undici is ours alone, so nobody else's changes.
Object.assign(Dispatcher.prototype, { connect });

/** How to reach the network, as the editor's settings say. */
export interface NetworkSettings {
  /** `http.proxy`; without it the usual environment variables count. */
  readonly proxy: string | undefined;
  /** `http.noProxy`: hosts that are reached directly; without it `NO_PROXY` counts. */
  readonly noProxy: readonly string[];
  /** `http.proxyStrictSSL`: whether certificates are verified. */
  readonly strictSSL: boolean;
}

/** At most four connections to one origin; they stay open for a while between two clicks. */
const CONNECTIONS = 4;
const KEEP_ALIVE_MS = 15_000;

interface Reach {
  /** For https: only then the certificates that the system trusts are read, which takes a while. */
  readonly secure: boolean;
  /** This machine is never reached through a proxy: a token for loopback stays on it. */
  readonly loopback: boolean;
}

/** The `Transport` that the extension ships: undici, with dispatchers of its own. */
export function createTransport(settings: NetworkSettings): Transport {
  const agents = new Map<string, EnvHttpProxyAgent>();
  const agentFor = ({ protocol, hostname }: URL) => {
    const reach = { secure: protocol === 'https:', loopback: isLoopback(hostname) };
    const key = JSON.stringify(reach);
    const agent = agents.get(key) ?? createAgent(settings, reach);
    agents.set(key, agent);
    return agent;
  };
  return {
    get: async (request) => {
      // undici would connect all the same.
      if (request.signal.aborted) throw new ServiceError({ kind: 'aborted' });
      const answer = await receive(agentFor(request.url), request);
      const encoding = answer.headers['content-encoding'];
      return { ...answer, body: await decompress(answer.body, encoding, request.maxBodyBytes) };
    },
    close: async () => {
      const open = [...agents.values()];
      agents.clear();
      await Promise.all(open.map((agent) => agent.destroy()));
    },
  };
}

/** @throws ServiceError `network` `PROXY_INVALID`. */
function createAgent(settings: NetworkSettings, { secure, loopback }: Reach): EnvHttpProxyAgent {
  const tls = {
    rejectUnauthorized: settings.strictSSL,
    ...(secure ? { ca: trustedCertificates() } : {}),
  };
  // An empty text means no proxy, where `undefined` would mean what the environment says.
  const proxy = loopback ? '' : settings.proxy;
  const options = {
    connections: CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The policy's deadline covers every phase; undici's own timers would only cost.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: tls,
    requestTls: tls,
    proxyTls: tls,
    ...(settings.noProxy.length > 0 ? { noProxy: settings.noProxy.join(',') } : {}),
    ...(proxy === undefined ? {} : { httpProxy: proxy, httpsProxy: proxy }),
  };
  try {
    return new EnvHttpProxyAgent(options);
  } catch (error) {
    // Of all settings only the proxy is a text that can be wrong.
    throw new ServiceError(
      { kind: 'network', code: 'PROXY_INVALID', tls: false },
      { cause: error },
    );
  }
}

/** Node's own, what `NODE_EXTRA_CA_CERTS` adds, and what the system trusts. */
function trustedCertificates(): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}
