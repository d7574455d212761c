import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { describe, it } from 'mocha';
import { capitalized } from '../../src/core/base/displayText.ts';
import { startLate } from '../../src/late.ts';
import { LIST_NAMES } from '../../src/lists/index.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { FakeDesk, useDesk } from '../support/fakeVscode/desk.ts';
import { manifestText } from '../support/manifest.ts';

interface Contributed {
  readonly command: string;
  readonly title?: string;
  readonly category?: string;
  readonly enablement?: string;
}
interface MenuItem {
  /** Missing for a submenu. */
  readonly command?: string;
}
interface Keybinding {
  readonly command: string;
  readonly key: string;
  readonly args?: { readonly commands?: readonly unknown[] };
}
interface Manifest {
  readonly activationEvents: readonly string[];
  readonly contributes: {
    readonly commands: readonly Contributed[];
    readonly menus: Readonly<Record<string, readonly MenuItem[]>>;
    readonly keybindings: readonly Keybinding[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
  };
}

const root = join(import.meta.dirname, '../..');
const text = manifestText();
const { activationEvents, contributes } = JSON.parse(text) as Manifest;
const contributed = contributes.commands.map(({ command }) => command);

/** The published titles, which must not change. A title may be listed before its command exists. */
const titles: Readonly<Record<string, string>> = {
  'mintscope.signIn': 'Sign In…',
  'mintscope.signOut': 'Sign Out',
  'mintscope.lookUpStats': 'Look Up Project Stats…',
  'mintscope.openStats': 'Open Stats',
  'mintscope.openCollection': 'Open Collection',
  'mintscope.projects.refresh': 'Refresh Projects',
  'mintscope.projects.loadMore': 'Load More Projects',
  'mintscope.projects.loadAll': 'Load All Projects',
  'mintscope.collections.refresh': 'Refresh Collections',
  'mintscope.collections.loadMore': 'Load More Collections',
  'mintscope.collections.loadAll': 'Load All Collections',
  'mintscope.find': 'Find Project or Collection…',
  'mintscope.filterProjects': 'Filter Projects…',
  'mintscope.clearFilter': 'Clear Filter',
  'mintscope.copyId': 'Copy ID',
  'mintscope.copyMintAddress': 'Copy Mint Address',
  'mintscope.copyLink': 'Copy Link',
  'mintscope.openJson': 'View as JSON',
  'mintscope.openImage': 'Open Image',
  'mintscope.openAnimation': 'Open Animation',
  'mintscope.openMetadata': 'Open Metadata',
  'mintscope.openInExplorer': 'Open in Explorer',
  'mintscope.exportProjects': 'Export Projects…',
  'mintscope.exportCollections': 'Export Collections…',
  'mintscope.watchProject': 'Watch Minting',
  'mintscope.stopWatching': 'Stop Watching',
  'mintscope.openPortfolio': 'Open Portfolio',
  'mintscope.whatHappened': 'What Happened…',
  'mintscope.compareProgress': 'Compare Progress',
  'mintscope.exploreSampleData': 'Explore Sample Data',
  'mintscope.runDoctor': 'Check Connection',
  'mintscope.showLog': 'Show Log',
};

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
  it('every command has a handler, and every handler a command', () => {
    assert.deepEqual([...contributed].sort(), Object.keys(late.handlers).sort());
  });

  it('every command is listed once and has one handler', () => {
    assert.equal(new Set(contributed).size, contributed.length);
    // In the table, a second handler would replace the first.
    const sources = globSync('src/{late,features/*/commands}.ts', { cwd: root });
    const written = sources.flatMap((path) =>
      Array.from(
        readFileSync(join(root, path), 'utf8').matchAll(
          /^(?: {4}'| {6}\[`)(mintscope\.[^'`]+)['`]\]?:/gm,
        ),
        ([, id]) => id!,
      ),
    );
    // The commands of all lists are written once.
    const named = (id: string, name: string) =>
      id.replace('${name}', name).replace('${capitalized(name)}', capitalized(name));
    const handled = written.flatMap((id) =>
      id.includes('${') ? LIST_NAMES.map((name) => named(id, name)) : [id],
    );
    assert.deepEqual(handled.sort(), [...contributed].sort());
  });

  it('the commands of each list have a view', () => {
    const views = Object.values(contributes.views).flat();
    for (const name of LIST_NAMES) {
      assert.ok(
        views.some(({ id }) => id === `mintscope.${name}`),
        name,
      );
    }
  });

  it('every command has the category Mintscope', () => {
    for (const { command, category } of contributes.commands) {
      assert.equal(category, 'Mintscope', command);
      assert.match(command, /^mintscope\.\w+(\.\w+)?$/);
    }
  });

  it('published command titles do not change', () => {
    for (const { command, title } of contributes.commands) {
      assert.equal(title, titles[command] ?? title, command);
      assert.match(title ?? '', /^[A-Z].*[^.]$/, command);
    }
  });

  it('links and menus name only existing commands', () => {
    const linked = [...text.matchAll(/\(command:([\w.]+)[^)]*\)/g)].map(([, id]) => id ?? '');
    const { menus } = contributes;
    const keybindings = contributes.keybindings.filter(({ command }) => command !== 'runCommands');
    const inMenus = [...Object.values(menus).flat(), ...keybindings].flatMap(
      ({ command }) => command ?? [],
    );
    assert.ok(linked.length > 0 && inMenus.length > 0);
    // The editor has a command to show each view.
    const ofEditor = Object.values(contributes.views)
      .flat()
      .map(({ id }) => `${id}.focus`);
    const known = [...contributed, ...ofEditor];
    for (const id of [...linked, ...inMenus]) assert.ok(known.includes(id), id);
  });

  it('keys that select several rows run no command of a row', () => {
    const selecting = (value: boolean) => ({
      command: '_setContext',
      args: ['mintscope.selecting', value],
    });
    const keys = contributes.keybindings.filter(({ command }) => command === 'runCommands');
    assert.deepEqual(
      keys.map(({ key, args }) => [key, args?.commands]),
      [
        ['shift+down', [selecting(true), 'list.expandSelectionDown', selecting(false)]],
        ['shift+up', [selecting(true), 'list.expandSelectionUp', selecting(false)]],
      ],
    );
    const open = contributes.commands.filter(({ command }) => command.endsWith('.openRow'));
    assert.deepEqual(
      open.map(({ enablement }) => enablement),
      Array(3).fill('!mintscope.selecting'),
    );
    const inMenus = Object.entries(contributes.menus).filter(([, items]) =>
      items.some(({ command = '' }) => command.endsWith('.openRow')),
    );
    assert.deepEqual(
      inMenus.map(([menu]) => menu),
      ['commandPalette'],
    );
  });
});

describe('Panels', () => {
  it('every panel has an activation event, and is restored after a reload', () => {
    const events = Object.keys(late.restores).map((type) => `onWebviewPanel:${type}`);
    assert.deepEqual(
      activationEvents.filter((event) => event.startsWith('onWebviewPanel:')),
      events,
    );
  });

  it('every page has a panel that is restored, and every panel a page', () => {
    const pages = globSync('src/webview/*/main.ts', { cwd: root });
    assert.deepEqual(
      Object.keys(late.restores).sort(),
      pages.map((page) => `mintscope.${basename(dirname(page))}`).sort(),
    );
  });
});
