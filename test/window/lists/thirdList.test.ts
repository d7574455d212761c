import assert from 'node:assert/strict';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { after, before, describe, it } from 'mocha';
import ts from 'typescript';
import type * as shipped from '../../../src/extension.ts';
import { root } from '../../host/paths.ts';
import { endAfterEach } from '../../support/ends.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { TOKEN } from '../../support/minimalService.ts';
import { storedIn } from '../../support/storedLists.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';
import { windows } from '../../support/windows.ts';

type Changes = readonly (readonly [path: string, before: string, after: string])[];

/** The type of the rows of a third list. */
const TYPE: Changes = [
  [
    'lists/index.ts',
    'import { PROJECTS }',
    "import { THINGS, type Thing } from './things.ts';\nimport { PROJECTS }",
  ],
  ['lists/index.ts', 'collections: Collection;', 'collections: Collection; things: Thing;'],
];
/** All further code that it needs besides its definition. Its view would be in package.json. */
const ENTRIES: Changes = [
  ['lists/index.ts', 'collections: COLLECTIONS,', 'collections: COLLECTIONS, things: THINGS,'],
  [
    'late.ts',
    'isProject(row)',
    `row.kind === 'thing'
      ? jsonCommands(session, targets, placeOf)['mintscope.openJson'](row).then(() => undefined)
      : isProject(row)`,
  ],
];
const COMMANDS = ['things.loadMore', 'exportThings'];

/** Copies `src`, without the pages of panels, adds the definition, and makes these changes. */
async function copyOfSource(changes: Changes): Promise<string> {
  // In the repository, because packages are searched for in the folders above.
  await mkdir(join(root, 'out'), { recursive: true });
  const src = join(await mkdtemp(join(root, 'out', 'lists-')), 'src');
  await cp(join(root, 'src'), src, {
    recursive: true,
    filter: (path) => basename(path) !== 'page',
  });
  const definition = await readFile(join(import.meta.dirname, 'things.ts'), 'utf8');
  await writeFile(join(src, 'lists/things.ts'), definition.replaceAll('../../../src/', '../'));
  for (const [path, was, is] of changes) {
    const text = await readFile(join(src, path), 'utf8');
    assert.ok(text.includes(was), `${path} has no ${was}`);
    await writeFile(
      join(src, path),
      text.replace(was, () => is),
    );
  }
  return src;
}

/** The errors of the compiler in a copy, each with its file. */
function complaints(src: string) {
  const { config } = ts.readConfigFile(join(root, 'tsconfig.json'), (path) =>
    ts.sys.readFile(path),
  ) as { readonly config: { readonly compilerOptions: unknown } };
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const files = ['extension.ts', 'net/undici-parts.d.ts'].map((path) => join(src, path));
  const program = ts.createProgram(files, options);
  return ts.getPreEmitDiagnostics(program).map(({ file, messageText }) => ({
    path: relative(src, file?.fileName ?? ''),
    text: ts.flattenDiagnosticMessageText(messageText, ' '),
  }));
}

describe('Third list', () => {
  const atEnd = endAfterEach();
  const newFolder = temporaryFolders();
  const the = windows();
  const remove = (src: string) => rm(join(src, '..'), { recursive: true });

  let source: string;
  before(async () => {
    source = await copyOfSource([...TYPE, ...ENTRIES]);
  });
  after(() => remove(source));

  it('the compiler names the places that need a third list', async () => {
    const begun = await copyOfSource(TYPE);
    atEnd(() => remove(begun));
    const all = complaints(begun);
    const missing = all.filter(({ text }) => /'things' is missing|'Thing'/.test(text));
    const paths = (some: typeof all) => [...new Set(some.map(({ path }) => path))].sort();
    assert.deepEqual(paths(all), ['late.ts', 'lists/index.ts']);
    assert.deepEqual(paths(missing), paths(all));
  });

  /** A window with 120 things. */
  async function open() {
    const rows = Array.from({ length: 120 }, (_, at) => ({
      id: at + 1,
      name: `Thing ${at + 1}`,
      status: 'done',
    }));
    const service = await the.service([]);
    service.fail(({ path, query }) => {
      if (path !== '/v3/things') return undefined;
      const [page, limit] = [Number(query.page), Number(query.limit)];
      const results = rows.slice((page - 1) * limit, page * limit);
      const totals = { totalPages: Math.ceil(rows.length / limit), totalResults: rows.length };
      return { status: 200, body: { results, page, limit, ...totals } };
    });
    const globalStorage = newFolder();
    const window = await the.window({
      signIn: { address: service.address, token: TOKEN },
      commands: COMMANDS.map((id) => `mintscope.${id}`),
      globalStorage,
      extension: (await import(join(source, 'extension.ts'))) as typeof shipped,
    });
    const { desk } = window;
    const tree = desk.trees.get('mintscope.things')!;
    tree.show();
    await eventually(() => tree.description, '50 of 120');
    return { service, window, desk, tree, globalStorage };
  }

  it('rows of a third list are loaded by page, found, opened as JSON, exported and deleted as those of the others', async () => {
    const { service, window, desk, tree, globalStorage } = await open();
    assert.deepEqual([tree.labels[9], tree.labels.at(-1)], ['Thing 10', 'Load more']);
    await window.run('things.loadMore');
    await eventually(() => tree.description, '100 of 120');
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
    await window.answer('exportThings', 'All rows', 'CSV');
    const lines = (await readFile(file, 'utf8')).split('\r\n');
    assert.deepEqual(lines.slice(0, 2), ['\ufeffname,status,id', 'Thing 1,done,1']);
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
