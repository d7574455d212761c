import dns from 'node:dns';
import { Socket } from 'node:net';
import { type PeerCertificate, TLSSocket } from 'node:tls';
import buildConnector from 'undici/lib/core/connect.js';
import Pool from 'undici/lib/dispatcher/pool.js';
import { displayText } from '../core/base/displayText.ts';
import { usableProxy } from '../core/client/proxyChoice.ts';
import type { NetworkProbe, ProbedTls } from '../core/client/networkProbe.ts';
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
/** Longer than the caller waits, so that the caller reports that there was no result. */
const PROBE_MS = 15_000;

/** A connector of undici. A direct one returns its socket, which undici's types do not say. */
type Open = (...request: Parameters<buildConnector.connector>) => unknown;

/**
 * Examines the network path to a service, with the settings that requests use. Sends the service no
 * request and no token. Like the agent of requests, it uses neither Node's `http` nor `https`,
 * which the editor patches.
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
 * Who issued the certificate of a service. Node's error for an unknown issuer does not say it.
 * @returns the issuer's common name, or else its organization; `undefined` if it cannot be read.
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
 * Connects as a request would, but does not verify the service, and closes the connection without
 * sending it a request. A proxy is still verified, because it gets its password.
 * @param timeout how long to wait for a connection, in milliseconds.
 * @param read examines the connection to the service, or to a proxy that decrypts TLS in its place.
 * @throws ServiceError `network` or `aborted`.
 */
async function inspect<T>(
  settings: NetworkSettings,
  url: URL,
  signal: AbortSignal,
  timeout: number,
  read: (socket: Socket) => T,
): Promise<T> {
  const result = Promise.withResolvers<T>();
  let opened: unknown;
  const factory: MakePool = (origin, options: Pool.Options) => {
    const { connect } = options;
    const open: Open = typeof connect === 'function' ? connect : buildConnector(connect);
    const connectOnly: buildConnector.connector = (target, done) => {
      opened = open(target, (error, socket) => {
        if (socket) result.resolve(read(socket));
        socket?.destroy();
        done(error ?? new Error('Only the certificate was wanted.'), null);
      });
    };
    return new Pool(origin, { ...options, connect: connectOnly });
  };
  const agent = createAgent(settings, routeTo(url, settings), url, { factory, timeout });
  const onAbort = () => {
    result.reject(new ServiceError({ kind: 'aborted' }));
  };
  signal.addEventListener('abort', onAbort);
  agent.dispatch(
    { origin: url.origin, path: '/', method: 'GET' },
    {
      // Never called, because undici gets no connection; but it insists on this.
      onRequestStart: () => undefined,
      onResponseError: (_, error) => {
        result.reject(networkError(error, { url }));
      },
    },
  );
  try {
    return await result.promise;
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

/** The issuer's organization and common name, without those that are missing. */
function issuerNames(socket: Socket): readonly string[] {
  if (!(socket instanceof TLSSocket)) return [];
  // Empty if the service has no certificate.
  const { issuer } = socket.getPeerCertificate() as Partial<PeerCertificate>;
  return [issuer?.O, issuer?.CN].flatMap((name) => name ?? []).filter((name) => name !== '');
}

/** Looks up a name with the function that sockets use, also if it was patched. */
function addressesOf(hostname: string, url: URL): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    dns.lookup(hostname, { all: true }, (error, found) => {
      if (error) reject(networkError(error, { url }));
      else resolve(found.map(({ address }) => address));
    });
  });
}
