import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import Papa from 'papaparse';
import { windows } from '../../support/windows.ts';
import { makeCollections, makeProjects, makeStats } from '../../e2e/support/rows.ts';
import { FileSystemError, Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { openLink } from '../../support/openLink.ts';

describe('Export Projects and Collections', () => {
  const the = windows();
  let service: Awaited<ReturnType<typeof the.service>>;
  let window: FakeWindow;
  let folder: string;
  const projects = makeProjects(230);
  const failing = { total: 100, confirmed: 33, processing: 0, pending: 17, failed: 50 };
  const stats = makeStats(230, (id) => (id === 1 ? failing : { total: id }));
  delete stats['t/3'];

  beforeEach(async () => {
    folder = the.newFolder();
    const collections = makeCollections(3);
    ({ service, window } = await the.opened(projects, stats, { collections }));
  });

  const saveAs = (name: string) => {
    window.desk.save = () => Uri.file(join(folder, name));
  };
  /** Exports Projects with these choices, and returns the text of the file. */
  const exportTo = async (name: string, ...labels: readonly string[]) => {
    saveAs(name);
    await window.answer('exportProjects', ...labels);
    return read(name);
  };
  const messages = () => window.desk.shown.map(({ kind, text }) => `${kind}: ${text}`);
  const read = (name: string) => readFile(join(folder, name), 'utf8');

  it('asks for rows, without the one that is selected because its panel is in front, and then for the format', async () => {
    await window.openRow(1);
    const { done } = await window.ask('exportProjects');
    const sees = () => [window.desk.pick?.title, ...(window.desk.pick?.sees ?? [])];
    const all = 'All rows | 230 projects · reads the pages that are missing';
    const filter = 'Filter Projects… | to export only some, such as what has failed';
    assert.deepEqual(sees(), ['Export Projects', 'Shown rows | 50 of 230 projects', all, filter]);
    await window.choose('All rows');
    assert.deepEqual(sees(), [
      'Export Projects',
      'CSV with counts | read again if older than 5 minutes',
      'CSV | a table for spreadsheets',
      'JSON with counts | read again if older than 5 minutes',
      'JSON | the rows as sent',
    ]);
    window.desk.pick?.hide();
    await done;
    assert.deepEqual(messages(), []);
  });

  it('filters first on request, and says by which filter the rows of the file were chosen', async () => {
    saveAs('some.json');
    const done = window.run('exportProjects');
    await window.choose('Filter Projects…');
    await eventually(() => window.desk.pick?.title, 'Filter Projects');
    window.desk.pick!.type('project 22');
    window.desk.pick!.accept();
    await eventually(() => window.desk.pick?.sees[0], 'Shown rows | 1 of 230 projects');
    assert.equal(window.desk.pick?.labels.includes('Filter Projects…'), false);
    await window.choose('Shown rows', 'JSON');
    await done;
    const said =
      'information: Exported 1 of 230 projects to some.json. Filter: “project 22”. 1 of 50 loaded.';
    assert.deepEqual(messages(), [said]);
    await window.run('clearFilter');
    const canceled = window.run('exportProjects');
    await window.choose('Filter Projects…');
    await eventually(() => window.desk.pick?.title, 'Filter Projects');
    window.desk.pick.hide();
    await canceled;
    assert.deepEqual(messages(), [said]);
  });

  it('says of when the oldest and the newest counts in the file are', async () => {
    const time = the.skippableTime();
    const panel = await openLink(window, '/projects/t/1');
    await eventually(() => panel.state?.loading, false);
    panel.setVisible(false);
    time.skip(4 * 60_000);
    await window.filter('project 1');
    await exportTo('times.csv', 'Shown rows', 'CSV with counts');
    assert.match(
      messages().join(),
      /“project 1”\. 14 of 50 loaded\. Counts of \d\d:\d\d–\d\d:\d\d\.$/,
    );
  });

  it('exports only what has changed while only changes are shown', async () => {
    await window.close();
    const rows = projects.slice(0, 3).map((one) => ({ ...one }));
    ({ window } = await the.opened(rows, stats));
    rows[1]!.status = 'failed';
    await window.run('projects.refresh');
    await window.run('showChangesOnly');
    const text = await exportTo('changed.json', 'Shown rows', 'JSON');
    assert.deepEqual(JSON.parse(text), [rows[1]]);
  });

  it('exports shown, selected and filtered rows without a request, each with how many of how many, and opens the file', async () => {
    const before = service.requests.length;
    window.desk.save = () => undefined;
    await window.answer('exportProjects', 'Shown rows', 'JSON');
    assert.deepEqual(messages(), [], 'no message after Escape in the dialog');
    window.desk.choose = ({ choices }) => choices[0];
    const loaded = await exportTo('a.json', 'Shown rows', 'JSON');
    assert.deepEqual(JSON.parse(loaded), projects.slice(0, 50));
    const [command, uri] = window.desk.editorCommands.at(-1) ?? [];
    assert.deepEqual([command, (uri as Uri).fsPath], ['vscode.open', join(folder, 'a.json')]);
    window.projects.select(window.projects.painted[1]!.row, window.projects.painted[3]!.row);
    const selected = await exportTo('b.json', 'Selected rows', 'JSON');
    assert.deepEqual(JSON.parse(selected), [projects[1], projects[3]]);
    await window.filter('project 3');
    const filtered = await exportTo('c.json', 'Shown rows', 'JSON');
    const matching = projects.slice(0, 50).filter(({ id }) => String(id).includes('3'));
    assert.deepEqual(JSON.parse(filtered), matching);
    assert.deepEqual(messages(), [
      'information: Exported 50 of 230 projects to a.json.',
      'information: Exported 2 of 230 projects to b.json.',
      `information: Exported ${matching.length} of 230 projects to c.json. Filter: “project 3”. ${matching.length} of 50 loaded.`,
    ]);
    assert.equal(service.requests.length, before);
  });

  it('loads the rest of the list for all rows, reads counts, and reports how many rows have none', async () => {
    const text = await exportTo('all.json', 'All rows', 'JSON with counts');
    const rows = JSON.parse(text) as { id: number; stats?: unknown }[];
    assert.deepEqual(
      rows.map(({ id, stats: own }) => [id, (own as { total?: number } | undefined)?.total]),
      projects.map(({ id }) => [id, id === 3 ? undefined : id === 1 ? 100 : id]),
    );
    assert.match(
      messages().join(),
      /^warning: Exported 230 of 230 projects to all\.json\. Counts of [\d:–]+\. 1 row has no counts\.$/,
    );
    const { title, said } = window.desk.progress[0]!;
    assert.equal(title, 'Exporting to all.json');
    assert.ok(said.includes('100 of 230 projects'), said.join());
    assert.ok(said.includes('counts of 20 of 230 projects'), said.join());
    assert.equal(window.projects.description, '230');
    const before = service.requests.length;
    await exportTo('again.json', 'All rows', 'JSON with counts');
    assert.deepEqual(
      service.requests.slice(before).map(({ path }) => path),
      ['/v2/projects/t/3/stats'],
      'young counts are not requested again',
    );
  });

  it('names the rows that share an ID in the message, and writes them without counts', async () => {
    const twins = ['A', 'B'].map((mintAddress) => ({ ...projects[0], mintAddress }));
    projects.splice(0, 1, ...twins);
    await window.run('projects.refresh');
    const text = await exportTo('twins.csv', 'Shown rows', 'CSV with counts');
    projects.splice(0, 2, { ...twins[0]!, mintAddress: '' });
    const { data } = Papa.parse<Record<string, string>>(text.slice(1), { header: true });
    assert.deepEqual(
      data.slice(0, 2).map((row) => [row.reference, row.mintAddress, row.total]),
      [
        ['t/1', 'A', ''],
        ['t/1', 'B', ''],
      ],
    );
    assert.match(messages()[0]!, /Rows that share an ID have no counts: t\/1\./);
  });

  it('exports why a project needs attention, and that it was acknowledged', async () => {
    await openLink(window, '/projects/t/1');
    await eventually(() => window.desk.contexts.get('mintscope.attention'), true);
    await window.filter('failed 50');
    await window.run('acknowledge', window.projects.painted[0]!.row);
    const text = await exportTo('attention.csv', 'Shown rows', 'CSV with counts');
    const [row] = Papa.parse<Record<string, string>>(text.slice(1), { header: true }).data;
    assert.equal(row!['needs attention'], 'Failed 50 · acknowledged');
    assert.equal(row!['since, earliest'], undefined, 'it was so when it was first read');
    assert.match(row!['since, latest']!, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.deepEqual([row!.share, row!['NFTs failed'], row!.missing], ['0.33', '50', '0']);
  });

  for (const [how, end, said] of [
    [
      'is canceled',
      () => window.desk.progress[0]?.cancel(),
      ['Export stopped. Nothing was written.'],
    ],
    ['loses its window', () => window.close(), []],
  ] as const) {
    it(`an export that ${how} leaves no file`, async () => {
      saveAs('half.csv');
      service.fail(({ query }) => (query.page === '4' ? 'hang' : undefined));
      const done = window.run('exportProjects');
      await window.choose('All rows', 'CSV');
      await eventually(() => window.desk.progress[0]?.said.at(-1), '150 of 230 projects');
      await end();
      await done;
      assert.deepEqual(await readdir(folder), []);
      assert.deepEqual(window.desk.said, said);
    });
  }

  it('offers to save the rows that came before the service failed', async () => {
    saveAs('part.json');
    service.fail(({ query }) => (query.page === '4' ? { status: 400 } : undefined));
    const offers: string[][] = [];
    window.desk.choose = ({ choices }) => {
      offers.push([...choices]);
      return offers.length === 1 ? undefined : choices[0];
    };
    await window.answer('exportProjects', 'All rows', 'JSON');
    assert.deepEqual(offers, [['Save the 150 rows read']]);
    assert.deepEqual(await readdir(folder), [], 'nothing is written unless the user agrees');
    await window.answer('exportProjects', 'All rows', 'JSON');
    assert.deepEqual(JSON.parse(await read('part.json')), projects.slice(0, 150));
    const [, offer = '', end = ''] = messages();
    assert.match(offer, /^warning: Not everything could be read\. .*400/);
    assert.match(end, /^warning: Exported 150 of 230 projects to part\.json\./);
  });

  it('exports the history of the project in front, without a request', async () => {
    const panel = await openLink(window, '/projects/t/1');
    await eventually(() => panel.state?.loading, false);
    await window.run('refreshStats');
    // The page of rows, the stats and their refresh, and the refreshed row.
    await eventually(() => service.requests.length, 4);
    saveAs('history.csv');
    await window.answer('exportHistory', 'CSV');
    assert.equal(window.desk.said.at(-1), 'Exported 2 readings to history.csv.');
    const text = await read('history.csv');
    const { data } = Papa.parse<Record<string, string>>(text.slice(1), {
      ...{ header: true, skipEmptyLines: true },
    });
    for (const row of data) {
      assert.ok(Math.abs(Date.now() - Date.parse(row['as of']!)) < 60_000);
      assert.deepEqual([row.total, row.confirmed, row['NFTs failed']], ['100', '33', '50']);
    }
    assert.deepEqual([data.length, service.requests.length], [2, 4]);
  });

  it('writes a file of another machine, or says why it could not', async () => {
    const elsewhere = Uri.parse('memfs://store/there/rows.json');
    const { desk } = window;
    desk.save = () => elsewhere;
    desk.beforeWrite = () => {
      throw FileSystemError.Unavailable();
    };
    await window.answer('exportProjects', 'Shown rows', 'JSON');
    const why = /Nothing was exported\. rows\.json could not be written \(Unavailable\)\./;
    assert.match(desk.shown.splice(0)[0]!.text, why);
    desk.beforeWrite = () => undefined;
    await window.answer('exportProjects', 'Shown rows', 'JSON');
    const written = JSON.parse(desk.remoteFiles.get(elsewhere.toString())!) as unknown[];
    assert.equal(written.length, 50);
  });
});
