import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ToPortfolio } from '../support/portfolio.ts';
import { type FakeWindow, openWindow } from '../support/fakeVscode/window.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure, timed } from './measure.ts';
import { startService } from './service.ts';

/** The time and memory to read the stats of a large portfolio. */
export async function bench(effort: Effort): Promise<Figure[]> {
  using service = await startService();
  const rows = effort.rows(20_000);
  const signIn = { address: service.address(rows, 0), token: 'token-of-the-bench' };
  const window = await openWindow({ signIn, pageSize: 100 });
  window.projects.show();
  while (window.projects.painted.length === 0) await sleep(10);
  await sleep(1000);
  const before = await heapAtRest();
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const ms = await timed(() => readPortfolio(window));
  delay.disable();
  window.desk.log.length = 0;
  const heapKb = ((await heapAtRest()) - before) / 1e3;
  await window.close();

  const title = `Portfolio of ${countOf(rows)} projects`;
  return [
    figure(`${title} read, service at 0 ms`, 'ms', [ms]),
    figure(`${title}, growth of the heap`, 'KB', [heapKb], { target: { atMost: 80_000 } }),
    figure(`${title}, longest block while reading`, 'ms', [delay.max / 1e6]),
  ];
}

/** Opens the portfolio and waits until all of it is read. */
async function readPortfolio({ desk, run }: FakeWindow): Promise<void> {
  await run('openPortfolio');
  const messages = desk.panels.at(-1)!.received as unknown as ToPortfolio[];
  for (let phase = ''; phase !== 'done';) {
    await sleep(5);
    for (const message of messages) if (message.type === 'state') phase = message.state.phase;
    // The stand-in records messages for tests.
    messages.length = 0;
  }
}

/** Bytes in use once sockets, timers and all garbage are freed: objects, and buffers outside the heap. */
async function heapAtRest(): Promise<number> {
  const { gc } = globalThis;
  if (!gc) throw new Error('This process needs --expose-gc.');
  for (let turn = 0; turn < 4; turn++) {
    if (turn > 0) await sleep(50);
    gc();
    // The second collection frees what the first has finalized.
    gc();
  }
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}
