import { parseJson } from '../../src/core/model/json.ts';
import { PROJECTS } from '../../src/lists/projects.ts';
import type { Effort } from './effort.ts';
import { type Figure, figure, race, timed } from './measure.ts';
import { benchRows } from './rows.ts';

const PAGES = 100;

/** The time to decode a page of a hundred rows, compared with parsing its JSON. */
export async function bench(effort: Effort): Promise<Figure[]> {
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
