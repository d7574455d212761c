import { Child } from './child.ts';
import { type Figure, figure, race, type Rounds } from './measure.ts';
import type { LoadAllQuestion } from './loadAllContender.ts';
import { startService } from './service.ts';

const ROWS = 10_000;
const CONTENDERS = ['undici', 'fetch', 'axios', 'Mintscope'] as const;

/** Load All, beside loops that only fetch and parse with the same concurrency. */
export async function benchLoadAll(): Promise<Figure[]> {
  return [
    ...(await contend(50, 1.15, { rounds: 5, warmUps: 1 })),
    ...(await contend(0, 1.4, { rounds: 81, warmUps: 20 })),
  ];
}

async function contend(delayMs: number, most: number, rounds: Rounds): Promise<Figure[]> {
  const service = await startService();
  const address = service.address(ROWS, delayMs);
  const children = CONTENDERS.map((name) => [name, Child.start('loadAllContender.ts')] as const);
  const turns = children.map(([who, child]) => {
    const question: LoadAllQuestion = { who, address, rows: ROWS };
    return [who, () => child.ask<number>(question)] as const;
  });
  const samples = await race(
    Object.fromEntries(turns) as Record<(typeof CONTENDERS)[number], () => Promise<number>>,
    rounds,
  );
  for (const [, child] of children) child.stop();
  service.stop();

  const what = `Load All of 10,000 rows, service at ${delayMs} ms`;
  const beside = (name: 'undici' | 'fetch' | 'axios', ratioAtMost: number) =>
    figure(`${what}, beside ${name === 'undici' ? 'bare undici' : name}`, 'ms', samples.Mintscope, {
      rival: { name: name === 'undici' ? 'bare undici' : name, samples: samples[name] },
      target: { ratioAtMost },
    });
  return [beside('undici', most), beside('fetch', 1), beside('axios', 1)];
}
