import type { Clock } from '../core/base/clock.ts';
import type { AccessToken } from '../core/client/accessToken.ts';
import { RequestPolicy } from '../core/client/requestPolicy.ts';
import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import { type ClientEvents, ServiceClient } from '../core/client/serviceClient.ts';
import type { NetworkSettings } from './connect.ts';
import { networkProbe } from './probe.ts';
import { WindowTransport } from './windowTransport.ts';

/**
 * Creates the clients of a window, with one transport and one policy. Not loaded at activation,
 * because with undici it takes longer to load than the rest of the extension.
 * @param settings the network settings, read again after `renew`.
 * @param log takes a line of the log: how requests are sent, or why none can be.
 * @param version of Mintscope.
 */
export function serviceClientFactory(
  clock: Clock,
  settings: () => NetworkSettings,
  log: (line: string) => void,
  version: string,
) {
  const { uptime } = clock;
  const userAgent = `mintscope/${version}`;
  const transport = new WindowTransport(() => ({ settings: settings(), userAgent, uptime, log }));
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
    probeNetwork: ({ base }: ServiceAddress) => networkProbe(new URL(base), transport.network),
    /** See `RequestPolicy.probeNow` and `WindowTransport.probeNow`. */
    probeNow: (origin: string): void => {
      policies.probeNow(origin);
      transport.probeNow(origin);
    },
    /** See `WindowTransport.transportFor`. */
    transportFor: (origin: string) => transport.transportFor(origin),
    /** See `WindowTransport.close`. */
    close: () => transport.close(),
  };
}
