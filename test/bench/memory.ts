import { eventually } from '../support/eventually.ts';
import { type FakeWindow, openWindow } from '../support/fakeVscode/window.ts';
import { PAGE_SIZE } from './client.ts';
import type { Effort } from './effort.ts';
import { heapAtRest } from './heap.ts';
import { type Figure, figure, repeat } from './measure.ts';
import { startService } from './service.ts';

/** The warm-ups compile code and open connections. */
const ROUNDS = { rounds: 7, warmUps: 12 };
const PANELS = 50;
const REFRESHES = 20;

/** Whether closed panels and refreshed lists leave anything in memory. */
export async function bench(effort: Effort): Promise<Figure[]> {
  using service = await startService();
  const signIn = { address: service.address(500, 0), token: 'token-of-the-bench' };
  // Each row is opened in a tab of its own.
  const settings = { 'workbench.editor.enablePreview': false };
  const window = await openWindow({ signIn, pageSize: PAGE_SIZE, settings });
  window.projects.show();
  window.collections.show();
  await window.run('projects.refresh');
  await window.run('projects.loadAll');
  const growthKb = await repeat(effort, () => growthOf(() => panelsAndRefreshes(window)), ROUNDS);
  await window.close();
  return [
    figure(`Heap after ${PANELS} panels and ${REFRESHES} refreshes, growth`, 'KB', growthKb, {
      target: { atMost: 20 },
    }),
  ];
}

async function growthOf(work: () => Promise<unknown>): Promise<number> {
  const before = await heapAtRest();
  await work();
  return ((await heapAtRest()) - before) / 1000;
}

async function panelsAndRefreshes({ desk, projects, run }: FakeWindow): Promise<void> {
  const rows = projects.painted.slice(0, PANELS).map(({ row }) => row);
  for (const row of rows) {
    await run('openStats', row);
    const panel = desk.panels.at(-1)!;
    await eventually(() => panel.state?.counts !== undefined, true);
  }
  for (const panel of desk.panels) panel.dispose();
  for (let refresh = 0; refresh < REFRESHES; refresh++) await run('projects.refresh');
  // The stand-in records this for tests.
  const keptByIt = [
    desk.panels,
    desk.log,
    desk.progress,
    projects.revealed,
    desk.decorations.requested,
  ];
  for (const kept of keptByIt) kept.length = 0;
}
