import dns from 'node:dns';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls, type PeerCertificate, type TLSSocket } from 'node:tls';
import { displayText } from '../core/base/displayText.ts';
import { isLoopback } from '../core/client/serviceAddress.ts';
import type { NetworkProbe, ProbedConnection, ProbedTls } from '../core/doctor/network.ts';
import { chooseProxy, type ProxySettings } from '../core/doctor/proxyChoice.ts';
import { isServiceError, ServiceError } from '../core/model/serviceError.ts';
import { networkError } from './networkError.ts';

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
  const proxy = way.kind === 'proxy' ? proxyUrl(way.address) : undefined;
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
        const socket = proxy
          ? await throughProxy(proxy, url, { trusted, strictSSL, proxyAuthorization, signal })
          : await opened(url, signal);
        try {
          if (url.protocol === 'http:') return { tls: undefined };
          return { tls: await handshake(socket, bare(url.hostname), trusted) };
        } finally {
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

function proxyUrl(address: string): URL | undefined {
  // As undici, which takes http and https only.
  const url = URL.canParse(address) ? new URL(address) : undefined;
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
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

/** Resolves with a connected socket. */
function opened(url: URL, signal: AbortSignal): Promise<Socket> {
  const socket = connectTcp({ host: bare(url.hostname), port: portOf(url), signal });
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
  readonly signal: AbortSignal;
}

/** Resolves with a socket that leads to `url`, by a CONNECT request to the proxy. */
async function throughProxy(
  proxy: URL,
  url: URL,
  { trusted, strictSSL, proxyAuthorization, signal }: ProxyWay,
): Promise<Socket> {
  const raw = await opened(proxy, signal);
  const name = bare(proxy.hostname);
  const secure = { socket: raw, host: name, ca: trusted, rejectUnauthorized: strictSSL };
  const socket = proxy.protocol === 'https:' ? connectTls({ ...secure, ...serverName(name) }) : raw;
  const target = `${url.hostname}:${portOf(url)}`;
  const login = [proxy.username, proxy.password].map(decodeURIComponent).join(':');
  const ofAddress = login === ':' ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  const sent = proxyAuthorization ?? ofAddress;
  const authorization = sent === undefined ? '' : `Proxy-Authorization: ${sent}\r\n`;
  socket.write(`CONNECT ${target} HTTP/1.1\r\nHost: ${target}\r\n${authorization}\r\n`);
  return settled(socket, (done, fail) => {
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
}

/** Agrees on encryption and looks at the certificate. Nothing else is sent. */
async function handshake(socket: Socket, name: string, ca: string[]): Promise<ProbedTls> {
  // Not refused here, so that the report can say whose certificate it is.
  const tls = connectTls({
    socket,
    host: name,
    ca,
    rejectUnauthorized: false,
    ...serverName(name),
  });
  await settled(tls, (done) => {
    tls.once('secureConnect', () => {
      done(tls);
    });
  });
  return describe(tls);
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
