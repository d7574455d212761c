import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { filesMatching, root } from '../host/paths.ts';
import { COMMANDS } from '../../src/editor/commandRegistry.ts';
import { startLate } from '../../src/late.ts';
import { forEachList, LIST_NAMES, LISTS } from '../../src/lists/index.ts';
import { PERIODS } from '../../src/core/stats/period.ts';
import { readDocs } from '../support/docs.ts';
import { FakeClock } from '../support/fakeClock.ts';
import { FakeDesk, useDesk } from '../support/fakeVscode/desk.ts';
import { FakeMemento } from '../support/fakeVscode/storage.ts';
import { manifestText } from '../support/manifest.ts';

interface Item {
  /** Missing for a submenu. */
  readonly command?: string;
  readonly when?: string;
  readonly group?: string;
}
interface Step {
  readonly id: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}
interface Setting {
  readonly scope: string;
}
interface Tool {
  readonly name: string;
  readonly modelDescription: string;
  readonly toolReferenceName: string;
  readonly inputSchema: {
    readonly properties?: Record<string, { description?: string; enum?: readonly string[] }>;
  };
}
interface Command {
  readonly command: string;
  readonly title: string;
  readonly enablement?: string;
}
interface Manifest {
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
  readonly contributes: {
    readonly customEditors: readonly { readonly viewType: string }[];
    readonly commands: readonly Command[];
    readonly menus: Readonly<Record<string, readonly Item[]>>;
    readonly keybindings: readonly (Item & { readonly args?: unknown })[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsWelcome: readonly Item[];
    readonly languageModelTools: readonly Tool[];
    readonly walkthroughs: readonly { readonly steps: readonly Step[] }[];
    readonly configuration: { readonly properties: Readonly<Record<string, Setting>> };
  };
}

const text = manifestText();
const { capabilities, contributes } = JSON.parse(text) as Manifest;

const never = () => ({ dispose: () => undefined });
const list = { state: { rows: [] }, onChange: () => () => undefined, onSeen: () => undefined };
const catalog = forEachList(() => list);
const view = { rows: { list }, tree: { items: {} }, onDidChangeVisibility: never };
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
  views: forEachList(() => view),
  resources: {},
  workspaceState: new FakeMemento(),
} as never);
late.dispose();

