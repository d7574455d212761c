import type { Transport, TransportRequest, TransportResponse } from '../core/client/transport.ts';
import type { Network } from './connect.ts';
import { Origin } from './origin.ts';

/** The transport of a window. */
export class WindowTransport implements Transport {
  readonly #read: () => Network;
  #network: Network | undefined;
  #origins = new Map<string, Origin>();

  /** @param read gives the settings, for the first request and for the first after `close`. */
  constructor(read: () => Network) {
    this.#read = read;
  }

  /** What connections have in common until `close`. */
  get network(): Network {
    return (this.#network ??= this.#read());
  }

  get(request: TransportRequest): Promise<TransportResponse> {
    const { url } = request;
    const origin = this.#origins.get(url.origin) ?? this.originOf(url, this.network);
    this.#origins.set(url.origin, origin);
    return origin.get(request);
  }

  protected originOf(url: URL, network: Network): Origin {
    return new Origin(url, network);
  }

  /** How requests to an origin are sent; `undefined` if there were none since `close`. */
  transportFor(origin: string): string | undefined {
    return this.#origins.get(origin)?.sentBy;
  }

  /** See `Origin.probeNow`. */
  probeNow(origin: string): void {
    this.#origins.get(origin)?.probeNow();
  }

  /** Closes each connection after its request. The next request begins anew. */
  close(): Promise<void> {
    for (const origin of this.#origins.values()) origin.close();
    this.#origins = new Map();
    this.#network = undefined;
    return Promise.resolve();
  }
}
