import { Agent, request } from 'undici';
import { AccessToken } from '../../src/core/client/accessToken.ts';
import { requestPolicy } from '../../src/core/client/requestPolicy.ts';
import { ServiceClient } from '../../src/core/client/serviceClient.ts';
import { PagedList } from '../../src/core/lists/pagedList.ts';
import type { Project } from '../../src/core/model/model.ts';
import { systemClock } from '../../src/editor/systemClock.ts';
import { PROJECTS } from '../../src/lists/projects.ts';
import { addressOf } from '../support/address.ts';
import { createTransport } from '../support/client.ts';
import { countOf, type Effort, type Figure, figure, race, timed } from './measure.ts';
import { PAGE_SIZE } from './rows.ts';
import { startService } from './service.ts';

/** As many requests at a time as the extension sends. */
const AT_A_TIME = 4;

const dispatcher = new Agent({ connections: AT_A_TIME });
const transport = createTransport();

/** The time of Load All, compared with a loop that only fetches and parses, as many at a time. */
export async function bench(effort: Effort): Promise<Figure[]> {
  const rows = effort.rows(10_000);
  using service = await startService();
  const address = service.address(rows, 50);
  const { own, bare } = await race(
    effort,
    {
      own: () => timed(() => loadAll(address, rows)),
      bare: () => timed(() => loop(address, rows)),
    },
    { rounds: 5, warmUps: 1 },
  );
  return [
    figure(`Load All of ${countOf(rows)} rows, service at 50 ms`, 'ms', own, {
      rival: { name: 'bare undici', samples: bare },
      target: { ratioAtMost: 1.15 },
    }),
  ];
}

/** Loads a list as the extension does, without the editor. */
async function loadAll(text: string, rows: number): Promise<void> {
  const address = addressOf(text);
  const { now } = systemClock;
  const token = new AccessToken('t', address.origin);
  const policy = requestPolicy(systemClock, Math.random);
  const client = new ServiceClient({ address, token, transport, policy, now });
  const list = new PagedList<Project>((page, signal) => client.page(PROJECTS, page, signal), {
    limit: () => PAGE_SIZE,
    now,
  });
  await list.loadAll();
  if (list.state.rows.length !== rows) {
    throw new Error(`${list.state.rows.length} of ${rows} rows came.`);
  }
}

/** Fetches the first page, then the others; parses them and drops the result. */
async function loop(address: string, rows: number): Promise<void> {
  const headers = { authorization: 'Bearer t', accept: 'application/json' };
  const read = async (page: number) => {
    const url = `${address}/v2/projects?page=${page}&limit=${PAGE_SIZE}`;
    await (await request(url, { dispatcher, headers })).body.json();
  };
  await read(1);
  let next = 2;
  const lane = async () => {
    while (next <= rows / PAGE_SIZE) await read(next++);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
}
