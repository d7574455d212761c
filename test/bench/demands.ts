import { DemandQueue } from '../../src/stats/demandQueue.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure, race, timed } from './measure.ts';

const SIZES = [2_000, 20_000] as const;

export async function bench(effort: Effort): Promise<Figure[]> {
  const sizes = SIZES.map((full) => effort.rows(full));
  const contenders = sizes.map((size) => {
    const work = async () => (1000 * (await timed(() => demandAll(size)))) / size;
    return [String(size), work] as const;
  });
  const times = await race(effort, Object.fromEntries(contenders), { rounds: 7, warmUps: 2 });
  const [few, many] = sizes.map((size) => times[String(size)]!);
  return [
    figure(`${countOf(sizes[1]!)} demands, added and taken, each`, 'µs', many!, {
      rival: { name: `of ${countOf(sizes[0]!)}`, samples: few! },
      target: { ratioAtMost: 4 },
    }),
  ];
}

async function demandAll(size: number): Promise<void> {
  const queue = new DemandQueue<string, string>({
    request: (key) => Promise.resolve(key),
    mayStart: () => true,
    keepsDemands: () => false,
  });
  const { signal } = new AbortController();
  const demand = { urgency: 'list', maxAgeMs: 60_000, signal } as const;
  await Promise.all(Array.from({ length: size }, (_, at) => queue.demand(`t/${at}`, demand)));
}
