/** The process behind `benchKeystroke`: the whole extension in the stand-in for the editor. */
import { setImmediate as turn, setTimeout as sleep } from 'node:timers/promises';
import { type FakeWindow, openWindow } from '../support/fakeVscode/window.ts';
import { answer } from './child.ts';
import { PAGE_SIZE } from './client.ts';

export interface KeystrokeQuestion {
  readonly address: string;
  /** Each is typed key by key. */
  readonly words: readonly string[];
}

/** Milliseconds, one for each keystroke. */
export interface KeystrokeAnswer {
  readonly find: readonly number[];
  readonly filter: readonly number[];
}

answer(async ({ address, words }: KeystrokeQuestion): Promise<KeystrokeAnswer> => {
  const signIn = { address, token: 'token-of-the-bench' };
  const window = await openWindow({ signIn, pageSize: PAGE_SIZE });
  window.projects.show();
  await window.run('projects.refresh');
  await window.run('projects.loadAll');
  await sleep(1000);
  const found: KeystrokeAnswer = {
    find: await typing(window, 'find', words, 300),
    // The filter waits for a pause in typing, which is longer for a longer tree.
    filter: await typing(window, 'filterProjects', words, 1600),
  };
  await window.close();
  return found;
});

async function typing(
  { desk, run, projects }: FakeWindow,
  command: string,
  words: readonly string[],
  restMs: number,
): Promise<number[]> {
  const before = desk.picks.length;
  const done = run(command);
  while (desk.picks.length === before) await sleep(5);
  const pick = desk.pick!;
  // Drawing the tree is not measured here.
  projects.hide();
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
