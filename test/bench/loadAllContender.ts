/** A process that reads whole lists in one way and measures how long each takes. */
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
import { answer } from './child.ts';
import { timed } from './measure.ts';
import { PAGE_SIZE } from './rows.ts';

export interface LoadAllQuestion {
  readonly who: keyof typeof readers | 'Mintscope';
  readonly address: string;
  readonly rows: number;
}

/** As many requests at a time as the extension sends. */
const AT_A_TIME = 4;

const headers = { authorization: 'Bearer t', accept: 'application/json' };
const dispatcher = new Agent({ connections: AT_A_TIME });
const transport = createTransport();

const readers = {
  'bare undici': async (url: string) => (await request(url, { dispatcher, headers })).body.json(),
  fetch: async (url: string) => (await fetch(url, { headers })).json(),
} as const;

answer(({ who, address, rows }: LoadAllQuestion) =>
  timed(() => (who === 'Mintscope' ? loadAll(address, rows) : loop(address, rows, readers[who]))),
);

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
async function loop(
  address: string,
  rows: number,
  read: (url: string) => Promise<unknown>,
): Promise<void> {
  const page = (number: number) => `${address}/v2/projects?page=${number}&limit=${PAGE_SIZE}`;
  await read(page(1));
  let next = 2;
  const lane = async () => {
    while (next <= rows / PAGE_SIZE) await read(page(next++));
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, lane));
}
