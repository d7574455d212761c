import assert from 'node:assert/strict';
import { globSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { describe, it } from 'mocha';
import { startLate } from '../../src/late.ts';
import { LIST_NAMES } from '../../src/lists/index.ts';
import { root } from '../host/paths.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { FakeDesk, useDesk } from '../support/fakeVscode/desk.ts';
import { manifestText } from '../support/manifest.ts';

interface Item {
  /** Missing for a submenu. */
  readonly command?: string;
}
interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly {
      readonly command: string;
      readonly title: string;
      readonly category: string;
      readonly enablement?: string;
    }[];
    readonly menus: Readonly<Record<string, readonly Item[]>>;
    readonly keybindings: readonly (Item & { readonly args?: unknown })[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
}

const text = manifestText();
const { activationEvents, contributes } = JSON.parse(text) as Manifest;
const contributed = contributes.commands.map(({ command }) => command);
const views = Object.values(contributes.views).flatMap((some) => some.map(({ id }) => id));

const never = () => ({ dispose: () => undefined });
const list = { state: { rows: [] }, onChange: () => () => undefined };
const catalog = { projects: list, collections: list };
const marks = { onSeen: () => undefined };
const view = { marks, onDidChangeVisibility: never };
useDesk(new FakeDesk());
// No command is run, so the parts of a window are not needed.
const late = startLate({
  session: {
    clock: new FakeClock(),
    parts: { data: {} },
    onDidChange: never,
    onDidChangeStatus: never,
  },
  catalog,
  seenLast: { marks: { projects: marks, collections: marks } },
  views: { projects: view, collections: view },
  files: {},
} as never);
late.dispose();

describe('Commands', () => {
  it('every command is listed once and has a handler, and every handler has a command', () => {
    assert.deepEqual([...contributed].sort(), Object.keys(late.handlers).sort());
  });

  it('every list has a view, as its commands expect', () => {
    const missing = LIST_NAMES.filter((name) => !views.includes(`mintscope.${name}`));
    assert.deepEqual(missing, []);
  });

  it('every command has a title in the category Mintscope', () => {
    for (const { command, title, category } of contributes.commands) {
      assert.equal(category, 'Mintscope', command);
      assert.match(title, /^[A-Z].*[^.]$/, command);
    }
  });

  it('links, menus and keys name only existing commands', () => {
    const linked = Array.from(text.matchAll(/\(command:([\w.]+)[^)]*\)/g), ([, id]) => id);
    const { menus, keybindings } = contributes;
    const inMenus = [...Object.values(menus).flat(), ...keybindings].map(({ command }) => command);
    assert.ok(linked.length > 0 && inMenus.length > 0);
    // The editor has a command to show each view, and one for several commands.
    const known = new Set([...contributed, ...views.map((id) => `${id}.focus`), 'runCommands']);
    for (const id of [...linked, ...inMenus]) assert.ok(!id || known.has(id), id);
  });

  it('keys that select several rows run no command of a row', () => {
    const keys = contributes.keybindings.filter(({ command }) => command === 'runCommands');
    assert.deepEqual(
      keys.map(({ args }) =>
        JSON.stringify(args)
          .match(/list\.\w+|selecting",\w+/g)
          ?.join(),
      ),
      ['Down', 'Up'].map((way) => `selecting",true,list.expandSelection${way},selecting",false`),
    );
    const open = contributes.commands.filter(({ command }) => command.endsWith('.openRow'));
    assert.equal(open.length, 3);
    for (const { enablement } of open) assert.equal(enablement, '!mintscope.selecting');
  });
});

describe('Panels', () => {
  it('every panel has a page and an activation event, and is restored after a reload', () => {
    const restored = Object.keys(late.restores).sort();
    const events = activationEvents.flatMap(
      (event) => /^onWebviewPanel:(.*)/.exec(event)?.[1] ?? [],
    );
    const pages = globSync('src/webview/*/main.ts', { cwd: root });
    const types = pages.map((page) => `mintscope.${basename(dirname(page))}`);
    assert.deepEqual([events.sort(), types.sort()], [restored, restored]);
  });
});
