import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Editor } from '../../e2e/support/editor.ts';
import { temporaryFolder } from '../../host/paths.ts';
import { type Figure, figure } from '../measure.ts';
import { type Activations, ANSWER_FILE, ORDER_FILE } from './agreed.ts';

const HOSTS = 12;
const MINTSCOPE = 'mintscope.mintscope';
const EMPTY = 'empty.empty';

/** The time to load and activate in a new extension host, compared with an empty `activate`. */
export async function measureActivation(editor: Editor): Promise<Figure[]> {
  const own: number[] = [];
  const empty: number[] = [];
  for (let host = 0; host < HOSTS; host++) {
    // The first extension in a host also loads what both share.
    const order = host % 2 === 0 ? [MINTSCOPE, EMPTY] : [EMPTY, MINTSCOPE];
    const folder = temporaryFolder('workspace');
    await writeFile(join(folder, ORDER_FILE), JSON.stringify(order));
    const window = await editor.openWindow(folder);
    const ms = await answerIn(folder);
    await window.close();
    own.push(ms[MINTSCOPE] ?? NaN);
    empty.push(ms[EMPTY] ?? NaN);
  }
  return [
    figure('Load and activate in VS Code', 'ms', own, {
      rival: { name: 'empty activate', samples: empty },
      target: { aboveRivalAtMost: 12 },
    }),
  ];
}

async function answerIn(folder: string): Promise<Activations> {
  const limit = Date.now() + 60_000;
  while (Date.now() < limit) {
    const text = await readFile(join(folder, ANSWER_FILE), 'utf8').catch(() => undefined);
    if (text !== undefined) return JSON.parse(text) as Activations;
    await sleep(100);
  }
  throw new Error('The extensions were not activated within a minute.');
}
