import dns from 'node:dns';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { addAbortSignal } from 'node:stream';
import {
  connect as connectTls,
  type ConnectionOptions,
  type PeerCertificate,
  type TLSSocket,
} from 'node:tls';
import { displayText } from '../core/base/displayText.ts';
import { isLoopback } from '../core/client/serviceAddress.ts';
import type { NetworkProbe, ProbedConnection, ProbedTls } from '../core/doctor/network.ts';
import { chooseProxy, type ProxySettings, usableProxy } from '../core/client/proxyChoice.ts';
import { isServiceError, ServiceError } from '../core/model/serviceError.ts';
import { networkError, ProxyError } from './networkError.ts';

/** The longest head of a proxy's answer that is read, in bytes. */
const LONGEST_HEAD = 16 * 1024;

interface ProbeSettings extends ProxySettings {
  readonly strictSSL: boolean;
  /** `http.proxyAuthorization`. */
  readonly proxyAuthorization?: string | undefined;
}

/**
 * Looks at the way to an address (`NetworkProbe`). It uses sockets, and not the transport, because a
 * transport does not show the certificate of a connection that it refuses. It uses neither Node's
 * `http` nor `https`: the editor changes them.
 * @param certificates those that are trusted; called for https only, because it is slow.
 */
export function networkProbe(
  url: URL,
  settings: ProbeSettings,
  certificates: () => string[],
): NetworkProbe {
  const way = chooseProxy(url, isLoopback(url.hostname), settings, process.env);
  const proxy = way.kind === 'proxy' ? usableProxy(way.address) : undefined;
  const hostname = bare((proxy ?? url).hostname);
  const inWords = async <T>(signal: AbortSignal | undefined, work: () => Promise<T>) => {
    try {
      if (way.kind === 'proxy' && !proxy) throw invalidProxy();
      return await work();
    } catch (error) {
      if (signal?.aborted === true) throw new ServiceError({ kind: 'aborted' });
      throw isServiceError(error) ? error : networkError(error, { url });
    }
  };
  return {
    way,
    hostname,
    strictSSL: settings.strictSSL,
    lookUp: () => inWords(undefined, () => addressesOf(hostname)),
    connect: (signal) =>
      inWords(signal, async (): Promise<ProbedConnection> => {
        const trusted = url.protocol === 'https:' ? certificates() : [];
        const { strictSSL, proxyAuthorization } = settings;
        const socket = await (proxy ? ofProxy(opened(proxy, signal)) : opened(url, signal));
        try {
          const way = { trusted, strictSSL, proxyAuthorization };
          const onward = proxy ? await throughProxy(socket, proxy, url, way) : socket;
          if (url.protocol === 'http:') return { tls: undefined };
          return { tls: await handshake(onward, bare(url.hostname), trusted) };
        } finally {
          // Also the connection to a proxy that refused, which would stay open.
          socket.destroy();
        }
      }),
  };
}

/** As sockets look up names: by the function that the module holds now. */
function addressesOf(hostname: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    dns.lookup(hostname, { all: true }, (error, found) => {
      if (error) reject(error);
      else resolve(found.map(({ address }) => address));
    });
  });
}

function invalidProxy(): ServiceError {
  return new ServiceError({ kind: 'network', code: 'PROXY_INVALID', tls: false });
}

/** Without the brackets of an IPv6 address. */
function bare(hostname: string): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function portOf({ port, protocol }: URL): number {
  return Number(port) || (protocol === 'https:' ? 443 : 80);
}

/** Resolves with a connected socket, which closes when `signal` aborts. */
function opened(url: URL, signal: AbortSignal): Promise<Socket> {
  // Not by the option `signal`: the editor's `connect` may leave it out.
  const socket = addAbortSignal(
    signal,
    connectTcp({ host: bare(url.hostname), port: portOf(url) }),
  );
  return settled(socket, (done) => {
    socket.once('connect', () => {
      done(socket);
    });
  });
}

interface ProxyWay {
  readonly trusted: string[];
  readonly strictSSL: boolean;
  readonly proxyAuthorization: string | undefined;
}

/**
 * Resolves with a socket that leads to `url`, by a CONNECT request to the proxy.
 * @param raw is connected to the proxy.
 */
