import dns from 'node:dns';
import type { Socket } from 'node:net';
import { type PeerCertificate, TLSSocket } from 'node:tls';
import { displayText } from '../core/base/displayText.ts';
import { chooseProxy, usableProxy } from '../core/client/proxyChoice.ts';
import type { NetworkProbe, ProbedTls } from '../core/doctor/connectionCheck.ts';
import { connectTo, issuerOf, type Network, proxyFailure } from './connect.ts';
import { networkError } from './networkError.ts';

/**
 * Examines the network path to a service, as requests use it but for the certificate of the service,
 * which may be any. Sends the service no request and no token.
 */
export function networkProbe(url: URL, network: Network): NetworkProbe {
  const route = chooseProxy(url, network.settings, process.env);
  const proxy = route.kind === 'proxy' ? usableProxy(route.address) : undefined;
  const hostname = withoutBrackets(proxy ?? url);
  return {
    ...{ route, hostname, strictSSL: network.settings.strictSSL },
    lookUp: () => {
      const isUnusable = route.kind === 'proxy' && !proxy;
      return isUnusable ? Promise.reject(proxyFailure('INVALID')) : addressesOf(hostname);
    },
    connect: async () => {
      const { protocol, host, port } = url;
      const target = { protocol, host, port, hostname: withoutBrackets(url) };
      const socket = await connectTo(target, route, network, false);
      const tls = tlsAt(socket);
      socket.destroy();
      return tls;
    },
  };
}

/** The name or address as the system takes it. */
function withoutBrackets({ hostname }: URL): string {
  return hostname.replace(/^\[|\]$/g, '');
}

function tlsAt(socket: Socket): ProbedTls | undefined {
  if (!(socket instanceof TLSSocket)) return undefined;
  const { valid_to: until } = socket.getPeerCertificate() as Partial<PeerCertificate>;
  const validUntil = Date.parse(until ?? '');
  // Typed as an Error, but Node sets its code.
  const fault = socket.authorizationError as unknown as string | null;
  return {
    version: socket.getProtocol() ?? 'unknown',
    issuer: issuerOf(socket),
    validUntil: Number.isNaN(validUntil) ? undefined : validUntil,
    fault: socket.authorized ? undefined : displayText(fault ?? 'UNKNOWN', 60),
  };
}

/** Looks up a name with the function that sockets use, also if it was patched. */
function addressesOf(hostname: string): Promise<readonly string[]> {
  return new Promise((resolve, reject) => {
    dns.lookup(hostname, { all: true }, (error, found) => {
      if (error) reject(networkError(error));
      else resolve(found.map(({ address }) => address));
    });
  });
}
