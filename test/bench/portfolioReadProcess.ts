/** The process behind `benchPortfolioRead`: the whole extension in the stand-in for the editor. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ToPortfolio } from '../../src/protocol/portfolio.ts';
import { type FakeWindow, openWindow } from '../support/fakeVscode/window.ts';
import { FakeSecrets } from '../support/fakeVscode/storage.ts';
import { answer } from './child.ts';
import { heapAfterGc } from './heap.ts';

export interface PortfolioReadQuestion {
  readonly address: string;
  readonly rows: number;
}

export interface PortfolioReadAnswer {
  /** The time from the command until the stats of all projects are read. */
  readonly readMs: number;
  readonly requestsPerSecond: number;
  /** The growth of the process since the window was opened, after all work has ended. */
  readonly heapMb: number;
  readonly residentMb: number;
  /** The time from the command until the page has all counts, in a later window. */
  readonly backMs: number;
  /** The longest time that the process was blocked, during reading and in the later window. */
  readonly blockedMs: number;
  readonly blockedBackMs: number;
}

answer(async ({ address, rows }: PortfolioReadQuestion): Promise<PortfolioReadAnswer> => {
  const storage = await mkdtemp(join(tmpdir(), 'mintscope-bench-'));
  const secrets = new FakeSecrets();
  const signIn = { address, token: 'token-of-the-bench' };
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
  heapAfterGc();
  await sleep(200);
  const before = { heap: heapAfterGc(), resident: process.memoryUsage().rss };
  const read = await portfolioOf(window, rows);
  window.desk.log.length = 0;
  for (let turn = 0; turn < 3; turn++) {
    heapAfterGc();
    await sleep(100);
  }
  const heapMb = (heapAfterGc() - before.heap) / 1e6;
  const residentMb = (process.memoryUsage().rss - before.resident) / 1e6;
  await window.close();
  const later = await open(false);
  const back = await portfolioOf(later, rows);
  await later.close();
  await rm(storage, { recursive: true });
  return {
    ...{ readMs: read.doneMs, requestsPerSecond: (1000 * rows) / (read.doneMs - read.listMs) },
    ...{ heapMb, residentMb, blockedMs: read.blockedMs },
    ...{ backMs: back.countedMs, blockedBackMs: back.blockedMs },
  };
});

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
