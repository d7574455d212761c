import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import type { MinimalService } from '../../support/minimalService.ts';
import { settles } from '../support/eventually.ts';
import { makeCollections, makeProjects } from '../support/rows.ts';
import { startService } from '../support/service.ts';
import { startSignedIn } from '../support/signIn.ts';
import type { Workbench } from '../support/workbench.ts';

const TOKEN = 'token-for-export';

describe('Exporting', () => {
  let service: MinimalService;
  let workbench: Workbench;
  const projects = makeProjects(5000, (id) => {
    if (id === 2) return { name: '=HYPERLINK("https://evil.example")', description: 'a,\n"b"' };
    if (id === 3) return { name: 'منارة الميناء', extra: { nested: [1] }, status: null };
    return {};
  });
  const stats = Object.fromEntries(
    projects
      .slice(0, 48)
      .map(({ id, transferable }) => [
        `${transferable === true ? 't' : 'n'}/${String(id)}`,
        { total: 10, confirmed: 7, processing: 2, pending: 1, burnt: id },
      ]),
  );

  before(async () => {
    service = await startService({
      token: TOKEN,
      projects,
      collections: makeCollections(3),
      stats,
    });
    ({ workbench } = await startSignedIn(service, TOKEN));
  });

  after(async () => {
    await service.close();
  });

  /** Goes through the steps and types where to save, as an editor in a browser has it. */
  const exportTo = async (name: string, ...choices: readonly string[]) => {
    const path = join(workbench.folder, name);
    for (const choice of choices) await workbench.quickInput.choose(choice);
    await workbench.quickInput.waitFor(` as ${choices.at(-1) ?? ''}`);
    await workbench.quickInput.saveAs(path);
    return path;
  };

  it('Export names what each choice covers, and offers a file name and a folder', async () => {
    await workbench.views.chooseInMenu('Projects', 'Export Projects…');
    await workbench.quickInput.waitFor('Which projects?');
    await settles(async () => {
      const texts = await workbench.quickInput.itemTexts();
      assert.deepEqual(texts, ['The 50 loaded projects', 'All 5,000 projectsreads all pages']);
    });
    await workbench.screenshot('export-what');
    await workbench.quickInput.choose('All 5,000 projects');
    await workbench.quickInput.items.filter({ hasText: 'each of 5,000 projects' }).waitFor();
    await workbench.quickInput.choose('Without stats');
    await workbench.quickInput.choose('NDJSON');
    await workbench.quickInput.waitFor('Export Projects as NDJSON');
    const offered = await workbench.quickInput.offeredPath();
    assert.ok(offered.startsWith(workbench.folder), offered);
    assert.match(offered, /\/projects-\d{4}-\d\d-\d\d\.ndjson$/);
    await workbench.screenshot('export-dialog');
    await workbench.quickInput.cancel();
  });

  it('writes everything to a CSV that another program reads back completely', async () => {
    service.hold(({ query }) => Number(query.page) > 20);
    await workbench.runCommand('Mintscope: Export Projects…');
    const path = await exportTo('all.csv', 'All 5,000 projects', 'Without stats', 'CSV');
    await workbench.messages.toast(/of 5,000 projects/).waitFor();
    await workbench.screenshot('export-progress');
    service.release();
    await workbench.messages.toast('Exported 5,000 of 5,000 projects to all.csv.').waitFor();
    await workbench.screenshot('export-done');
    const [header, ...records] = await readCsv(path);
    assert.deepEqual(header, [...COLUMNS, 'otherMembers']);
    assert.equal(records.length, 5000);
    for (const [at, project] of projects.entries()) {
      const cells = COLUMNS.map((name) =>
        String((project[name] as string | number | boolean | null) ?? ''),
      );
      // What a spreadsheet would run is led by an apostrophe.
      if (cells[0]?.startsWith('=')) cells[0] = `'${cells[0]}`;
      const other = 'extra' in project ? JSON.stringify({ extra: project.extra }) : '';
      assert.deepEqual(records[at], [...cells, other]);
    }
    await workbench.messages.toastButton('Exported 5,000', 'Open').click();
    await workbench.editors.tab('all.csv').waitFor();
    await settles(async () => {
      assert.match(await workbench.editors.text(), /name,symbol,description/);
    });
  });

  it('leaves nothing behind when it is canceled', async () => {
    service.hold(({ query }) => Number(query.page) > 20);
    await workbench.runCommand('Mintscope: Export Projects…');
    await exportTo('canceled.json', 'All 5,000 projects', 'Without stats', 'JSON');
    await workbench.messages.toast(/[1-9][,\d]* of 5,000 projects/).waitFor();
    assert.ok((await readdir(workbench.folder)).some((name) => name.startsWith('.mintscope-')));
    await workbench.messages.toastButton(/of 5,000 projects/, 'Cancel').click();
    await workbench.messages.toast('Export stopped. Nothing was written.').waitFor();
    const left = await readdir(workbench.folder);
    assert.deepEqual(
      left.filter((name) => name.includes('mintscope') || name.includes('canceled')),
      [],
    );
    service.release();
    await workbench.clearToasts();
  });

  it('puts the stats into columns, and says how many have none', async () => {
    await workbench.runCommand('Mintscope: Export Projects…');
    const path = await exportTo('stats.csv', 'The 50 loaded projects', 'With stats', 'CSV');
    await workbench.messages
      .toast('Exported the 50 loaded projects of 5,000 to stats.csv. 2 have no stats.')
      .waitFor();
    const [header = [], ...records] = await readCsv(path);
    const from = header.indexOf('stats.total');
    for (const [at, record] of records.entries()) {
      const counts = ['10', '7', '2', '1', `{"burnt":${at + 1}}`];
      assert.deepEqual(record.slice(from, from + 5), at < 48 ? counts : counts.map(() => ''));
    }
  });

  it('writes collections as they were sent, and shows the file in the Explorer', async () => {
    await workbench.clearToasts();
    // Time to pass: the editor shows no fourth message within 0.8 s, and one of progress counts.
    await workbench.page.waitForTimeout(1000);
    await workbench.views.chooseInMenu('Collections', 'Export Collections…');
    const path = await exportTo('shelf.ndjson', 'NDJSON');
    await workbench.messages.toast('Exported 3 of 3 collections to shelf.ndjson.').waitFor();
    const lines = (await readFile(path, 'utf8')).trimEnd().split('\n');
    assert.deepEqual(
      lines.map((line) => JSON.parse(line) as unknown),
      makeCollections(3),
    );
    await workbench.messages.toastButton('Exported 3 of 3', 'Reveal').click();
    const explorer = workbench.page.locator('.explorer-folders-view');
    await explorer.getByRole('treeitem', { name: 'shelf.ndjson' }).waitFor();
    await workbench.screenshot('export-reveal');
    await workbench.openView();
  });
});

const COLUMNS = [
  ...['name', 'symbol', 'description', 'image', 'animationUrl'],
  ...['id', 'mintAddress', 'transferable', 'status'],
];

async function readCsv(path: string): Promise<string[][]> {
  const { data, errors } = Papa.parse<string[]>(await readFile(path, 'utf8'), {
    skipEmptyLines: true,
  });
  assert.deepEqual(errors, []);
  return data;
}