async function throughProxy(
  raw: Socket,
  proxy: URL,
  url: URL,
  { trusted, strictSSL, proxyAuthorization }: ProxyWay,
): Promise<Socket> {
  const name = bare(proxy.hostname);
  const secure = { socket: raw, host: name, ca: trusted, rejectUnauthorized: strictSSL };
  const isSecure = proxy.protocol === 'https:';
  const socket = isSecure ? await ofProxy(encrypted({ ...secure, ...serverName(name) })) : raw;
  const target = `${url.hostname}:${portOf(url)}`;
  const sent = proxyAuthorization ?? authorizationOf(proxy);
  const authorization = sent === undefined ? '' : `Proxy-Authorization: ${sent}\r\n`;
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization}\r\n`);
  const onward = settled<Socket>(socket, (done, fail) => {
    let head = '';
    const onData = (data: Buffer) => {
      head += data.toString('latin1');
      const isWhole = head.includes('\r\n\r\n');
      if (!isWhole && head.length < LONGEST_HEAD) return;
      socket.off('data', onData);
      const [, status = 'no HTTP'] = /^HTTP\/1\.\d (\d{3})/.exec(head) ?? [];
      // As undici words it, for `networkError`.
      if (isWhole && status === '200') done(socket);
      else fail(new Error(`Proxy response (${status})`));
    };
    socket.on('data', onData);
  });
  return ofProxy(onward);
}

/** Marks a failure as the proxy's. */
function ofProxy<T>(work: Promise<T>): Promise<T> {
  return work.catch((error: unknown) => {
    throw new ProxyError(error);
  });
}

/** As undici, which sends a user name only with a password. */
function authorizationOf({ username, password }: URL): string | undefined {
  if (username === '' || password === '') return undefined;
  const login = [username, password].map(decodeURIComponent).join(':');
  return `Basic ${Buffer.from(login).toString('base64')}`;
}

/** Resolves once encryption is agreed on and, unless that is off, the certificate is verified. */
function encrypted(options: ConnectionOptions): Promise<TLSSocket> {
  const tls = connectTls(options);
  return settled(tls, (done) => {
    tls.once('secureConnect', () => {
      done(tls);
    });
  });
}

/** Agrees on encryption and looks at the certificate. Nothing else is sent. */
async function handshake(socket: Socket, name: string, ca: string[]): Promise<ProbedTls> {
  // Not refused here, so that the report can say whose certificate it is.
  const options = { socket, host: name, ca, rejectUnauthorized: false, ...serverName(name) };
  return describe(await encrypted(options));
}

/** The name that the other side is asked for; an address is none. */
function serverName(name: string): { readonly servername?: string } {
  return isIP(name) === 0 ? { servername: name } : {};
}

function describe(tls: TLSSocket): ProbedTls {
  const { issuer, valid_to: until } = tls.getPeerCertificate() as Partial<PeerCertificate>;
  const validUntil = Date.parse(until ?? '');
  // Typed as an Error, but Node sets its code.
  const fault: unknown = tls.authorizationError;
  return {
    version: tls.getProtocol() ?? 'unknown',
    issuer: issuerName(issuer),
    validUntil: Number.isNaN(validUntil) ? undefined : validUntil,
    fault: tls.authorized ? undefined : codeOf(fault),
  };
}

function codeOf(fault: unknown): string {
  if (typeof fault === 'string') return displayText(fault, 60);
  const { code } = (fault ?? {}) as { readonly code?: unknown };
  return typeof code === 'string' ? displayText(code, 60) : 'UNKNOWN';
}

/** `Let's Encrypt, R3`. */
function issuerName(issuer: PeerCertificate['issuer'] | undefined): string | undefined {
  const names = [issuer?.O, issuer?.CN].flat().filter((name) => name !== undefined);
  return names.length === 0 ? undefined : displayText(names.join(', '), 100);
}

/** Waits for one of a socket's events; rejects if it fails or is closed first. */
function settled<T>(
  socket: Socket,
  listen: (done: (value: T) => void, fail: (error: unknown) => void) => void,
): Promise<T> {
  const end = Promise.withResolvers<T>();
  const onClose = () => {
    end.reject(Object.assign(new Error('The connection was closed.'), { code: 'ECONNRESET' }));
  };
  // Stays, because a socket without a listener for errors throws them.
  socket.on('error', end.reject);
  socket.once('close', onClose);
  listen(end.resolve, end.reject);
  return end.promise.finally(() => socket.off('close', onClose));
}
