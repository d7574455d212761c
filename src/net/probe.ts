import { type PeerCertificate, TLSSocket } from 'node:tls';
import { displayText } from '../core/base/displayText.ts';
import type { NetworkProbe, ProbedTls } from '../core/client/networkProbe.ts';
import { connectTo, issuerOf, type Network, routeTo } from './connect.ts';

/**
 * Examines the network path to a service as requests use it, but accepts any certificate of the
 * service. Sends it no request and no token.
 */
export function networkProbe(url: URL, network: Network): NetworkProbe {
  return {
    route: routeTo(url, network),
    strictSSL: network.settings.strictSSL,
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
