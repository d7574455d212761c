import type { TransportRequest } from '../core/client/transport.ts';
import type { Network } from './connect.ts';
import { Origin } from './origin.ts';

export type WindowTransport = ReturnType<typeof windowTransport>;

/**
 * Creates the transport of a window.
 * @param network gives the settings, for the first request and for the first after `close`.
 */
export function windowTransport(
  network: () => Network,
  create = (url: URL, settings: Network) => new Origin(url, settings),
) {
  const origins = new Map<string, Origin>();
  let used: Network | undefined;
  return {
    get: (request: TransportRequest) => {
      const { url } = request;
      const origin = origins.get(url.origin) ?? create(url, (used ??= network()));
      origins.set(url.origin, origin);
      return origin.get(request);
    },
    /** `Origin.sentBy`; `undefined` if no request was sent since `close`. */
    transportFor: (origin: string) => origins.get(origin)?.sentBy,
    /** See `Origin.probeNow`. */
    probeNow: (origin: string) => origins.get(origin)?.probeNow(),
    /** Closes the idle connections. The next request opens new ones. */
    close: () => {
      for (const origin of origins.values()) origin.close();
      origins.clear();
      used = undefined;
      return Promise.resolve();
    },
  };
}
