import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { Agent, request } from 'undici';
import { AccessToken } from '../../src/core/accessToken.ts';
import { parseServiceAddress } from '../../src/core/address.ts';
import type { Project } from '../../src/core/domain.ts';
import { PagedList } from '../../src/core/pagedList.ts';
import { RequestPolicy } from '../../src/core/policy.ts';
import { ServiceClient } from '../../src/core/serviceClient.ts';
import { createTransport } from '../../src/net/index.ts';
import { systemClock } from '../support/systemClock.ts';
import { type Figure, race } from './measure.ts';

const PAGES = 100;
const LIMIT = 100;
const AT_A_TIME = 4;

/** Load All of 10,000 rows, beside loops that only fetch and parse with the same concurrency. */
export async function benchLoadAll(): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const delayMs of [0, 50]) {
    const child = spawn(process.execPath, [
      fileURLToPath(new URL('service.ts', import.meta.url)),
      String(delayMs),
    ]);
    const [port] = (await once(child.stdout, 'data')) as [Buffer];
    const address = `http://127.0.0.1:${String(port).trim()}`;
    figures.push(...(await contend(address, delayMs)));
    child.kill();
  }
  return figures;
}

async function contend(address: string, delayMs: number): Promise<Figure[]> {
  const agent = new Agent({ connections: AT_A_TIME });
  const transport = createTransport({ proxy: undefined, noProxy: ['*'], strictSSL: true });
  const url = (page: number) => `${address}/v2/projects?page=${page}&limit=${LIMIT}`;
  const headers = { authorization: 'Bearer t', accept: 'application/json' };
  const figures = await race([
    {
      name: `Load All of 10,000 rows, service at ${delayMs} ms: bare undici and JSON.parse`,
      run: () =>
        loop(async (page) => {
          const { body } = await request(url(page), { dispatcher: agent, headers });
          return body.json();
        }),
    },
    {
      name: '  fetch',
      run: () => loop(async (page) => (await fetch(url(page), { headers })).json()),
    },
    { name: '  Mintscope', run: () => loadAll(address, transport) },
  ]);
  await Promise.all([agent.close(), transport.close()]);
  return figures;
}

/** The first page, then the others with as many at a time as the extension has. */
async function loop(read: (page: number) => Promise<unknown>): Promise<void> {
  await read(1);
  let next = 2;
  const lane = async () => {
    while (next <= PAGES) await read(next++);
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
}

async function loadAll(address: string, transport: ReturnType<typeof createTransport>) {
  const parsed = parseServiceAddress(address);
  if (!parsed.ok) throw new Error(parsed.sentence);
  const { origin } = parsed.address;
  const policy = new RequestPolicy(systemClock, Math.random);
  const client = new ServiceClient(
    { address: parsed.address, token: new AccessToken('t', origin) },
    transport,
    policy.for(origin),
    systemClock.now,
  );
  const list = new PagedList<Project>((page, signal) => client.projects(page, signal), {
    limit: () => LIMIT,
    now: systemClock.now,
  });
  await list.loadAll();
  if (list.state.rows.length !== PAGES * LIMIT) throw new Error('Not all rows came.');
}
