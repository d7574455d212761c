/** The process behind `benchMemory`: the whole extension in the stand-in for the editor. */
import { setTimeout as sleep } from 'node:timers/promises';
import { type FakeWindow, openWindow } from '../support/fakeVscode/window.ts';
import { answer } from './child.ts';
import { PAGE_SIZE } from './client.ts';
import { heapAfterGc } from './heap.ts';
import type { Rounds } from './measure.ts';

export interface MemoryQuestion extends Rounds {
  readonly address: string;
}

export interface MemoryAnswer {
  /** The growth in each round of panels and refreshes. */
  readonly growthKb: readonly number[];
}

const PANELS = 50;
const REFRESHES = 20;

answer(async ({ address, rounds, warmUps }: MemoryQuestion): Promise<MemoryAnswer> => {
  const signIn = { address, token: 'token-of-the-bench' };
  const window = await openWindow({ signIn, pageSize: PAGE_SIZE });
  // Each row is opened in a tab of its own.
  window.desk.settings.set('workbench.editor.enablePreview', false);
  window.projects.show();
  window.collections.show();
  await window.run('projects.refresh');
  await window.run('projects.loadAll');
  for (let round = 0; round < warmUps; round++) await panelsAndRefreshes(window);
  const growthKb: number[] = [];
  for (let round = 0; round < rounds; round++) {
    growthKb.push(await growthOf(() => panelsAndRefreshes(window)));
  }
  await window.close();
  return { growthKb };
});

async function growthOf(work: () => Promise<unknown>): Promise<number> {
  const before = await heapAtRest();
  await work();
  return ((await heapAtRest()) - before) / 1000;
}

/** The heap after some turns, in which sockets, timers and finalized objects are freed. */
async function heapAtRest(): Promise<number> {
  for (let turn = 0; turn < 3; turn++) {
    heapAfterGc();
    await sleep(50);
  }
  return heapAfterGc();
}

async function panelsAndRefreshes({ desk, projects, run }: FakeWindow): Promise<void> {
  const rows = projects.painted.slice(0, PANELS).map(({ row }) => row);
  for (const row of rows) {
    await run('openStats', row);
    await panelIsFilled(desk.panels.at(-1)!);
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

async function panelIsFilled(panel: FakeWindow['desk']['panels'][number]): Promise<void> {
  for (let wait = 0; panel.state?.counts === undefined; wait++) {
    if (wait === 1000) throw new Error('A panel got no counts.');
    await sleep(2);
  }
}
