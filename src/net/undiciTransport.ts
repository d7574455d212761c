import type { EnvHttpProxyAgent } from 'undici';
import { isLoopback } from '../core/client/serviceAddress.ts';
import type { Transport, TransportRequest, TransportResponse } from '../core/client/transport.ts';
import { ServiceError } from '../core/model/serviceError.ts';
import { createAgent, type NetworkSettings } from './agent.ts';
import { AnswerReader } from './answer.ts';
import { ACCEPTED_ENCODINGS, decompress } from './decompress.ts';

/** The `Transport` that the extension ships: undici, with a dispatcher of its own. */
export class UndiciTransport implements Transport {
  readonly #settings: NetworkSettings;
  readonly #agents = new Map<string, EnvHttpProxyAgent>();

  constructor(settings: NetworkSettings) {
    this.#settings = settings;
  }

  async get({ url, headers, signal, maxBodyBytes }: TransportRequest): Promise<TransportResponse> {
    // undici would connect all the same.
    if (signal.aborted) throw new ServiceError({ kind: 'aborted' });
    const agent = this.#agentFor(url);
    const reader = new AnswerReader(url, signal, maxBodyBytes);
    agent.dispatch(
      {
        origin: url.origin,
        path: url.pathname + url.search,
        method: 'GET',
        headers: { ...headers, 'accept-encoding': ACCEPTED_ENCODINGS },
      },
      reader,
    );
    const answer = await reader.answer;
    const encoding = answer.headers['content-encoding'];
    return { ...answer, body: await decompress(answer.body, encoding, maxBodyBytes) };
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
