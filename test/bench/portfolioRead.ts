import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { temporaryFolder } from '../host/paths.ts';
import type { ToPortfolio } from '../support/portfolio.ts';
import { type FakeWindow, openWindow } from '../support/fakeVscode/window.ts';
import { FakeSecrets } from '../support/fakeVscode/storage.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure } from './measure.ts';
import { startService } from './service.ts';

/** The time and memory to read the stats of a large portfolio, and to show them in a later window. */
export async function bench(effort: Effort): Promise<Figure[]> {
  using service = await startService();
  const rows = effort.rows(20_000);
  const storage = temporaryFolder('storage');
  const secrets = new FakeSecrets();
  const signIn = { address: service.address(rows, 0), token: 'token-of-the-bench' };
  const open = async (isFirst: boolean) => {
    const window = await openWindow({
      ...{ secrets, pageSize: 100, globalStorage: storage },
      ...(isFirst && { signIn }),
    });
    window.projects.show();
    while (window.projects.painted.length === 0) await sleep(10);
    await sleep(1000);
    return window;
  };
  const window = await open(true);
  const before = await heapAtRest();
  const read = await portfolioOf(window, rows);
  window.desk.log.length = 0;
  const heapKb = ((await heapAtRest()) - before) / 1e3;
  await window.close();
  const later = await open(false);
  const back = await portfolioOf(later, rows);
  await later.close();

  const title = `Portfolio of ${countOf(rows)} projects`;
  const perSecond = (1000 * rows) / (read.doneMs - read.listMs);
  return [
    figure(`${title} read, service at 0 ms`, 'ms', [read.doneMs]),
    figure(`${title}, requests`, '/s', [perSecond]),
    figure(`${title}, growth of the heap`, 'KB', [heapKb], { target: { atMost: 80_000 } }),
    figure(`${title}, longest block while reading`, 'ms', [read.blockedMs]),
    figure(`${title} in a later window, all counts`, 'ms', [back.countedMs]),
    figure(`${title} in a later window, longest block`, 'ms', [back.blockedMs]),
  ];
}

/** Opens the portfolio and waits until it is read and all rows in the page have counts. */
async function portfolioOf({ desk, run }: FakeWindow, rows: number) {
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const started = performance.now();
  await run('openPortfolio');
  const { received } = desk.panels.at(-1)!;
  const counted = new Set<string>();
  let [listMs, countedMs] = [0, 0];
  for (let phase = ''; phase !== 'done' || counted.size < rows;) {
    await sleep(5);
    const messages = received as unknown as ToPortfolio[];
    for (const message of messages) {
      if (message.type === 'state') phase = message.state.phase;
      if (message.type !== 'rows') continue;
      for (const { key, counts } of message.rows) if (counts) counted.add(key);
    }
    // The stand-in records messages for tests.
    messages.length = 0;
    const ms = performance.now() - started;
    if (phase === 'list') listMs = ms;
    if (counted.size < rows) countedMs = ms;
  }
  const doneMs = performance.now() - started;
  delay.disable();
  return { doneMs, listMs, countedMs, blockedMs: delay.max / 1e6 };
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
