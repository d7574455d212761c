import { Child } from './child.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure, race, type Rounds } from './measure.ts';
import type { LoadAllQuestion } from './loadAllContender.ts';
import { startService } from './service.ts';

const ROWS = 10_000;
const CONTENDERS = ['bare undici', 'fetch', 'Mintscope'] as const;

/** The time of Load All, compared with loops that only fetch and parse with the same concurrency. */
export async function bench(effort: Effort): Promise<Figure[]> {
  return [
    ...(await contend(effort, 50, 1.15, { rounds: 5, warmUps: 1 })),
    ...(await contend(effort, 0, 1.25, { rounds: 81, warmUps: 20 })),
  ];
}

async function contend(
  effort: Effort,
  delayMs: number,
  most: number,
  rounds: Rounds,
): Promise<Figure[]> {
  const rows = effort.rows(ROWS);
  using service = await startService();
  const address = service.address(rows, delayMs);
  using children = new DisposableStack();
  const turns = CONTENDERS.map((who) => {
    const child = children.use(new Child('loadAllContender.ts'));
    const question: LoadAllQuestion = { who, address, rows };
    return [who, () => child.ask<number>(question)] as const;
  });
  const samples = await race(
    effort,
    Object.fromEntries(turns) as Record<(typeof CONTENDERS)[number], () => Promise<number>>,
    rounds,
  );

  const what = `Load All of ${countOf(rows)} rows, service at ${delayMs} ms`;
  const beside = (name: (typeof CONTENDERS)[number], ratioAtMost: number) =>
    figure(`${what}, beside ${name}`, 'ms', samples.Mintscope, {
      rival: { name, samples: samples[name] },
      target: { ratioAtMost },
    });
  return [beside('bare undici', most), beside('fetch', 1)];
}
