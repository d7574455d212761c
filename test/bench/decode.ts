import { parseJson } from '../../src/core/model/json.ts';
import { PROJECTS } from '../../src/lists/projects.ts';
import type { Effort } from './effort.ts';
import { type Figure, figure, race, timed } from './measure.ts';
import { benchRows } from './rows.ts';

const PAGES = 100;
/** The members of a row's list, so that a hundred rows are 3.8 MB. */
const VALUES = 19_000;

/** The time to decode a page of a hundred rows, compared with parsing its JSON. */
export async function bench(effort: Effort): Promise<Figure[]> {
  return [...(await decodePages(effort)), ...(await readLargest(effort))];
}

async function decodePages(effort: Effort): Promise<Figure[]> {
  const totals = { page: 1, limit: 100, totalPages: 1, totalResults: 100 };
  const text = JSON.stringify({ results: benchRows(100), ...totals });
  const parsed = parseJson(new TextEncoder().encode(text));
  const perPage = (work: () => unknown) => async () => {
    const ms = await timed(() => {
      for (let page = 0; page < PAGES; page++) work();
    });
    return (ms * 1000) / PAGES;
  };
  const samples = await race(
    effort,
    { parse: perPage(() => JSON.parse(text)), decode: perPage(() => PROJECTS.decode(parsed)) },
    { rounds: 31, warmUps: 10 },
  );
  const rival = { name: 'JSON.parse', samples: samples.parse };
  const options = { rival, target: { ratioAtMost: 1 } };
  return [figure('Decoding a page of 100 rows', 'µs', samples.decode, options)];
}

/** The longest block of the window by a page: almost 4 MB of small values, one beyond 2^53. */
async function readLargest(effort: Effort): Promise<Figure[]> {
  const values = Array.from({ length: VALUES }, (_, at) => at % 10).join();
  const rows = Array.from({ length: 100 }, (_, at) => {
    const slot = at === 50 ? '9007199254740993' : '1';
    return `{"id":${at},"transferable":true,"slot":${slot},"values":[${values}]}`;
  });
  const text = `{"results":[${rows.join()}],"totalResults":100}`;
  const body = new TextEncoder().encode(text);
  const samples = await race(
    effort,
    {
      parse: () => timed(() => JSON.parse(text) as unknown),
      read: () => timed(() => PROJECTS.decode(parseJson(body))),
    },
    { rounds: 11, warmUps: 2 },
  );
  const rival = { name: 'JSON.parse', samples: samples.parse };
  return [figure('Reading a page of 3.8 MB with a long integer', 'ms', samples.read, { rival })];
}
