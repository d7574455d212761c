import dns from 'node:dns';
import { Socket } from 'node:net';
import { type PeerCertificate, TLSSocket } from 'node:tls';
import buildConnector from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { displayText } from '../core/base/displayText.ts';
import { usableProxy } from '../core/client/proxyChoice.ts';
import type { NetworkProbe, ProbedTls } from '../core/doctor/connectionCheck.ts';
import { ServiceError } from '../core/model/serviceError.ts';
import {
  CONNECT_MS,
  createAgent,
  type MakePool,
  type NetworkSettings,
  routeTo,
  unusableProxy,
} from './agent.ts';
import { networkError } from './networkError.ts';

const LONGEST_NAME = 100;
/** Long enough for the caller to give up first and report that. */
const PROBE_MS = 15_000;

/** A connector of undici. Its types do not say that the one for direct connections returns them. */
type Open = (...request: Parameters<buildConnector.connector>) => unknown;

/**
 * Examines the network path to an address, with the settings that requests use. Sends no request
 * and no token. Like the agent of requests, it uses neither Node's `http` nor `https`, which the
 * editor patches.
 */
export function networkProbe(url: URL, settings: NetworkSettings): NetworkProbe {
  const route = routeTo(url, settings);
  const proxy = route.kind === 'proxy' ? usableProxy(route.address) : undefined;
  const hostname = (proxy ?? url).hostname.replace(/^\[|\]$/g, '');
  return {
    ...{ route, hostname, strictSSL: settings.strictSSL },
    lookUp: async () => {
      if (route.kind === 'proxy' && !proxy) throw unusableProxy();
      return addressesOf(hostname, url);
    },
    connect: (signal) => inspect(settings, url, signal, PROBE_MS, tlsAt),
  };
}

/**
 * Who issued the certificate at an https address. Node's error for an unknown issuer does not say
 * it.
 * @returns the issuer's common name or else organization; `undefined` if it cannot be read.
 */
export function readIssuer(
  settings: NetworkSettings,
  url: URL,
  signal: AbortSignal,
): Promise<string | undefined> {
  const issuerAt = (socket: Socket) => issuerNames(socket).at(-1)?.slice(0, LONGEST_NAME);
  return inspect(settings, url, signal, CONNECT_MS, issuerAt).catch(() => undefined);
}

/**
 * Connects as a request would, but without verification, and closes the connection without sending
 * a request. A proxy is still verified, because it gets its password.
 * @param timeout how long to wait for a connection, in milliseconds.
 * @param read examines the connection to the service, or to the proxy that inspects it.
 * @throws ServiceError `network` or `aborted`.
 */
async function inspect<T>(
  settings: NetworkSettings,
  url: URL,
  signal: AbortSignal,
  timeout: number,
  read: (socket: Socket) => T,
): Promise<T> {
  const seen = Promise.withResolvers<T>();
  let opened: unknown;
  const factory: MakePool = (origin, options: Pool.Options) => {
    const { connect } = options;
    const open: Open = typeof connect === 'function' ? connect : buildConnector(connect);
    const look: buildConnector.connector = (target, done) => {
      opened = open(target, (error, socket) => {
        if (socket) seen.resolve(read(socket));
        socket?.destroy();
        done(error ?? new Error('Only the certificate was wanted.'), null);
      });
    };
    return new Pool(origin, { ...options, connect: look });
  };
  const agent = createAgent(settings, routeTo(url, settings), url, { factory, timeout });
  const onAbort = () => {
    seen.reject(new ServiceError({ kind: 'aborted' }));
  };
  signal.addEventListener('abort', onAbort);
  agent.dispatch(
    { origin: url.origin, path: '/', method: 'GET' },
    {
      // Never called, as no connection is made; undici insists on it.
      onRequestStart: () => undefined,
      onResponseError: (_, error) => {
        seen.reject(networkError(error, { url }));
      },
    },
  );
  try {
    return await seen.promise;
  } finally {
    signal.removeEventListener('abort', onAbort);
    // undici does not close a connection under way before its timeout.
    if (opened instanceof Socket) opened.destroy();
    await agent.destroy();
  }
}

function tlsAt(socket: Socket): ProbedTls | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const { valid_to: until } = socket.getPeerCertificate() as Partial<PeerCertificate>;
  const validUntil = Date.parse(until ?? '');
  const names = issuerNames(socket);
  // Typed as an Error, but Node sets its code.
  const fault = socket.authorizationError as unknown as string | null;
  return {
    version: socket.getProtocol() ?? 'unknown',
    issuer: names.length === 0 ? undefined : displayText(names.join(', '), LONGEST_NAME),
    validUntil: Number.isNaN(validUntil) ? undefined : validUntil,
    fault: socket.authorized ? undefined : displayText(fault ?? 'UNKNOWN', 60),
  };
}

/** Organization and common name. */
function issuerNames(socket: Socket): readonly string[] {
  if (!(socket instanceof TLSSocket)) return [];
  // Empty if the service has no certificate.
  const { issuer } = socket.getPeerCertificate() as Partial<PeerCertificate>;
  return [issuer?.O, issuer?.CN].flatMap((name) => name ?? []).filter((name) => name !== '');
}

/** Looks up names with the function that sockets use, also if the editor has patched it. */
function addressesOf(hostname: string, url: URL): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    dns.lookup(hostname, { all: true }, (error, found) => {
      if (error) reject(networkError(error, { url }));
      else resolve(found.map(({ address }) => address));
    });
  });
}
