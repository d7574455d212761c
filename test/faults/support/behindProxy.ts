import type { NetworkSettings } from '../../../src/net/undiciTransport.ts';
import { type ProxyOptions, startFakeProxy } from '../../support/fakeProxy.ts';
import { withoutProxyVariables } from '../../support/proxyVariables.ts';
import { startTlsService } from '../../support/tlsService.ts';
import { resolveNames } from './names.ts';
import { openers, pageOf, rows } from './openers.ts';

/** The host name of the service and of its certificate. */
export const HOST = 'api.example.test';

/**
 * `openers` and a service behind a proxy, in an environment that names no proxy. Call it within
 * `describe`.
 */
export function proxyOpeners() {
  const open = openers();
  withoutProxyVariables();

  return {
    open,

    /**
     * A service on this machine with a host name, and a proxy that connects to it unless `options`
     * change that.
     * @param names the addresses by host name; no other host is found.
     */
    behindProxy: async (
      options: ProxyOptions = {},
      names: Readonly<Record<string, string>> = { [HOST]: '127.0.0.1' },
    ) => {
      const authorizations: (string | undefined)[] = [];
      const service = await startTlsService(({ headers }, response) => {
        authorizations.push(headers.authorization);
        response.end(pageOf(rows(1)));
      });
      open.atEnd(() => service.close());
      const proxy = await startFakeProxy(service.port, options);
      open.atEnd(() => proxy.close());
      open.atEnd(resolveNames(names));
      return { authorizations, proxy, address: `https://${HOST}:${service.port}` };
    },

    /** As `open.opened`, without verifying the self-signed certificate of the service. */
    opened: (address: string, network: Partial<NetworkSettings>) =>
      open.opened(address, { network: Object.assign(network, { strictSSL: false }) }),
  };
}
