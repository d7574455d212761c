/** The process behind `benchGrowth`; it needs `--expose-gc`. */
import { answer } from './child.ts';
import { loadAll, openTransport } from './client.ts';
import { race, type Rounds, timed } from './measure.ts';
import { heapAfterGc } from './heap.ts';

export interface GrowthQuestion {
  readonly lists: readonly {
    readonly address: string;
    readonly rows: number;
    readonly count: number;
  }[];
  readonly rounds: Rounds;
}

export type GrowthAnswer = readonly {
  readonly rows: number;
  readonly usPerRow: readonly number[];
  readonly heapPerRow: readonly number[];
}[];

const transport = openTransport();

answer(async ({ lists, rounds }: GrowthQuestion): Promise<GrowthAnswer> => {
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
  const times = await race(Object.fromEntries(contenders), rounds);
  const measured = [];
  for (const { address, rows, count } of lists) {
    const heapPerRow: number[] = [];
    for (let repeat = 0; repeat < 3; repeat++) {
      // In a function, so that nothing of it is in the heap when the next one begins.
      heapPerRow.push(await heapOf(address, rows, count));
    }
    measured.push({ rows, usPerRow: times[String(rows)]!, heapPerRow });
  }
  return measured;
});

async function heapOf(address: string, rows: number, count: number): Promise<number> {
  const before = heapAfterGc();
  const held = [];
  for (let list = 0; list < count; list++) held.push(await loadAll(address, transport, rows));
  const after = heapAfterGc();
  return (after - before) / (rows * held.length);
}
