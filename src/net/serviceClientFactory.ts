import type { Clock } from '../core/base/clock.ts';
import type { AccessToken } from '../core/client/accessToken.ts';
import { RequestPolicy } from '../core/client/requestPolicy.ts';
import type { ServiceAddress } from '../core/client/serviceAddress.ts';
import { type ClientEvents, ServiceClient } from '../core/client/serviceClient.ts';
import { RenewableTransport } from '../core/client/transport.ts';
import type { NetworkProbe } from '../core/doctor/network.ts';
import { createTransport, type NetworkSettings, trustedCertificates } from './undiciTransport.ts';

const pause = () => new Promise<void>((resolve) => setImmediate(resolve));

/**
 * Creates the clients of a window, with one transport and one policy. Not loaded at activation,
 * because with undici it takes longer to load than the rest of the extension.
 */
export class ServiceClientFactory {
  readonly #clock: Clock;
  readonly #transport: RenewableTransport;
  readonly #policy: RequestPolicy;
  readonly #network: () => NetworkSettings;

  /** @param network the network settings, read again after `renew`. */
  constructor(clock: Clock, network: () => NetworkSettings) {
    this.#clock = clock;
    this.#network = network;
    this.#transport = new RenewableTransport(() => createTransport(network()));
    this.#policy = new RequestPolicy(clock, Math.random);
  }

  createClient(
    address: ServiceAddress,
    token: AccessToken | undefined,
    events: ClientEvents,
  ): ServiceClient {
    const policy = this.#policy.for(address.origin);
    const breath = { now: this.#clock.now, pause };
    return new ServiceClient({ address, token }, this.#transport, policy, breath, events);
  }

  /** Looks at the way to a service with the same settings as its requests. */
  async probeNetwork({ base }: ServiceAddress): Promise<NetworkProbe> {
    const { networkProbe } = await import('./networkProbe.ts');
    return networkProbe(new URL(base), this.#network(), trustedCertificates);
  }

  /** See `RequestPolicy.probeNow`. */
  probeNow(origin: string): void {
    this.#policy.probeNow(origin);
  }

  /** See `RenewableTransport.renew`. */
  renew(): void {
    this.#transport.renew();
  }

  /** Ends open connections at once. */
  close(): Promise<void> {
    return this.#transport.close();
  }
}
