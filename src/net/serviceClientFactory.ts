import type { Clock } from '../core/base/clock.ts';
import type { AccessToken } from '../core/client/accessToken.ts';
import type { NetworkSettings } from '../core/client/proxyChoice.ts';
import type { OriginPauses } from '../core/client/originPause.ts';
import { RequestPolicy } from '../core/client/requestPolicy.ts';
import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import { type ClientEvents, ServiceClient } from '../core/client/serviceClient.ts';
import { windowTransport } from './origin.ts';

/**
 * Creates the clients of a window, with one transport and one policy. Not loaded at activation,
 * because with undici it takes longer to load than the rest of the extension.
 * @param waits shared with what shows them.
 * @param settings read again after `close`.
 * @param log takes a line of the log: how requests are sent, or why none can be.
 * @param version of Mintscope.
 */
export function serviceClientFactory(
  clock: Clock,
  waits: OriginPauses,
  settings: () => NetworkSettings,
  log: (line: string) => void,
  version: string,
) {
  const { now, uptime } = clock;
  const userAgent = `mintscope/${version}`;
  const network = () => ({ settings: settings(), userAgent, uptime, log });
  const transport = windowTransport(network);
  const policies = new RequestPolicy(clock, Math.random, waits);
  return {
    ...transport,
    createClient: (
      address: ServiceAddress,
      token: AccessToken | undefined,
      events: ClientEvents,
    ): ServiceClient => {
      const policy = policies.for(address.origin);
      return new ServiceClient({ address, token, transport, policy, now, events });
    },
    probeNow: (origin: string) => {
      policies.probeNow(origin);
      transport.at(origin)?.probeNow();
    },
  };
}
