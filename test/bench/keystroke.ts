import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { openWindow } from '../support/fakeVscode/window.ts';
import { countOf, type Effort, type Figure, figure } from './measure.ts';
import { PAGE_SIZE } from './rows.ts';
import { startService } from './service.ts';

/** What a user types, key by key: many rows match at first, then few or none. */
const WORDS = ['4242', 'confir', 'hld77'];

/** How long a keystroke blocks the extension host: the longest piece of its work. */
export async function bench(effort: Effort): Promise<Figure[]> {
  using service = await startService();
  const rows = effort.rows(20_000);
  const signIn = { address: service.address(rows, 0), token: 'token-of-the-bench' };
  const window = await openWindow({ signIn, pageSize: PAGE_SIZE });
  window.projects.show();
  await window.run('projects.refresh');
  await window.run('projects.loadAll');
  await sleep(1000);
  const { pick, done } = await window.ask('filterProjects');
  // Drawing the tree is not measured here.
  window.projects.hide();
  await sleep(500);
  const blocks: number[] = [];
  for (const word of WORDS.slice(0, effort.times(WORDS.length))) {
    for (let length = 1; length <= effort.times(word.length); length++) {
      const type = () => {
        pick.type(word.slice(0, length));
      };
      blocks.push(await longestBlock(type));
    }
  }
  pick.hide();
  await done;
  await window.close();
  const name = `A keystroke in the filter over ${countOf(rows)} rows, longest block`;
  return [figure(name, 'ms', blocks, { target: { atMost: 50 } })];
}

/** The longest time in which no other work could run, from `begin` until its work is done. */
async function longestBlock(begin: () => void): Promise<number> {
  let longest = 0;
  let last = performance.now();
  const end = last + 600;
  begin();
  while (last < end) {
    await turn();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}
