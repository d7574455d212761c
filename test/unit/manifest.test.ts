import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { before, describe, it } from 'mocha';
import { filesMatching, root } from '../host/paths.ts';
import { LIST_NAMES, LISTS } from '../../src/lists/index.ts';
import { readDocs } from '../support/docs.ts';
import { manifestText } from '../support/manifest.ts';

interface Item {
  readonly command?: string;
  readonly when?: string;
}
interface Schema {
  readonly type: string;
  readonly description?: string;
  readonly enum?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
}
interface Tool {
  readonly name: string;
  readonly modelDescription: string;
  readonly userDescription: string;
  readonly toolReferenceName: string;
  readonly canBeReferencedInPrompt: boolean;
  readonly inputSchema: Schema;
}
interface Manifest {
  readonly contributes: {
    readonly commands: readonly { command: string; title: string; enablement?: string }[];
    readonly menus: Readonly<Record<string, readonly Item[]>>;
    readonly keybindings: readonly { when?: string; args?: unknown }[];
    readonly viewsWelcome: readonly Item[];
    readonly languageModelTools: readonly Tool[];
    readonly walkthroughs: readonly {
      readonly steps: readonly {
        readonly id: string;
        readonly media: { readonly svg: string; readonly altText: string };
        readonly completionEvents: string[];
      }[];
    }[];
    readonly configuration: {
      readonly properties: Readonly<
        Record<string, { readonly enum?: unknown[]; readonly enumItemLabels?: unknown[] }>
      >;
    };
  };
}

