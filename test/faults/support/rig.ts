import { TOKEN } from '../../support/minimalService.ts';
import { USER_AGENT } from '../../support/client.ts';
import { AccessToken } from '../../../src/core/client/accessToken.ts';
import { RequestPolicy } from '../../../src/core/client/requestPolicy.ts';
import { addressOf } from '../../support/address.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { turn } from '../../support/turn.ts';
import { ServiceClient } from '../../../src/core/client/serviceClient.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import { listProblem } from '../../../src/core/messages/failureMessages.ts';
import type { Collection, Project } from '../../../src/core/model/model.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import type { NetworkSettings } from '../../../src/core/client/proxyChoice.ts';
import { windowTransport } from '../../../src/net/origin.ts';

export interface RigOptions {
  readonly network?: Partial<NetworkSettings>;
}

/**
 * The path of a request as the extension builds it, from the lists down to real sockets. On its clock
 * only waits between requests pass by themselves, so that no response is late on a busy machine.
 */
export function startRig(address: string, options: RigOptions = {}) {
  const service = addressOf(address);
  const clock = new FakeClock(Date.now());
  // Read again for each connection, as the editor's settings are.
  const settings = () => ({ proxy: undefined, noProxy: [], strictSSL: true, ...options.network });
  const logged: string[] = [];
  const log = (line: string) => logged.push(line);
  const { uptime } = clock;
  const network = () => ({ settings: settings(), userAgent: USER_AGENT, uptime, log });
  const transport = windowTransport(network);
  const get = transport.get.bind(transport);
  let tried = 0;
  let underWay = 0;
  transport.get = async (request) => {
    tried++;
    underWay++;
    try {
      return await get(request);
    } finally {
      underWay--;
      void endWaits();
    }
  };
  async function endWaits(): Promise<void> {
    await turn();
    while (underWay === 0 && clock.pending > 0) await clock.advance(100);
  }
  const policy = new RequestPolicy(clock, Math.random);
  const client = new ServiceClient({
    address: service,
    token: new AccessToken(TOKEN, service.origin),
    transport,
    policy: policy.for(service.origin),
    now: clock.now,
  });
  const paging = { limit: () => 50, now: clock.now };
  const projects = new PagedList<Project>(
    (page, signal) => client.page(PROJECTS, page, signal),
    paging,
  );
  const collections = new PagedList<Collection>(
    (page, signal) => client.page(COLLECTIONS, page, signal),
    paging,
  );
  const time = (ms: number) => new Date(ms).toISOString().slice(11, 19);

  return {
    host: service.host,
    client,
    transport,
    tried: () => tried,
    logged,
    clock,
    projects,
    collections,

    sees(): string {
      const { state } = projects;
      const failure = listProblem(state, service.host, time);
      if (failure) return `${failure.reason} ${failure.hint} [${failure.action}]`;
      return String(state.rows.length);
    },

    async end(): Promise<void> {
      projects.reset();
      collections.reset();
      await transport.close();
    },
  };
}
