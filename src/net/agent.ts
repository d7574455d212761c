import { getCACertificates } from 'node:tls';
import type { Agent } from 'undici';
import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import {
  chooseProxy,
  type ProxyChoice,
  type ProxySettings,
  usableProxy,
} from '../core/client/proxyChoice.ts';
import { isLoopback } from '../core/client/serviceAddress.ts';
import { ProxyError, UnsentError } from './networkError.ts';

// undici's root module adds this method to its dispatchers, and its proxy agent needs it. We import
// the parts only, so add it here. This copy of undici is bundled, so no other code is affected.
Object.assign(Dispatcher.prototype, { connect });

/** How to reach the network, as the editor's settings say. */
export interface NetworkSettings extends ProxySettings {
  /** `http.proxyAuthorization`: a `Proxy-Authorization` header for the proxy. */
  readonly proxyAuthorization?: string | undefined;
  /** `http.proxyStrictSSL`: whether certificates are verified. */
  readonly strictSSL: boolean;
  /** `http.systemCertificates`: whether those of the system are trusted too; true if left out. */
  readonly systemCertificates?: boolean;
  /** `http.fetchAdditionalSupport`: whether the editor patches `fetch`; false if left out. */
  readonly editorFetch?: boolean;
}

const CONNECTIONS_OF_ORIGIN = 4;
/** How long an idle connection stays open, between two actions of the user. */
const KEEP_ALIVE_MS = 15_000;
/** Half of the time of an attempt. The other half is left for the editor's transport. */
export const CONNECT_MS = 5000;

export type MakePool = NonNullable<Agent.Options['factory']>;

/** Connections to a proxy. Their errors are marked: undici's do not say which side has failed. */
class ProxyPool extends Pool {
  override connect(options: Dispatcher.ConnectOptions): Promise<Dispatcher.ConnectData> {
    return super.connect(options).catch((error: unknown) => {
      throw new ProxyError(error);
    });
  }
}

/** Which proxy requests to a service go through, if any. */
export function routeTo(url: URL, settings: NetworkSettings): ProxyChoice {
  return chooseProxy(url, isLoopback(url.hostname), settings, process.env);
}

/** How to examine a connection to the service without sending it a request. */
interface Inspection {
  /** Makes the connections to the service, directly or behind the proxy. */
  readonly factory: MakePool;
  /** In milliseconds. */
  readonly timeout: number;
}

/**
 * Creates the agent that connects as `route` says.
 * @param inspection leaves the certificate of the service unverified. That of a proxy is always
 * verified as the settings say, because the proxy gets its password.
 * @throws UnsentError `network` `PROXY_INVALID`, if the proxy is neither http nor https, or its
 * address is malformed: undici would start TLS with a SOCKS proxy, which may never answer.
 */
export function createAgent(
  settings: NetworkSettings,
  route: ProxyChoice,
  { protocol }: URL,
  inspection?: Inspection,
): Dispatcher {
  if (route.kind === 'proxy' && !usableProxy(route.address)) throw unusableProxy();
  const proxyTls = {
    timeout: inspection?.timeout ?? CONNECT_MS,
    rejectUnauthorized: settings.strictSSL,
    // For https only, because reading the certificates is slow.
    ...(protocol === 'https:' ? { ca: trustedCertificates(settings) } : {}),
  };
  const tls = { ...proxyTls, ...(inspection && { rejectUnauthorized: false }) };
  // An empty string means no proxy; `undefined` would mean the environment variables.
  const proxy = route.kind === 'proxy' ? route.address : '';
  const { proxyAuthorization: token } = settings;
  return new EnvHttpProxyAgent({
    factory: inspection?.factory ?? ((origin, options) => new Pool(origin, options)),
    clientFactory: (origin, options) => new ProxyPool(origin, options),
    connections: CONNECTIONS_OF_ORIGIN,
    keepAliveTimeout: KEEP_ALIVE_MS,
    // The policy's deadline covers the headers and the body, so undici's timers for them are off.
    headersTimeout: 0,
    bodyTimeout: 0,
    connect: tls,
    requestTls: tls,
    proxyTls,
    ...(token === undefined ? {} : { token }),
    ...{ httpProxy: proxy, httpsProxy: proxy, noProxy: '' },
  });
}

export function unusableProxy(): UnsentError {
  return new UnsentError({ kind: 'network', code: 'PROXY_INVALID', tls: false });
}

/** The certificates of Node, of `NODE_EXTRA_CA_CERTS` and, as the setting says, of the system. */
function trustedCertificates({ systemCertificates = true }: NetworkSettings): string[] {
  const trusted = getCACertificates('default');
  return [...new Set(systemCertificates ? [...trusted, ...getCACertificates('system')] : trusted)];
}
