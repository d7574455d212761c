import { setTimeout as sleep } from 'node:timers/promises';
import { openTransport, projectList } from './client.ts';
import type { Effort } from './effort.ts';
import { type Figure, figure } from './measure.ts';
import { startService } from './service.ts';

const REPEATS = 15;

/** How long the service is still busy with Load All after it was canceled. */
export async function bench(effort: Effort): Promise<Figure[]> {
  using service = await startService();
  const transport = openTransport();
  const samples: number[] = [];
  for (let repeat = 0; repeat < effort.times(REPEATS); repeat++) {
    const list = projectList(service.address(10_000, 50), transport);
    const done = list.loadAll();
    // In the middle of a round, each time at another point.
    await sleep(230 + 7 * repeat);
    const cancelled = Date.now();
    list.cancel();
    await done;
    await sleep(150);
    const { lastRequestAt, lastDropAt, underWay } = await service.seen();
    if (underWay > 0) throw new Error('Requests are under way long after a Cancel.');
    samples.push(Math.max(0, Math.max(lastRequestAt, lastDropAt) - cancelled));
  }
  await transport.close();
  return [
    figure('Cancel of Load All → the last of its requests has ended', 'ms', samples, {
      target: { atMost: 50 },
    }),
  ];
}
