import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, describe, it } from 'mocha';
import { endAfterEach } from '../../support/ends.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { openWindow } from '../../support/fakeVscode/window.ts';
import { startMinimalService } from '../../support/minimalService.ts';
import { storedIn } from '../../support/storedLists.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';
import { type Changes, copyOfSource } from './copyOfSource.ts';

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
    const definition = await readFile(join(import.meta.dirname, 'things.ts'), 'utf8');
    await made.change({ 'lists/things.ts': definition.replaceAll('../../../src/', '../') });
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
    return { rows, service, window, desk, tree, globalStorage };
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

  it('rows of a third list are found, opened as JSON, exported and deleted as those of the others', async () => {
    const { service, window, desk, tree, globalStorage } = await open();
    const opened = () => window.json(desk.editorCommands.at(-1)![1]);
    await window.run('openJson', tree.painted[2]!.row);
    assert.deepEqual(JSON.parse(await opened()), { id: 3, name: 'Thing 3', status: 'done' });
    assert.ok(!service.requests.some(({ path }) => path.startsWith('/v2/projects')));
    const finding = await window.ask('find');
    finding.pick.type('thing 77');
    await eventually(() => finding.pick.sees[0], 'Thing 77 | done');
    await eventually(() => finding.pick.busy, false);
    finding.pick.accept();
    await finding.done;
    assert.match(await opened(), /"name": "Thing 77"/);

    const file = join(globalStorage, 'things.csv');
    desk.save = () => Uri.file(file);
    await window.answer('exportThings', 'All 120 things', 'CSV');
    const lines = (await readFile(file, 'utf8')).split('\r\n');
    assert.deepEqual(lines.slice(0, 2), ['id,name,status,otherMembers', '1,Thing 1,done,']);
    assert.equal(lines.length, 122);

    const stored = () => storedIn(globalStorage).map(({ name }) => name);
    await eventually(stored, ['collections', 'projects', 'things']);
    desk.choose = ({ modal }) => (modal === true ? 'Delete' : undefined);
    const clearing = await window.ask('clearKeptData');
    const { label, description } = clearing.pick.items.find((item) =>
      item.label.startsWith('Rows seen last'),
    )!;
    assert.match(description ?? '', /\bthings\b/);
    clearing.pick.toggle(label);
    clearing.pick.accept();
    await clearing.done;
    assert.deepEqual(stored(), []);
  });
});
