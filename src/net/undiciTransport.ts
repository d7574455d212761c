import type { EnvHttpProxyAgent } from 'undici';
import { isLoopback } from '../core/address.ts';
import { isServiceError, ServiceError } from '../core/failure.ts';
import type { Transport, TransportRequest, TransportResponse } from '../core/transport.ts';
import { createAgent, type NetworkSettings } from './agent.ts';
import { ACCEPTED_ENCODINGS, decompress } from './decompress.ts';
import { networkError } from './networkError.ts';

/** The `Transport` that the extension ships: undici, with a dispatcher of its own. */
export class UndiciTransport implements Transport {
  readonly #settings: NetworkSettings;
  readonly #agents = new Map<string, EnvHttpProxyAgent>();

  constructor(settings: NetworkSettings) {
    this.#settings = settings;
  }

  async get({ url, headers, signal, maxBodyBytes }: TransportRequest): Promise<TransportResponse> {
    let inBody = false;
    try {
      // undici would connect all the same.
      signal.throwIfAborted();
      const response = await this.#agentFor(url).request({
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        headers: { ...headers, 'accept-encoding': ACCEPTED_ENCODINGS },
        signal,
      });
      inBody = true;
      const chunks: Uint8Array[] = [];
      let size = 0;
      for await (const chunk of response.body as AsyncIterable<Uint8Array>) {
        size += chunk.byteLength;
        // Leaving the loop early ends the connection, so the rest is never received.
        if (size > maxBodyBytes) throw new ServiceError({ kind: 'decode', what: 'tooLarge' });
        chunks.push(chunk);
      }
      const received = firstOfEach(response.headers);
      return {
        status: response.statusCode,
        headers: received,
        body: await decompress(Buffer.concat(chunks), received['content-encoding'], maxBodyBytes),
      };
    } catch (error) {
      if (isServiceError(error)) throw error;
      if (signal.aborted) throw new ServiceError({ kind: 'aborted' });
      throw networkError(error, { url, inBody });
    }
  }

  async close(): Promise<void> {
    const agents = [...this.#agents.values()];
    this.#agents.clear();
    await Promise.all(agents.map((agent) => agent.destroy()));
  }

  #agentFor({ protocol, hostname }: URL): EnvHttpProxyAgent {
    const secure = protocol === 'https:';
    const loopback = isLoopback(hostname);
    const key = `${protocol}${loopback ? ' loopback' : ''}`;
    let agent = this.#agents.get(key);
    if (!agent) {
      try {
        agent = createAgent(this.#settings, { secure, loopback });
      } catch (error) {
        // Of all settings only the proxy is a text that can be wrong.
        throw new ServiceError(
          { kind: 'network', code: 'PROXY_INVALID', tls: false },
          { cause: error },
        );
      }
      this.#agents.set(key, agent);
    }
    return agent;
  }
}

function firstOfEach(
  headers: Readonly<Record<string, string | string[] | undefined>>,
): Record<string, string> {
  const first: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    const one = Array.isArray(value) ? value[0] : value;
    if (one !== undefined) first[name] = one;
  }
  return first;
}
