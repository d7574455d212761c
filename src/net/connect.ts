import { once } from 'node:events';
import type { Socket } from 'node:net';
import {
  createSecureContext,
  getCACertificates,
  type PeerCertificate,
  type SecureContext,
  type TLSSocket,
} from 'node:tls';
import { callbackify } from 'node:util';
import { Worker } from 'node:worker_threads';
import connect from 'undici/lib/api/api-connect.js';
import buildConnector from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { displayText } from '../core/base/displayText.ts';
import type { Lazy } from '../core/base/lazy.ts';
import { type ProxyChoice, type ProxySettings, usableProxy } from '../core/client/proxyChoice.ts';
import { networkError, proxyFailure } from './networkError.ts';

/*
 * Opens connections, with undici's connector. The tunnel through a proxy is ours: undici's `ProxyAgent`
 * gives CONNECT 300 s, does not say which side failed, and connects only to send a request, which
 * Check Connection must not; `EnvHttpProxyAgent` reads `noProxy` less well than `chooseProxy`. So are
 * the certificates: the editor adds those of the system to its own connections only.
 */

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

/** What all connections have in common while the settings stay the same. */
export interface Network {
  readonly settings: NetworkSettings;
  /** Sent to services and proxies: firewalls refuse requests without one. */
  readonly userAgent: string;
  /** For https only, because reading the certificates is slow. */
  readonly secureContext: Lazy<SecureContext>;
}

/** For a connection, its tunnel and its TLS each: half of an attempt, so the editor has the other. */
const CONNECT_MS = 5000;
/** For each address of a name but the last: Node's 250 ms are too short for a distant service. */
const ADDRESS_MS = 2500;

type Target = buildConnector.Options;
/** Opens a connection to a service, with TLS for https. Rejects with an `UnsentError`. */
export type Open = (target: Target) => Promise<Socket>;

/** @param verifies whether the service has to be trusted. A proxy, which gets a password, always is. */
export function opener(
  route: ProxyChoice,
  network: Network,
  verifies = network.settings.strictSSL,
): Open {
  if (route.kind === 'direct') return (target) => open(target, network, 'service', verifies);
  return async (target) => {
    const proxy = usableProxy(route.address);
    if (!proxy) throw proxyFailure('INVALID');
    const httpSocket = await tunnel(proxy, target, network);
    return open({ ...target, httpSocket }, network, 'service', verifies);
  };
}

async function tunnel(
  proxy: URL,
  { hostname, port, host = hostname }: Target,
  network: Network,
): Promise<Socket> {
  const { settings, userAgent } = network;
  const client = new Client(proxy.origin, {
    connect: connectOption(() => open(targetOf(proxy), network, 'proxy', settings.strictSSL)),
    headersTimeout: CONNECT_MS,
  });
  const path = port === '' ? `${host}:443` : host;
  const pair = decodeURIComponent(`${proxy.username}:${proxy.password}`);
  const basic = pair === ':' ? undefined : `Basic ${Buffer.from(pair).toString('base64')}`;
  const headers = {
    host: path,
    'proxy-connection': 'keep-alive',
    'user-agent': userAgent,
    'proxy-authorization': settings.proxyAuthorization ?? basic,
  };
  try {
    const { statusCode, socket } = await connect.call(client, { ...proxy, path, headers });
    if (statusCode === 200) return socket as Socket;
    socket.on('error', () => undefined).destroy();
    throw proxyFailure(String(statusCode));
  } catch (error) {
    throw networkError(error, { connectingTo: 'proxy' });
  } finally {
    void client.destroy();
  }
}

async function open(
  target: Target,
  { secureContext }: Network,
  connectingTo: 'service' | 'proxy',
  rejectUnauthorized: boolean,
): Promise<Socket> {
  const begin = buildConnector({
    timeout: CONNECT_MS,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
    rejectUnauthorized,
    ...(target.protocol === 'https:' && { secureContext: await secureContext.get() }),
  });
  return new Promise((resolve, reject) => {
    let issuer: string | undefined;
    // It returns the socket at once, which undici's types do not say.
    const socket = begin(target, (error, opened) => {
      if (opened) resolve(opened);
      else reject(networkError(error, { connectingTo, issuer }));
    }) as unknown as TLSSocket;
    // Emitted before TLS verifies: a socket that it has refused has no certificate left.
    socket.prependListener('secure', () => {
      issuer = issuerOf(socket);
    });
  });
}

/** The option `connect` of a client of undici. */
export function connectOption(by: Open): buildConnector.connector {
  return callbackify(by) as unknown as buildConnector.connector;
}

/** What a connection is opened to. */
export function targetOf({ protocol, hostname, host, port }: URL): Target {
  return { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), host, port };
}

/** The organization and the name of who issued a certificate. Untrusted, but fit to be shown. */
export function issuerOf(socket: TLSSocket): string | undefined {
  // Empty if the other side has no certificate.
  const { issuer } = socket.getPeerCertificate() as Partial<PeerCertificate>;
  const names = [issuer?.O, issuer?.CN].filter((name) => name);
  return names.length === 0 ? undefined : displayText(names.join(', '), 100);
}

/**
 * What is trusted: the certificates of Node, of `NODE_EXTRA_CA_CERTS` and, as the setting says, of the
 * system. They become one context for all connections, because that takes 20 ms each time.
 */
export async function trusted(
  { systemCertificates = true }: NetworkSettings,
  uptime: () => number,
  log: (line: string) => void,
): Promise<SecureContext> {
  const added = systemCertificates ? await (system ??= readSystem(uptime, log)) : [];
  return createSecureContext({ ca: [...new Set([...getCACertificates('default'), ...added])] });
}

/** The certificates of the system, which stay the same while the process runs. */
let system: Promise<readonly string[]> | undefined;

/** Reads them in a worker, because that takes seconds on some machines. */
async function readSystem(uptime: () => number, log: (line: string) => void) {
  const began = uptime();
  const code = "postMessage(require('tls').getCACertificates('system'))";
  const worker = new Worker(`require('worker_threads').parentPort.${code}`, { eval: true });
  const read = once(worker, 'message') as Promise<[readonly string[]]>;
  const [certificates] = await read.catch(() => [getCACertificates('system')] as const);
  const ms = Math.round(uptime() - began);
  log(`Certificates of the system: ${certificates.length}, read in ${ms} ms`);
  return certificates;
}
