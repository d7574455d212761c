import type { Clock } from '../core/base/clock.ts';
import type { AccessToken } from '../core/client/accessToken.ts';
import { RequestPolicy } from '../core/client/requestPolicy.ts';
import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import { type ClientEvents, ServiceClient } from '../core/client/serviceClient.ts';
import { RenewableTransport } from '../core/client/transport.ts';
import type { NetworkProbe } from '../core/doctor/connectionCheck.ts';
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
 */
export class ServiceClientFactory {
  readonly #clock: Clock;
  readonly #transport: RenewableTransport;
  readonly #policy: RequestPolicy;
  readonly #network: () => NetworkSettings;
  /** What `#transport` uses now. */
  #inUse: FallbackTransport | undefined;

  /**
   * @param network the network settings, read again after `renew`.
   * @param log takes one line of the log.
   */
  constructor(clock: Clock, network: () => NetworkSettings, log: (line: string) => void) {
    this.#clock = clock;
    this.#network = network;
    this.#transport = new RenewableTransport(() => {
      this.#inUse = createFallbackTransport(network(), clock.now, log);
      return this.#inUse;
    });
    this.#policy = new RequestPolicy(clock, Math.random);
  }

  createClient(
    address: ServiceAddress,
    token: AccessToken | undefined,
    events: ClientEvents,
  ): ServiceClient {
    const policy = this.#policy.for(address.origin);
    return new ServiceClient({ address, token }, this.#transport, policy, this.#clock.now, events);
  }

  /** Looks at the way to a service with the same settings as its requests. */
  probeNetwork({ base }: ServiceAddress): NetworkProbe {
    return networkProbe(new URL(base), this.#network());
  }

  /** See `RequestPolicy.probeNow` and `FallbackTransport.probeNow`. */
  probeNow(origin: string): void {
    this.#policy.probeNow(origin);
    this.#inUse?.probeNow(origin);
  }

  /** How requests to an origin are sent; `undefined` if there were none with these settings. */
  transportFor(origin: string): Route {
    return this.#inUse?.transportFor(origin);
  }

  /** See `RenewableTransport.renew`. */
  renew(): void {
    this.#inUse = undefined;
    this.#transport.renew();
  }

  /** Ends open connections at once. */
  close(): Promise<void> {
    return this.#transport.close();
  }
}
