import type { Clock } from '../core/base/clock.ts';
import type { AccessToken } from '../core/client/accessToken.ts';
import { RequestPolicy } from '../core/client/requestPolicy.ts';
import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import { type ClientEvents, ServiceClient } from '../core/client/serviceClient.ts';
import { RenewableTransport } from '../core/client/transport.ts';
import type { NetworkSettings } from './agent.ts';
import { networkProbe } from './certificate.ts';
import {
  createFallbackTransport,
  type FallbackTransport,
  type Route,
} from './fallbackTransport.ts';

/**
 * Creates the clients of a window, with one transport and one policy. Not loaded at activation,
 * because with undici it takes longer to load than the rest of the extension.
 * @param network the network settings, read again after `renew`.
 * @param log takes a line of the log; see `createFallbackTransport`.
 */
export function serviceClientFactory(
  clock: Clock,
  network: () => NetworkSettings,
  log: (line: string) => void,
) {
  /** The transport that `transport` delegates to. */
  let inUse: FallbackTransport | undefined;
  const transport = new RenewableTransport(() => {
    return (inUse = createFallbackTransport(network(), clock.now, log));
  });
  const policies = new RequestPolicy(clock, Math.random);
  return {
    createClient: (
      address: ServiceAddress,
      token: AccessToken | undefined,
      events: ClientEvents,
    ): ServiceClient => {
      const policy = policies.for(address.origin);
      return new ServiceClient({ address, token }, transport, policy, clock.now, events);
    },
    probeNetwork: ({ base }: ServiceAddress) => networkProbe(new URL(base), network()),
    /** See `RequestPolicy.probeNow` and `FallbackTransport.probeNow`. */
    probeNow: (origin: string): void => {
      policies.probeNow(origin);
      inUse?.probeNow(origin);
    },
    /** How requests to an origin are sent; `undefined` if there were none with these settings. */
    transportFor: (origin: string): Route => inUse?.transportFor(origin),
    renew: (): void => {
      inUse = undefined;
      transport.renew();
    },
    /** Ends open connections at once. */
    close: () => transport.close(),
  };
}