/** Source and documentation agree with package.json. */
describe('package.json', () => {
  let text: string;
  let manifest: Manifest;
  let docs: string;
  let source: string;

  before(async () => {
    text = manifestText();
    manifest = JSON.parse(text) as Manifest;
    docs = [...(await readDocs()).values()].join('\n');
    const files = await filesMatching('**/*.ts', join(root, 'src'));
    source = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
  });

  it('every command but those for the palette or keys has a place in a view or a panel', () => {
    const { commands, menus } = manifest.contributes;
    const placed = new Set(
      ['view/title', 'view/item/context', 'editor/title', 'webview/context']
        .flatMap((menu) => menus[menu] ?? [])
        .map(({ command }) => command),
    );
    assert.deepEqual(
      commands.flatMap(({ command }) => (placed.has(command) ? [] : command)),
      [
        'mintscope.nameConnection',
        'mintscope.forgetAllSignIns',
        'mintscope.getStarted',
        ...['projects', 'collections', 'attention'].map((view) => `mintscope.${view}.openRow`),
        'mintscope.clearKeptData',
      ],
    );
  });

  it('offers the commands of a row on rows that their view has', () => {
    const { menus } = manifest.contributes;
    for (const { command, when = '' } of menus['view/item/context'] ?? []) {
      const [, view] = /\bview == mintscope\.(\w+)s\b/.exec(when) ?? [];
      const [, row] = /\bviewItem (?:==|=~) \/?\^?(project|collection)\b/.exec(when) ?? [];
      if (view && row) assert.equal(row, view, command);
    }
  });

  it('what is offered on the rows of several lists is offered on those of all', () => {
    const kinds = Object.values(LISTS).map(({ kind }) => kind);
    const several = (manifest.contributes.menus['view/item/context'] ?? []).flatMap(
      ({ when = '' }) => / \/\^\(([\w|]+)\)/.exec(when)?.[1] ?? [],
    );
    assert.ok(several.length > 0);
    for (const offered of several) assert.equal(offered, kinds.join('|'));
  });

  it('every command of a row has a condition in the palette', () => {
    const { menus } = manifest.contributes;
    const offered = new Set(menus.commandPalette?.map(({ command }) => command));
    const ofRows = menus['view/item/context']?.filter(
      ({ when }) => !/\b(?:loadMore|loading|problem|signInProblem)\b/.test(when ?? ''),
    );
    const forgotten = ofRows?.map(({ command }) => command).filter((id) => id && !offered.has(id));
    assert.ok(ofRows && ofRows.length > 10, `${ofRows?.length ?? 0} items`);
    assert.deepEqual(forgotten, []);
  });

  it('every command has a condition in the palette, except for those that always do something', () => {
    const { commands, menus } = manifest.contributes;
    const limited = new Set(menus.commandPalette?.map(({ command }) => command));
    assert.deepEqual(
      commands.map(({ command }) => command).filter((command) => !limited.has(command)),
      [
        ...['signIn', 'switchConnection', 'getStarted', 'find', 'lookUpStats', 'openPortfolio'],
        ...['runDoctor', 'showLog'],
      ].map((name) => `mintscope.${name}`),
    );
  });

  it('README.md and docs/ describe every command and setting', () => {
    const { commands, configuration } = manifest.contributes;
    // The editor runs these on a click on a row, and shows their titles nowhere.
    const named = commands.filter(({ command }) => !command.endsWith('.openRow'));
    const titles = named.map(({ title }) => title);
    const settings = Object.keys(configuration.properties);
    assert.deepEqual(
      [...titles, ...settings].filter((name) => !docs.includes(name)),
      [],
    );
  });

  it('every choice of a setting has a readable label', () => {
    const { properties } = manifest.contributes.configuration;
    for (const [name, { enum: values = [], enumItemLabels = [] }] of Object.entries(properties))
      assert.equal(enumItemLabels.length, values.length, name);
  });

  it('no first step is ticked by a command alone, which may have nothing to work on', () => {
    for (const { id, completionEvents } of manifest.contributes.walkthroughs[0]!.steps) {
      assert.ok(completionEvents.length > 0, id);
      for (const event of completionEvents) assert.match(event, /^onContext:/, id);
    }
  });

  it('each first step has a picture of its own, in colors of the theme and with a description', async () => {
    const { steps } = manifest.contributes.walkthroughs[0]!;
    const drawn = await filesMatching('media/firstSteps/*', root);
    assert.deepEqual(steps.map(({ media }) => join(root, media.svg)).sort(), drawn.sort());
    for (const { id, media } of steps) {
      assert.match(media.altText, /^[A-Z].+\.$/, id);
      const picture = await readFile(join(root, media.svg), 'utf8');
      const colors = [...picture.matchAll(/ (?:fill|stroke)="([^"]*)"/g)].map(([, color]) => color);
      assert.deepEqual(
        colors.filter((color = '') => !/^(none|var\(--vscode-.*\))$/.test(color)),
        [],
        id,
      );
      // The editor ignores these in the picture of a step.
      assert.doesNotMatch(picture, /<style|\bstyle=|\bclass=/, id);
    }
  });

  it('every context key that is read is set somewhere', () => {
    const { contributes } = manifest;
    const conditions = [
      ...Object.values(contributes.menus).flat(),
      ...contributes.keybindings,
      ...contributes.viewsWelcome,
    ].map(({ when }) => when ?? '');
    const steps = contributes.walkthroughs.flatMap((one) => one.steps);
    const ticks = steps.flatMap(({ completionEvents }) => completionEvents);
    const enablements = contributes.commands.map(({ enablement }) => enablement ?? '');
    const keys = [...conditions, ...enablements, ...ticks].flatMap(
      (one) => one.match(/(?<![\w./\\='] ?)mintscope\.(?:\w+\.)?\w+/g) ?? [],
    );
    const reads = [...new Set(keys)].filter(
      (key) => !/^mintscope\.(projects|collections)$/.test(key) && !key.startsWith('config.'),
    );
    assert.ok(reads.length > 5, reads.join(' '));
    const byKeys = JSON.stringify(contributes.keybindings.map(({ args }) => args));
    const isSet = (key: string) => {
      const [, name = ''] = /^mintscope\.(?:projects|collections)\.(\w+)$/.exec(key) ?? [];
      const written = [`'${key}'`, `set('${name}'`].some((one) => source.includes(one));
      return written || byKeys.includes(`"${key}"`);
    };
    assert.deepEqual(
      reads.filter((key) => !isSet(key)),
      [],
    );
  });

  it('describes each tool and each member of its input', () => {
    const { languageModelTools: tools } = manifest.contributes;
    assert.equal(tools.length, 4);
    for (const { name, inputSchema, ...tool } of tools) {
      assert.ok(tool.modelDescription.length > 100, name);
      assert.ok(tool.userDescription.length > 10 && tool.canBeReferencedInPrompt, name);
      assert.equal(inputSchema.type, 'object', name);
      for (const [member, { description }] of Object.entries(inputSchema.properties ?? {}))
        assert.ok(description, `${name}: ${member}`);
    }
  });

  it('offers every list to an agent', () => {
    const tools = manifest.contributes.languageModelTools;
    const list = tools.find(({ name }) => name === 'mintscope_list');
    assert.deepEqual(list?.inputSchema.properties?.what?.enum, LIST_NAMES);
  });

  it('documents each tool by the name that users type', () => {
    for (const { toolReferenceName } of manifest.contributes.languageModelTools)
      assert.ok(docs.includes(`\`#${toolReferenceName}\``), toolReferenceName);
  });
});
