import { getCACertificates } from 'node:tls';
import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import { isLoopback } from '../core/client/serviceAddress.ts';
import type { Transport } from '../core/client/transport.ts';
import { ServiceError } from '../core/model/serviceError.ts';
import { receive } from './answer.ts';
import { decompress } from './decompress.ts';

// undici's root module adds this method to its dispatchers, and its proxy agent needs it. We import
// the parts only, so add it here. This copy of undici is bundled, so no other code is affected.
Object.assign(Dispatcher.prototype, { connect });

/** How to reach the network, as the editor's settings say. */
export interface NetworkSettings {
  /** `http.proxy`; if not set, the usual environment variables are used. */
  readonly proxy: string | undefined;
  /** `http.noProxy`: hosts that are reached directly; if empty, `NO_PROXY` is used. */
  readonly noProxy: readonly string[];
  /** `http.proxyStrictSSL`: whether certificates are verified. */
  readonly strictSSL: boolean;
}

/** Connections to one origin; they stay open for a while between two actions. */
const CONNECTIONS = 4;
const KEEP_ALIVE_MS = 15_000;

interface Reach {
  /** Whether it is for https. Only then the system's certificates are read, which is slow. */
  readonly secure: boolean;
  /** Never through a proxy, so that a token for this machine stays on it. */
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
      // undici would connect even if the signal has aborted.
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
  // An empty string means no proxy; `undefined` would mean the environment variables.
  const proxy = loopback ? '' : settings.proxy;
  const options = {
    connections: CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The policy's deadline covers the headers and the body, so undici's timers for them are off.
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
    // The proxy is the only setting that can be invalid here.
    throw new ServiceError(
      { kind: 'network', code: 'PROXY_INVALID', tls: false },
      { cause: error },
    );
  }
}

/** The certificates of Node, of `NODE_EXTRA_CA_CERTS` and of the system. */
export function trustedCertificates(): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}
