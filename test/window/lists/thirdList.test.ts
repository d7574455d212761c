import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import { endAfterEach } from '../../support/ends.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { jsonAddress } from '../../support/jsonAddress.ts';
import { accountAt } from '../../support/signIns.ts';
import { openWindow } from '../../support/fakeVscode/window.ts';
import { startMinimalService } from '../../support/minimalService.ts';
import { inDatabase } from '../../support/storedLists.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';
import { type Changes, copyOfSource } from './copyOfSource.ts';
import { THINGS } from './things.ts';

const TOKEN = 'token-for-things';

/** All code that a third list needs besides its definition. Its view would be in package.json. */
const ENTRIES = {
  'lists/index.ts': [
    [
      'import { PROJECTS }',
      "import { THINGS, type Thing } from './things.ts';\nimport { PROJECTS }",
    ],
    [
      'readonly collections: Collection;',
      'readonly collections: Collection;\n  readonly things: Thing;',
    ],
    ['collections: COLLECTIONS,', 'collections: COLLECTIONS,\n  things: THINGS,'],
  ],
  'late.ts': [
    [
      'const openers: Openers = {',
      `const json = jsonCommands(session, targets, documents, catalog);
  const openers: Openers = {
    things: { open: async (row) => void (await json['mintscope.openJson'](row)) },`,
    ],
  ],
} satisfies Changes;
const COMMANDS = ['things.refresh', 'things.loadMore', 'things.loadAll', 'exportThings'];

type Copy = Awaited<ReturnType<typeof copyOfSource>>;

