import connect from 'undici/lib/api/api-connect.js';
import Dispatcher from 'undici/lib/dispatcher/dispatcher.js';
import EnvHttpProxyAgent from 'undici/lib/dispatcher/env-http-proxy-agent.js';

// undici's root module adds this method to its dispatchers, and its proxy agent needs it.
Object.assign(Dispatcher.prototype, { connect });

interface EditorNetwork {
  /** A proxy that only the editor knows, as from a PAC file; none if left out. */
  readonly proxy?: string;
  /** Whether certificates are verified; true if left out. */
  readonly verifies?: boolean;
}

/**
 * Patches `fetch` as the editor does: it calls Node's `fetch` with a dispatcher that connects through
 * the proxy, if there is one.
 * @returns functions that give how often it was called, and that restore Node's `fetch`.
 */
export function patchFetch({ proxy = '', verifies = true }: EditorNetwork = {}) {
  const { fetch } = globalThis;
  const tls = { rejectUnauthorized: verifies };
  const dispatcher = new EnvHttpProxyAgent({
    ...{ httpProxy: proxy, httpsProxy: proxy, noProxy: '' },
    ...{ connect: tls, requestTls: tls, proxyTls: tls },
  });
  let calls = 0;
  globalThis.fetch = (input, init) => {
    calls++;
    return fetch(input, { ...init, dispatcher: dispatcher as never });
  };
  return {
    calls: () => calls,
    restore: async () => {
      globalThis.fetch = fetch;
      await dispatcher.destroy();
    },
  };
}
