import { getCACertificates } from 'node:tls';
import type { Agent } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { isLoopback } from '../core/client/serviceAddress.ts';
import { ProxyError, UnsentError } from './networkError.ts';

// undici's root module adds this method to its dispatchers, and its proxy agent needs it. We import
// the parts only, so add it here. This copy of undici is bundled, so no other code is affected.
Object.assign(Dispatcher.prototype, { connect });

/** How to reach the network, as the editor's settings say. */
export interface NetworkSettings {
  /** `http.proxy`; if not set, the usual environment variables are used. */
  readonly proxy: string | undefined;
  /** `http.proxyAuthorization`: a `Proxy-Authorization` header for the proxy. */
  readonly proxyAuthorization?: string | undefined;
  /** `http.noProxy`: hosts that are reached directly; if empty, `NO_PROXY` is used. */
  readonly noProxy: readonly string[];
  /** `http.proxyStrictSSL`: whether certificates are verified. */
  readonly strictSSL: boolean;
  /** `http.systemCertificates`: whether the system's certificates are trusted, too; else false. */
  readonly systemCertificates?: boolean;
  /** `http.fetchAdditionalSupport`: whether the editor's `fetch` knows its proxies; else false. */
  readonly editorFetch?: boolean;
}

/** Connections to one origin; they stay open for a while between two actions. */
const CONNECTIONS = 4;
const KEEP_ALIVE_MS = 15_000;
/** Half of the time of an attempt, so that the other half is left for another way. */
const CONNECT_MS = 5000;

export interface Reach {
  /** Whether it is for https. Only then the system's certificates are read, which is slow. */
  readonly secure: boolean;
  /** Never through a proxy, so that a token for this machine stays on it. */
  readonly loopback: boolean;
}

export function reachOf({ protocol, hostname }: URL): Reach {
  return { secure: protocol === 'https:', loopback: isLoopback(hostname) };
}

/** Makes the connections to one origin. */
export type MakePool = NonNullable<Agent.Options['factory']>;

/**
 * A pool that connects in its own way.
 * @param around makes that way from the one of `options`.
 */
export function poolWith(
  origin: string | URL,
  options: Pool.Options,
  around: (open: buildConnector.connector) => buildConnector.connector,
): Pool {
  const { connect } = options;
  const open = typeof connect === 'function' ? connect : buildConnector(connect);
  return new Pool(origin, { ...options, connect: around(open) });
}

/** The connections to a proxy. undici's errors do not say whether the proxy or the service failed. */
function proxyPool(origin: string | URL, options: Pool.Options): Pool {
  return poolWith(origin, options, (open) => (target, done) => {
    open(target, (error, socket) => {
      if (error) done(new ProxyError(error), null);
      else done(null, socket);
    });
  });
}

/**
 * Creates the agent that connects directly or through the proxy of the settings or the environment.
 * @param factory makes the connections to the service, directly or behind the proxy.
 * @param verifies whether the certificate of the service is verified. That of a proxy is verified as
 * the settings say in any case, because the proxy is sent its password.
 * @throws UnsentError `network` `PROXY_INVALID`.
 */
export function createAgent(
  settings: NetworkSettings,
  { secure, loopback }: Reach,
  factory: MakePool = (origin, options) => new Pool(origin, options),
  verifies = settings.strictSSL,
): EnvHttpProxyAgent {
  const proxyTls = {
    timeout: CONNECT_MS,
    rejectUnauthorized: settings.strictSSL,
    ...(secure ? { ca: trustedCertificates(settings) } : {}),
  };
  const tls = { ...proxyTls, rejectUnauthorized: verifies };
  // An empty string means no proxy; `undefined` would mean the environment variables.
  const isDirect = loopback || settings.noProxy.join(',') === '*';
  const proxy = isDirect ? '' : settings.proxy;
  const { proxyAuthorization: token } = settings;
  const options = {
    factory,
    clientFactory: proxyPool,
    connections: CONNECTIONS,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The policy's deadline covers the headers and the body, so undici's timers for them are off.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: tls,
    requestTls: tls,
    proxyTls,
    ...(token === undefined ? {} : { token }),
    ...(settings.noProxy.length > 0 ? { noProxy: settings.noProxy.join(',') } : {}),
    ...(proxy === undefined ? {} : { httpProxy: proxy, httpsProxy: proxy }),
  };
  try {
    return new EnvHttpProxyAgent(options);
  } catch {
    // The proxy is the only setting that can be invalid here. The error quotes its password.
    throw new UnsentError({ kind: 'network', code: 'PROXY_INVALID', tls: false });
  }
}

/** The certificates of Node, of `NODE_EXTRA_CA_CERTS` and of the system. */
export function trustedCertificates({ systemCertificates = true }: NetworkSettings): string[] {
  const trusted = getCACertificates('default');
  return [...new Set(systemCertificates ? [...trusted, ...getCACertificates('system')] : trusted)];
}