describe('Third list', () => {
  let copy: Copy;
  const atEnd = endAfterEach();
  const newFolder = temporaryFolders();

  /** A copy with the definition, which nothing uses. */
  async function withDefinition() {
    const made = await copyOfSource();
    const definition = join(import.meta.dirname, 'things.ts');
    await made.change({ 'lists/things.ts': await made.moved(definition, 'lists/things.ts') });
    return made;
  }
  before(async () => {
    copy = await withDefinition();
    await copy.change(ENTRIES);
  });
  after(() => copy.remove());

  it('the compiler names the places that need a third list', async () => {
    const begun = await withDefinition();
    atEnd(() => begun.remove());
    // Only the type of its rows, without the definition and what opens a row.
    await begun.change({ 'lists/index.ts': ENTRIES['lists/index.ts'].slice(0, 2) });
    const complaints = begun.complaints();
    assert.deepEqual([...complaints.keys()].sort(), ['late.ts', 'lists/index.ts']);
    for (const [path, texts] of complaints) {
      assert.ok(
        texts.some((text) => text.includes("'things' is missing")),
        `${path}: ${texts.join()}`,
      );
    }
  });

  it('the compiler names what the definition of a third list lacks', async () => {
    const { words } = THINGS;
    const optional = ['idWords'];
    const lacking = [
      ...parts('', THINGS).filter(([name]) => !optional.includes(name)),
      ...parts('.words', words),
      ...parts('.words.export', words.export),
    ];
    const lines = lacking.map(
      ([name, of], at) =>
        `const { ${name}: _${at}, ...rest${at} } = THINGS${of};
         export const lacking${at}: ListDefinition<Thing, 'things'>${typeOf(of)} = rest${at};`,
    );
    const head = `import type { ListDefinition } from './definition.ts';
      import { THINGS, type Thing } from './things.ts';`;
    await copy.change({ 'lists/lacking.ts': [head, ...lines].join('\n') });
    const complaints = copy.complaints('lists/lacking.ts');
    assert.deepEqual([...complaints.keys()], ['lists/lacking.ts'], 'nothing else is missing');
    const texts = complaints.get('lists/lacking.ts') ?? [];
    assert.deepEqual(
      texts.map((text) => /Property '(\w+)' is missing/.exec(text)?.[1]),
      lacking.map(([name]) => name),
    );
  });

  /** A window with 120 things, in which every tenth has a status of its own. */
  async function open() {
    const rows = Array.from({ length: 120 }, (_, at) => ({
      id: at + 1,
      name: `Thing ${at + 1}`,
      status: at % 10 === 9 ? 'waiting' : 'done',
    }));
    const service = await startMinimalService({ token: TOKEN });
    atEnd(() => service.close());
    service.fail(({ path, query }) => {
      if (path !== '/v3/things') return undefined;
      const [page, limit] = [Number(query.page), Number(query.limit)];
      const results = rows.slice((page - 1) * limit, page * limit);
      const totals = { totalPages: Math.ceil(rows.length / limit), totalResults: rows.length };
      return { status: 200, body: { results, page, limit, ...totals } };
    });
    const globalStorage = newFolder();
    const extension = await copy.extension();
    const window = await openWindow({
      signIn: { address: service.address, token: TOKEN },
      commands: COMMANDS.map((id) => `mintscope.${id}`),
      globalStorage,
      extension,
    });
    atEnd(() => window.close());
    const { desk } = window;
    const tree = desk.trees.get('mintscope.things')!;
    tree.show();
    await eventually(() => tree.description, '50 of 120');
    const opened = () => window.json(desk.editorCommands.at(-1)![1]);
    return { rows, service, window, desk, tree, opened, globalStorage };
  }

  it('a third list is shown page by page in its view, with changes marked', async () => {
    const { rows, window, tree } = await open();
    assert.deepEqual(
      [tree.labels.length, tree.labels[9], tree.labels.at(-1)],
      [51, 'Thing 10', 'Load more'],
    );
    assert.equal(tree.painted[9]?.item.description, 'waiting');
    await window.run('things.loadMore');
    await eventually(() => tree.description, '100 of 120');
    await window.run('things.loadAll');
    await eventually(() => tree.labels.length, 120);
    rows[9]!.status = 'done';
    await window.run('things.refresh');
    await eventually(() => tree.painted[9]?.item.description, '→ done (was waiting)');
  });

  it('a row of a third list is shown as JSON, also from Find, and never taken for another list', async () => {
    const { service, window, tree, opened } = await open();
    await window.run('openJson', tree.painted[2]!.row);
    assert.deepEqual(JSON.parse(await opened()), { id: 3, name: 'Thing 3', status: 'done' });
    const account = await accountAt(service, TOKEN);
    const read = (key: string) => window.json(jsonAddress('row', account, key));
    assert.match(await read('thing/3'), /"name": "Thing 3"/);
    assert.match(await read('widget/3'), /names no document of Mintscope/);
    assert.deepEqual(
      service.requests.filter(({ path }) => path.startsWith('/v2/projects')),
      [],
    );
    const { pick, done } = await window.ask('find');
    pick.type('thing 77');
    await eventually(() => pick.labels[0], 'Thing 77');
    assert.deepEqual([pick.items[0]!.description, pick.items[0]!.detail], ['done', '77']);
    await eventually(() => pick.busy, false);
    pick.accept();
    await done;
    assert.match(await opened(), /"name": "Thing 77"/);
  });

  it('a third list is exported with its columns', async () => {
    const { window, desk, globalStorage } = await open();
    const file = join(globalStorage, 'things.csv');
    desk.save = () => Uri.file(file);
    await window.answer('exportThings', 'All 120 things', 'CSV');
    const lines = (await readFile(file, 'utf8')).split('\r\n');
    assert.deepEqual(lines.slice(0, 2), ['id,name,status,otherMembers', '1,Thing 1,done,']);
    assert.equal(lines.length, 122);
    assert.equal(desk.shown.at(-1)?.text, 'Exported 120 of 120 things to things.csv.');
  });

  it('a third list is deleted from the disk with the rows of the other lists', async () => {
    const { window, desk, globalStorage } = await open();
    const stored = () =>
      inDatabase(globalStorage, (database) =>
        database
          .prepare('select name from list union all select name from mark')
          .all()
          .map(({ name }) => name),
      );
    await eventually(() => stored().filter((name) => name === 'things').length, 2);
    desk.choose = ({ modal }) => (modal === true ? 'Delete' : undefined);
    const { pick, done } = await window.ask('clearKeptData');
    const rows = pick.items.find(({ label }) => label.startsWith('Rows seen last'));
    assert.match(rows?.description ?? '', /\bthings\b/);
    pick.toggle(rows!.label);
    pick.accept();
    await done;
    assert.deepEqual(stored(), []);
  });
});

/** The names of the parts of a definition, and where they are. */
function parts(of: string, whole: object): (readonly [name: string, of: string])[] {
  return Object.keys(whole).map((name) => [name, of] as const);
}

/** `.words.export` as `['words']['export']`. */
function typeOf(of: string): string {
  return of.replaceAll(/\.(\w+)/g, "['$1']");
}
