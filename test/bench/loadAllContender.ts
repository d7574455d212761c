/** A process that reads whole lists in one way and measures how long each takes. */
import { Agent, request } from 'undici';
import { answer } from './child.ts';
import { loadAll, openTransport, PAGE_SIZE } from './client.ts';
import { timed } from './measure.ts';

export interface LoadAllQuestion {
  readonly who: keyof typeof readers | 'Mintscope';
  readonly address: string;
  readonly rows: number;
}

/** As many requests at a time as the extension sends. */
const AT_A_TIME = 4;

const headers = { authorization: 'Bearer t', accept: 'application/json' };
const dispatcher = new Agent({ connections: AT_A_TIME });
const transport = openTransport();

const readers = {
  'bare undici': async (url: string) => (await request(url, { dispatcher, headers })).body.json(),
  fetch: async (url: string) => (await fetch(url, { headers })).json(),
} as const;

answer(({ who, address, rows }: LoadAllQuestion) =>
  timed(() =>
    who === 'Mintscope' ? loadAll(address, transport, rows) : loop(address, rows, readers[who]),
  ),
);

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
