import { once } from 'node:events';
import type { Socket } from 'node:net';
import tls from 'node:tls';
import { callbackify } from 'node:util';
import { Worker } from 'node:worker_threads';
import type { buildConnector } from 'undici';
import openTunnel from 'undici/lib/api/api-connect.js';
import build from 'undici/lib/core/connect.js';
import Client from 'undici/lib/dispatcher/client.js';
import { displayText } from '../core/base/displayText.ts';
import { chooseProxy, type NetworkSettings, usableProxy } from './proxyChoice.ts';
import { networkError, UnsentError } from './networkError.ts';

/*
 * Opens connections with undici's connector. The tunnel through a proxy is ours: undici's
 * `ProxyAgent` gives CONNECT 300 s, and does not say which side failed. `EnvHttpProxyAgent` reads
 * less of `noProxy` than `chooseProxy`.
 */

/** What connections have in common while the settings stay the same. */
export interface Network {
  readonly settings: NetworkSettings;
  /** Sent to services and proxies: firewalls refuse requests without one. */
  readonly userAgent: string;
  readonly uptime: () => number;
  readonly log: (line: string) => void;
  /**
   * What is trusted, from the first https connection on: to make it takes 20 ms. `undefined` after
   * that has failed, so that the next connection tries again.
   */
  trusted?: Promise<tls.SecureContext> | undefined;
}

/** For a connection, its tunnel and its TLS each. The editor has the other half of an attempt. */
const CONNECT_MS = 5000;
/** For each address of a name but the last. Node's 250 ms are too short for a distant service. */
const ADDRESS_MS = 2500;

type Target = buildConnector.Options;

export function proxyFor(url: URL, { settings }: Network) {
  return chooseProxy(url, settings, process.env);
}

/** @throws UnsentError */
export async function connectTo(url: URL, network: Network) {
  const chosen = proxyFor(url, network);
  if (!chosen) return open(targetOf(url), network, 'service');
  const proxy = usableProxy(chosen.address);
  if (!proxy) throw proxyFailure('INVALID');
  const httpSocket = await tunnel(proxy, `${url.hostname}:${url.port || '443'}`, network);
  return open({ ...targetOf(url), httpSocket }, network, 'service');
}

/** For undici's connector. TLS names `host`, which has no dot at its end there (RFC 6066 §3). */
function targetOf({ protocol, hostname, host, port }: URL): Target {
  const named = host.replace(/\.(?=:|$)/, '');
  return { protocol, hostname: hostname.replace(/^\[|\]$/g, ''), host: named, port };
}

async function tunnel(proxy: URL, host: string, network: Network): Promise<Socket> {
  const { settings, userAgent } = network;
  const connect = () => open(targetOf(proxy), network, 'proxy');
  const client = new Client(proxy.origin, {
    connect: connectOption(connect),
    headersTimeout: CONNECT_MS,
  });
  const user = decodeURIComponent(`${proxy.username}:${proxy.password}`);
  const basic = user === ':' ? undefined : `Basic ${Buffer.from(user).toString('base64')}`;
  const headers = {
    host,
    'proxy-connection': 'keep-alive',
    'user-agent': userAgent,
    'proxy-authorization': settings.proxyAuthorization ?? basic,
  };
  try {
    const { statusCode, socket } = await openTunnel.call(client, { path: host, headers });
    // RFC 9110 §9.3.6.
    if (statusCode >= 200 && statusCode < 300) return socket;
    socket.on('error', () => undefined).destroy();
    throw proxyFailure(statusCode);
  } catch (error) {
    throw networkError(error, { connectingTo: 'proxy' });
  } finally {
    void client.destroy();
  }
}

async function open(
  target: Target,
  network: Network,
  connectingTo: 'service' | 'proxy',
): Promise<Socket> {
  const isHttps = target.protocol === 'https:';
  const connect = build({
    timeout: CONNECT_MS,
    autoSelectFamilyAttemptTimeout: ADDRESS_MS,
    rejectUnauthorized: network.settings.strictSSL,
    // Without `ca`, though it is not used here, the editor may add to the context.
    ...(isHttps && { secureContext: await (network.trusted ??= trustedBy(network)), ca: [] }),
  });
  return new Promise((resolve, reject) => {
    let issuer: string | undefined;
    const socket = connect(target, (error, opened) => {
      if (opened) resolve(opened);
      else reject(networkError(error, { connectingTo, issuer }));
    });
    // Emitted before TLS verifies: a socket that it has refused has no certificate left.
    socket.prependListener('secure', () => {
      issuer = certificateOf(socket)?.issuer;
    });
  });
}

/** @param code the status of a proxy's answer, or `INVALID` for its address. */
function proxyFailure(code: number | 'INVALID'): UnsentError {
  return new UnsentError({ kind: 'network', code: `PROXY_${code}`, tls: false });
}

export function connectOption(connect: () => Promise<Socket>): buildConnector.connector {
  return callbackify(connect) as unknown as buildConnector.connector;
}

export interface Certificate {
  /** The organization and the name of who issued it. Untrusted, but fit to be shown. */
  readonly issuer: string | undefined;
  /** In milliseconds since 1970. */
  readonly validUntil: number;
}

export function certificateOf(socket: Socket): Certificate | undefined {
  if (!(socket instanceof tls.TLSSocket)) return undefined;
  // Empty if the other side has no certificate.
  const { issuer, valid_to: end = '' } =
    socket.getPeerCertificate() as Partial<tls.PeerCertificate>;
  const names = [issuer?.O, issuer?.CN].filter((name) => name).join(', ');
  const validUntil = Date.parse(end);
  if (Number.isNaN(validUntil)) return undefined;
  return { issuer: displayText(names, 100) || undefined, validUntil };
}

/** They stay the same while the process runs. */
let ofSystem: Promise<readonly string[]> | undefined;

/**
 * The certificates of Node, of `NODE_EXTRA_CA_CERTS` and, as the setting says and if they can be
 * read, of the system, which the editor adds to its own connections only.
 */
async function trustedBy(network: Network): Promise<tls.SecureContext> {
  const { systemCertificates = true } = network.settings;
  try {
    const system = await (systemCertificates ? (ofSystem ??= readSystem(network)) : []);
    const ca = [...new Set([...tls.getCACertificates('default'), ...system])];
    return tls.createSecureContext({ ca });
  } catch (error) {
    ofSystem = network.trusted = undefined;
    const reason = error instanceof Error ? error.message : String(error);
    network.log(`Only the default certificates are trusted: ${reason}`);
    return tls.createSecureContext({ ca: tls.getCACertificates('default') });
  }
}

/** In a worker, because that takes seconds on some machines. */
async function readSystem({ log, uptime }: Network): Promise<readonly string[]> {
  const began = uptime();
  const post = "require('worker_threads').parentPort.postMessage";
  const code = `${post}(require('tls').getCACertificates('system'))`;
  const inWorker = async () => once(new Worker(code, { eval: true }), 'message');
  const read = await inWorker().catch(() => [tls.getCACertificates('system')]);
  const certificates = read[0] as readonly string[];
  const ms = Math.round(uptime() - began);
  log(`Certificates of the system: ${certificates.length}, read in ${ms} ms`);
  return certificates;
}
