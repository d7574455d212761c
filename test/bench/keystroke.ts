import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { type FakeWindow, openWindow } from '../support/fakeVscode/window.ts';
import { countOf, type Effort } from './effort.ts';
import { type Figure, figure } from './measure.ts';
import { PAGE_SIZE } from './rows.ts';
import { startService } from './service.ts';

const ROWS = 100_000;
/** The sizes of filtered lists, and how long a keystroke may block there, in milliseconds. */
const FILTERED = [
  [20_000, 50],
  [ROWS, 250],
] as const;
/** What a user types, key by key: many rows match at first, then few or none. */
const WORDS = ['4242', 'confir', 'hld77'];

/** How long a keystroke blocks the extension host: the longest piece of its work. */
export async function bench(effort: Effort): Promise<Figure[]> {
  using service = await startService();
  const words = WORDS.slice(0, effort.times(WORDS.length)).map((word) =>
    word.slice(0, effort.times(word.length)),
  );
  const figures: Figure[] = [];
  for (const [full, atMost] of FILTERED) {
    const rows = effort.rows(full);
    const signIn = { address: service.address(rows, 0), token: 'token-of-the-bench' };
    const window = await openWindow({ signIn, pageSize: PAGE_SIZE });
    window.projects.show();
    await window.run('projects.refresh');
    await window.run('projects.loadAll');
    await sleep(1000);
    const what = `over ${countOf(rows)} rows, longest block`;
    if (full === ROWS) {
      const find = await typing(window, 'find', words, 300);
      figures.push(figure(`A keystroke in Find ${what}`, 'ms', find, { target: { atMost: 16 } }));
    }
    const filter = await typing(window, 'filterProjects', words, 600);
    figures.push(figure(`A keystroke in the filter ${what}`, 'ms', filter, { target: { atMost } }));
    await window.close();
  }
  return figures;
}

async function typing(
  window: FakeWindow,
  command: string,
  words: readonly string[],
  restMs: number,
): Promise<number[]> {
  const { pick, done } = await window.ask(command);
  // Drawing the tree is not measured here.
  window.projects.hide();
  await sleep(500);
  const blocks: number[] = [];
  for (const word of words) {
    for (let length = 1; length <= word.length; length++) {
      blocks.push(
        await longestBlock(restMs, () => {
          pick.type(word.slice(0, length));
        }),
      );
    }
  }
  pick.hide();
  await done;
  return blocks;
}

/** The longest time in which no other work could run. @param withinMs how long to measure. */
async function longestBlock(withinMs: number, begin: () => void): Promise<number> {
  let longest = 0;
  const end = performance.now() + withinMs;
  let last = performance.now();
  begin();
  while (last < end) {
    await turn();
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }
  return longest;
}
