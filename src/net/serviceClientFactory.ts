import type { Clock } from '../core/base/clock.ts';
import { memoByKey } from '../core/base/memo.ts';
import type { AccessToken } from '../core/client/accessToken.ts';
import type { OriginPause } from '../core/client/originPause.ts';
import type { NetworkSettings } from './proxyChoice.ts';
import { requestPolicy } from '../core/client/requestPolicy.ts';
import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import { type ClientEvents, ServiceClient } from '../core/client/serviceClient.ts';
import { windowTransport } from './origin.ts';

/**
 * One transport, and a policy for each origin. Not loaded at activation, because with undici it
 * takes longer to load than the rest of the extension.
 * @param pauseOf shared with what shows it.
 * @param settings read again after `close`.
 */
export function serviceClientFactory(
  clock: Clock,
  pauseOf: (origin: string) => OriginPause,
  settings: () => NetworkSettings,
  log: (line: string) => void,
  version: string,
) {
  const { now, uptime } = clock;
  const userAgent = `mintscope/${version}`;
  const transport = windowTransport(() => ({ settings: settings(), userAgent, uptime, log }));
  const policyOf = memoByKey((origin) => requestPolicy(clock, Math.random, pauseOf(origin)));
  return {
    ...transport,
    createClient: (
      address: ServiceAddress,
      token: AccessToken | undefined,
      events: ClientEvents,
    ): ServiceClient => {
      const policy = policyOf(address.origin);
      return new ServiceClient({ address, token, transport, policy, now, events });
    },
    probeNow: (origin: string) => {
      pauseOf(origin).probeNow();
      transport.at(origin)?.probeNow();
    },
  };
}
