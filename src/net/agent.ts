import { getCACertificates } from 'node:tls';
import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';

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

export function createAgent(
  settings: NetworkSettings,
  { secure, loopback }: Reach,
): EnvHttpProxyAgent {
  const tls = {
    rejectUnauthorized: settings.strictSSL,
    ...(secure ? { ca: trustedCertificates() } : {}),
  };
  // An empty text means no proxy, where `undefined` would mean what the environment says.
  const proxy = loopback ? '' : settings.proxy;
  return new EnvHttpProxyAgent({
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
  });
}

/** Node's own, what `NODE_EXTRA_CA_CERTS` adds, and what the system trusts. */
function trustedCertificates(): string[] {
  return [...new Set([...getCACertificates('default'), ...getCACertificates('system')])];
}
