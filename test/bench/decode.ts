import { decodeProjects } from '../../src/core/decode.ts';
import { parseJson } from '../../src/core/json.ts';
import { type Figure, race } from './measure.ts';
import { benchRow } from './rows.ts';

const PAGES = 200;

/** A page of a hundred rows: what decoding costs beside parsing its JSON. */
export async function benchDecode(): Promise<Figure[]> {
  const results = Array.from({ length: 100 }, (_, index) => benchRow(index));
  const text = JSON.stringify({ results, page: 1, limit: 100, totalPages: 1, totalResults: 100 });
  const body = new TextEncoder().encode(text);
  const parsed = parseJson(body);
  const repeat = (work: () => unknown) => () => {
    for (let page = 0; page < PAGES; page++) work();
    return Promise.resolve();
  };
  const figures = await race([
    { name: `JSON.parse of ${PAGES} pages of 100 rows`, run: repeat(() => JSON.parse(text)) },
    { name: '  decoding them', run: repeat(() => decodeProjects(parsed)) },
  ]);
  return figures;
}
