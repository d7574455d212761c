import type { Catalog } from '../../src/connection/catalog.ts';
import { mentionsAt } from '../../src/core/search/mention.ts';
import { KnownRows } from '../../src/features/hovers/knownRows.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure } from './measure.ts';

const ROWS = 20_000;
const LINE_MB = 5;
const TIMES = 500;

/**
 * The time for a hover at many places of a file of 5 MB in one line: the word is found and looked up
 * among the loaded rows. The first hover also makes the index of the rows.
 */
export function bench(effort: Effort): Promise<Figure[]> {
  const rows = Array.from({ length: effort.rows(ROWS) }, (_, at) => ({
    kind: 'project',
    key: `project/t/${at}`,
    mintAddress: `Mint${String(at).padStart(40, 'x')}`,
  }));
  const list = { state: { rows } };
  const known = new KnownRows({ projects: list, collections: list } as unknown as Catalog);
  const word = `"${rows[0]!.mintAddress}",`;
  const line = Buffer.alloc(LINE_MB * 1_000_000, word).toString('latin1');
  const hover = (at: number) => {
    const started = performance.now();
    const found = mentionsAt(line, at).some(({ text }) => known.find(text) !== undefined);
    const took = (performance.now() - started) * 1000;
    if (!found && at % word.length > 0) throw new Error(`Nothing was found at ${at}.`);
    return took;
  };
  const first = hover(1);
  const times = effort.times(TIMES);
  const places = Array.from({ length: times }, (_, at) => {
    const place = Math.floor((at / times) * (line.length - word.length));
    return place - (place % word.length) + 5;
  });
  const what = `over ${countOf(rows.length)} rows in a line of ${LINE_MB} MB`;
  return Promise.resolve([
    figure(`A hover ${what}`, 'µs', places.map(hover), { target: { atMost: 1000 } }),
    figure(`The first hover ${what}`, 'µs', [first], { target: { atMost: 50_000 } }),
  ]);
}