/** Source and documentation agree with package.json. */
describe('package.json', () => {
  const { commands, menus, configuration, keybindings, languageModelTools: tools } = contributes;
  const contributed = commands.map(({ command }) => command);
  const views = Object.values(contributes.views).flatMap((some) => some.map(({ id }) => id));
  const ofLists = LIST_NAMES.map((name) => `mintscope.${name}`);
  const ofRows = menus['view/item/context']!;
  const editors = contributes.customEditors.map(({ viewType }) => viewType);
  const steps = contributes.walkthroughs.flatMap((one) => one.steps);
  let docs: string;
  let source: string;

  before(async () => {
    docs = [...(await readDocs()).values()].join('\n');
    const files = await filesMatching('**/*.ts', join(root, 'src'));
    source = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
  });

  it('every command is listed once and has a handler, and every handler has a command', () => {
    assert.deepEqual([...contributed].sort(), [...COMMANDS].sort());
    assert.deepEqual(Object.keys(late.handlers).sort(), [...COMMANDS].sort());
  });

  it('no id of a command is put together from pieces, so that a search for it finds its handler', () => {
    const pieces = source.match(/`mintscope\.(?:\$\{[^`]*|export\$\{[^`]*)`/g) ?? [];
    const views = ['`mintscope.${name}`', '`mintscope.${name}.focus`', '`mintscope.${one}`'];
    // Views, settings and context keys have names of lists.
    const type = '`mintscope.${Name}.${Command}`';
    const others = [...views, '`mintscope.${name}.${key}`', type];
    assert.deepEqual(
      pieces.filter((text) => !others.includes(text)),
      [],
    );
  });

  it('links, menus and keys name only existing commands', () => {
    const linked = Array.from(text.matchAll(/\(command:([\w.]+)[^)]*\)/g), ([, id]) => id);
    const inMenus = [...Object.values(menus).flat(), ...keybindings].map(({ command }) => command);
    assert.ok(linked.length > 0 && inMenus.length > 0);
    // The editor has a command to show each view, and one for several commands.
    const known = new Set([...contributed, ...views.map((id) => `${id}.focus`), 'runCommands']);
    for (const id of [...linked, ...inMenus]) assert.ok(!id || known.has(id), id);
  });

  it('every command but those for the palette or keys has a place in a view or a panel', () => {
    const placed = new Set(
      ['view/title', 'view/item/context', 'editor/title', 'webview/context', 'mintscope.copy']
        .flatMap((menu) => menus[menu] ?? [])
        .map(({ command }) => command),
    );
    assert.deepEqual(
      commands.flatMap(({ command }) => (placed.has(command) ? [] : command)),
      [
        'mintscope.getStarted',
        ...[...LIST_NAMES, 'attention'].map((view) => `mintscope.${view}.openRow`),
        'mintscope.clearKeptData',
      ],
    );
  });

  it('every list has a view, which offers all that the views of the other lists offer', () => {
    assert.deepEqual(
      views.filter((id) => id !== 'mintscope.attention'),
      ofLists,
    );
    for (const [, names] of text.matchAll(/\((projects\|[\w|]+)\)/g))
      assert.equal(names, LIST_NAMES.join('|'));
    for (const { command, when = '' } of [...Object.values(menus).flat(), ...keybindings]) {
      for (const [, key] of when.matchAll(/\bmintscope\.collections(\.\w+)/g)) {
        if (!when.includes(`mintscope.projects${key}`)) continue;
        const missing = ofLists.filter((list) => !when.includes(`${list}${key}`));
        assert.deepEqual(missing, [], command);
      }
    }
  });

  it('commands of rows are offered in the view of the row, or on the rows of every list', () => {
    const kinds = Object.values(LISTS).map(({ kind }) => kind);
    const ofOneKind = new RegExp(`\\bviewItem (?:==|=~) /?\\^?(${kinds.join('|')})\\b`);
    for (const { command, when = '' } of ofRows) {
      const [, view] = /\bview == mintscope\.(\w+)s\b/.exec(when) ?? [];
      const [, row] = ofOneKind.exec(when) ?? [];
      if (view && row) assert.equal(row, view, command);
      const [, several] = / \/\^\((project[\w|]+)\)/.exec(when) ?? [];
      if (several) assert.equal(several, kinds.join('|'), command);
    }
  });

  it('every command has a condition in the palette, except for those that always do something', () => {
    const limited = new Set(menus.commandPalette?.map(({ command }) => command));
    assert.deepEqual(
      contributed.filter((command) => !limited.has(command)),
      [
        ...['signIn', 'switchConnection', 'getStarted', 'find', 'lookUpStats', 'openPortfolio'],
        ...['clearKeptData', 'runDoctor', 'showLog'],
      ].map((name) => `mintscope.${name}`),
    );
  });

  it('the palette has at most 40 entries when signed in, the menu of a project at most 9', () => {
    const inPalette = new Map(menus.commandPalette?.map(({ command, when }) => [command, when]));
    // With all that there can be to act on.
    const keys = JSON.stringify([...inPalette.values()]).match(/mintscope\.\w+(?:\.\w+)?/g) ?? [];
    const all = Object.fromEntries(keys.map((key) => [key, true]));
    const signedIn = { ...all, 'mintscope.connection': 'service' };
    const offered = contributed.filter((id) => isTrue(inPalette.get(id), signedIn));
    assert.ok(offered.length <= 40, `${offered.length}: ${offered.join()}`);
    const inMenu = (menus['view/item/context'] ?? []).filter(({ group, when }) => {
      const viewItem = 'project image animation mint attention watched';
      const row = { ...signedIn, viewItem, view: 'mintscope.attention', listMultiSelection: true };
      const explorer = { 'config.mintscope.explorerUrl': 'https://a.example/{mint}' };
      return !group?.startsWith('inline') && isTrue(when, { ...row, ...explorer });
    });
    assert.ok(inMenu.length > 5 && inMenu.length <= 9, JSON.stringify(inMenu));
  });

  it('README.md and docs/ describe every command, setting and tool by the name that users read', () => {
    // The editor runs these on a click on a row, and shows their titles nowhere.
    const named = commands.filter(({ command }) => !command.endsWith('.openRow'));
    const names = [
      ...named.map(({ title }) => title),
      ...Object.keys(configuration.properties),
      ...tools.map(({ toolReferenceName }) => `\`#${toolReferenceName}\``),
    ];
    assert.deepEqual(
      names.filter((name) => !docs.includes(name)),
      [],
    );
  });

  it('a workspace cannot choose where the token is sent or start requests, and an untrusted one changes only three harmless settings', () => {
    for (const name of ['mintscope.baseUrl', 'mintscope.autoRefresh'])
      assert.equal(configuration.properties[name]?.scope, 'application');
    const { restrictedConfigurations } = capabilities.untrustedWorkspaces;
    const harmless = ['mintscope.pageSize', 'mintscope.autoReveal', 'mintscope.hovers'];
    const others = Object.keys(configuration.properties).filter(
      (name) => configuration.properties[name]?.scope !== 'application' && !harmless.includes(name),
    );
    assert.deepEqual(others.sort(), [...restrictedConfigurations].sort());
  });

  it('each first step has a picture in colors of the theme, and is completed by a state or command of Mintscope', async () => {
    for (const { id, media, completionEvents } of steps) {
      for (const event of completionEvents) {
        const [, command, editor] =
          /^on(?:Command:(.+)|Context:(?:activeCustomEditorId == '(.+)'|mintscope\..+))$/.exec(
            event,
          ) ?? assert.fail(event);
        if (command) assert.ok(contributed.includes(command), event);
        if (editor) assert.ok(editors.includes(editor), event);
      }
      assert.match(media.altText, /^[A-Z].+\.$/, id);
      const picture = await readFile(join(root, media.svg), 'utf8');
      const colors = Array.from(picture.matchAll(/ (?:fill|stroke)="([^"]*)"/g), ([, one]) => one);
      for (const color of colors) assert.match(color!, /^(none|var\(--vscode-.*\))$/, id);
      // The editor ignores these in the picture of a step.
      assert.doesNotMatch(picture, /<style|\bstyle=|\bclass=/, id);
    }
  });

  it('every context key that is read is set somewhere', () => {
    const conditions = [
      ...Object.values(menus).flat(),
      ...keybindings,
      ...contributes.viewsWelcome,
    ].map(({ when }) => when);
    const enablements = commands.map(({ enablement }) => enablement);
    const ticks = steps.flatMap(({ completionEvents }) => completionEvents);
    const keys = [...conditions, ...enablements, ...ticks].flatMap(
      (one) => one?.match(/(?<![\w./\\='] ?)mintscope\.(?:\w+\.)?\w+/g) ?? [],
    );
    const reads = [...new Set(keys)].filter((key) => !ofLists.includes(key));
    assert.ok(reads.length > 5, reads.join(' '));
    const ofList = new RegExp(`^mintscope\\.(?:${LIST_NAMES.join('|')})\\.(\\w+)$`);
    const byKeys = JSON.stringify(keybindings.map(({ args }) => args));
    const isSet = (key: string) => {
      const [, name = ''] = ofList.exec(key) ?? [];
      const written = [`'${key}'`, `set('${name}'`].some((one) => source.includes(one));
      return written || byKeys.includes(`"${key}"`);
    };
    assert.deepEqual(
      reads.filter((key) => !isSet(key)),
      [],
    );
  });

  it('every tool and each member of its input is described to an agent, and lists are offered to it', () => {
    for (const { name, modelDescription, inputSchema } of tools) {
      assert.ok(modelDescription.length > 100, name);
      for (const [member, { description }] of Object.entries(inputSchema.properties ?? {}))
        assert.ok(description, `${name}: ${member}`);
    }
    const list = tools.find(({ name }) => name === 'mintscope_list');
    assert.deepEqual(list?.inputSchema.properties?.what?.enum, LIST_NAMES);
    const changes = tools.find(({ name }) => name === 'mintscope_changes');
    assert.deepEqual(changes?.inputSchema.properties?.since?.enum, PERIODS);
  });
});

/** Whether a condition of a menu is true; keys that are left out are false. */
function isTrue(when: string | undefined, keys: Readonly<Record<string, unknown>>): boolean {
  if (when === undefined) return true;
  const [, before, within] = /^(.*) && \((.*)\)$/.exec(when) ?? [];
  if (before !== undefined) return isTrue(before, keys) && isTrue(within, keys);
  return when.split(' || ').some((all) => all.split(' && ').every((term) => holds(term, keys)));
}

function holds(term: string, keys: Readonly<Record<string, unknown>>): boolean {
  const [, negated, key = '', operator, value = ''] =
    /^(!?)([\w.]+)(?: ([!=]=|=~) (.*))?$/.exec(term) ?? [];
  const given = keys[key];
  const text = typeof given === 'string' ? given : '';
  if (operator === '=~') return new RegExp(value.slice(1, -1)).test(text);
  if (operator) return (text === value.replaceAll("'", '')) === (operator === '==');
  return Boolean(given) !== (negated === '!');
}
