import dns from 'node:dns';
import { type PeerCertificate, TLSSocket } from 'node:tls';
import { displayText } from '../core/base/displayText.ts';
import { usableProxy } from '../core/client/proxyChoice.ts';
import type { NetworkProbe, ProbedTls } from '../core/client/networkProbe.ts';
import { connectTo, issuerOf, type Network, proxyFailure, routeTo, targetOf } from './connect.ts';
import { networkError } from './networkError.ts';

/**
 * Examines the network path to a service as requests use it, but accepts any certificate of the
 * service. Sends it no request and no token.
 */
export function networkProbe(url: URL, network: Network): NetworkProbe {
  const route = routeTo(url, network);
  const proxy = route.kind === 'proxy' ? usableProxy(route.address) : undefined;
  const { hostname } = targetOf(proxy ?? url);
  return {
    ...{ route, hostname, strictSSL: network.settings.strictSSL },
    lookUp: async () => {
      if (route.kind === 'proxy' && !proxy) throw proxyFailure('INVALID');
      return addressesOf(hostname);
    },
    connect: async () => {
      const socket = await connectTo(url, network, false);
      const found = socket instanceof TLSSocket ? tlsAt(socket) : undefined;
      socket.destroy();
      return found;
    },
  };
}

function tlsAt(socket: TLSSocket): ProbedTls {
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
