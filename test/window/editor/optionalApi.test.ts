import assert from 'node:assert/strict';
import { desk as deskNow } from '../../support/fakeVscode/desk.ts';
import * as editor from '../../support/fakeVscode/vscode.ts';
import { eventually } from '../../support/eventually.ts';
import { sentProjects } from '../../support/projects.ts';
import { windows } from '../../support/windows.ts';

/** Replaces a member of the stand-in's API, and returns a function that restores it. */
function replace(owner: object, name: string, value?: unknown): () => void {
  const before = Object.getOwnPropertyDescriptor(owner, name)!;
  Object.defineProperty(owner, name, { value, configurable: true });
  return () => void Object.defineProperty(owner, name, before);
}

const refuse = () => {
  throw new Error('CANNOT use API proposal');
};
const plainChannel = () => ({
  appendLine: (line: string) => deskNow.log.push(line),
  show: () => undefined,
  dispose: () => undefined,
});

/** Parts of the API that editors lack, how they lack it, and what the log says. */
const LACKING: readonly (readonly [part: string, take: () => () => void, logged?: RegExp])[] = [
  ['language models', () => editor.replaceLm(undefined), /tools for agents/],
  ['tools for agents', () => editor.replaceLm({} as never), /tools for agents/],
  [
    'leave to register tools for agents',
    () => editor.replaceLm({ registerTool: refuse }),
    /tools for agents: Error: CANNOT use/,
  ],
  ['links to extensions', () => replace(editor.window, 'registerUriHandler'), /links/],
  [
    'decorations of rows',
    () => replace(editor.window, 'registerFileDecorationProvider'),
    /decorations/,
  ],
  ['hovers', () => replace(editor.languages, 'registerHoverProvider'), /hovers/],
  ['an active group of tabs', () => replace(editor.window.tabGroups, 'activeTabGroup')],
  ['log channels', () => replace(editor.window, 'createOutputChannel', plainChannel)],
];

describe('An editor that lacks a part of the API', () => {
  const the = windows();

  for (const [part, take, logged] of LACKING) {
    it(`shows rows, opens panels and runs commands without ${part}`, async () => {
      the.atEnd(take());
      const stats = { 't/1': { total: 4, confirmed: 1 } };
      const { window, desk } = await the.opened(sentProjects(2), stats);
      const [{ row } = { row: undefined }] = window.projects.painted;
      await window.run('copyId', row);
      assert.equal(desk.clipboard, 't/1');
      await window.run('openStats', row);
      await eventually(() => desk.panels.length, 1);
      await window.run('openPortfolio');
      await eventually(() => desk.panels.length, 2);
      await window.run('openJson', row);
      await window.run('watchProject', row);
      await window.run('projects.refresh');
      await window.run('signOut');
      await eventually(() => window.projects.labels.length, 0);
      assert.deepEqual(
        desk.shown.filter(({ kind }) => kind === 'error'),
        [],
      );
      if (logged) await eventually(() => desk.log.some((line) => logged.test(line)), true);
    });
  }
});
