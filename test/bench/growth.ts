import { loadAll, openTransport } from './client.ts';
import { countOf, type Effort } from './effort.ts';
import { heapAfterGc } from './heap.ts';
import { type Figure, figure, race, timed } from './measure.ts';
import { jsonBytes } from './rows.ts';
import { startService } from './service.ts';

/** The length of a list, and how many such lists are read in one measurement. */
const SIZES: readonly (readonly [rows: number, lists: number])[] = [
  [1_000, 20],
  [10_000, 4],
  [100_000, 1],
];

const transport = openTransport();

/** The time and the heap for a row, in short lists and long ones. */
export async function bench(effort: Effort): Promise<Figure[]> {
  using service = await startService();
  const lists = SIZES.map(([full, count]) => {
    const rows = effort.rows(full);
    return { address: service.address(rows, 0), rows, count };
  });
  const contenders = lists.map(({ address, rows, count }) => {
    const work = async () => {
      // Collects the garbage of the contender before, which must not count here.
      heapAfterGc();
      const ms = await timed(async () => {
        for (let list = 0; list < count; list++) await loadAll(address, transport, rows);
      });
      return (ms * 1000) / (rows * count);
    };
    return [String(rows), work] as const;
  });
  const rounds = { rounds: 7, warmUps: 2 };
  const times = await race(effort, Object.fromEntries(contenders), rounds);
  const first = lists[0]!.rows;
  const figures: Figure[] = [];
  for (const { address, rows, count } of lists) {
    const rival = { name: `at ${countOf(first)}`, samples: times[String(first)]! };
    const compared = rows === first ? {} : { rival, target: { ratioAtMost: 1.3 } };
    const heapPerRow: number[] = [];
    for (let repeat = 0; repeat < 3; repeat++) heapPerRow.push(await heapOf(address, rows, count));
    const json = { name: 'its JSON', samples: heapPerRow.map(() => jsonBytes(rows) / rows) };
    const what = `Load All of ${countOf(rows)} rows`;
    figures.push(
      figure(`${what}, time per row`, 'µs', times[String(rows)]!, compared),
      figure(`${what}, heap per row`, 'B', heapPerRow, {
        rival: json,
        target: { ratioAtMost: 2 },
      }),
    );
  }
  return figures;
}

/** A function of its own, so that nothing of it is in the heap when the next one begins. */
async function heapOf(address: string, rows: number, count: number): Promise<number> {
  const before = heapAfterGc();
  const held = [];
  for (let list = 0; list < count; list++) held.push(await loadAll(address, transport, rows));
  return (heapAfterGc() - before) / (rows * held.length);
}
