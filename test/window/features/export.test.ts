import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { mock } from 'node:test';
import { beforeEach, describe, it } from 'mocha';
import Papa from 'papaparse';
import { windows } from '../../support/windows.ts';
import { CountedProjects } from '../../../src/views/countedProjects.ts';
import { project } from '../../support/projects.ts';
import { makeCollections, makeProjects, makeStats } from '../../e2e/support/rows.ts';
import { FileSystemError, Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { openLink } from '../../support/openLink.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';

describe('Export Projects and Collections', () => {
  const the = windows();
  const newFolder = temporaryFolders();
  let service: Awaited<ReturnType<typeof the.service>>;
  let window: FakeWindow;
  let folder: string;
  const projects = makeProjects(230);
  const failing = { total: 100, confirmed: 33, processing: 0, pending: 17, failed: 50 };
  const stats = makeStats(230, (id) => (id === 1 ? failing : { total: id }));
  delete stats['t/3'];

  beforeEach(async () => {
    folder = newFolder();
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
  const filter = async (text: string) => {
    const { pick, done } = await window.ask('filterProjects');
    pick.type(text);
    pick.accept();
    await done;
  };
  const messages = () => window.desk.shown.map(({ kind, text }) => `${kind}: ${text}`);
  const read = (name: string) => readFile(join(folder, name), 'utf8');

  it('asks for rows, stats and format in numbered steps, and goes back with the earlier choice selected', async () => {
    const { done } = await window.ask('exportProjects');
    const sees = () => {
      const { step, totalSteps, title, buttons, activeItems, sees: lines } = window.desk.pick!;
      assert.deepEqual([totalSteps, title], [3, 'Export Projects']);
      return [step, buttons.length, activeItems[0]?.label, ...lines];
    };
    const loaded = 'The 50 loaded projects';
    assert.deepEqual(sees(), [1, 0, loaded, loaded, 'All 230 projects | reads all pages']);
    await window.choose('All 230 projects');
    const costs = 'With stats | one request for each of 230 projects';
    assert.deepEqual(sees(), [2, 1, 'Without stats', 'Without stats', costs]);
    await window.choose('With stats');
    assert.deepEqual(sees(), [
      ...[3, 1, 'CSV', 'CSV | a table for spreadsheets'],
      'JSON | an array of the rows as the service sent them',
      'NDJSON | the same, one row per line',
    ]);
    for (const choice of ['With stats', 'All 230 projects']) {
      window.desk.pick?.goBack();
      await eventually(() => window.desk.pick?.activeItems[0]?.label, choice);
    }
    await window.choose('The 50 loaded projects');
    const fewer = 'With stats | one request for each of 50 projects';
    assert.deepEqual(sees(), [2, 1, 'With stats', 'Without stats', fewer]);
    window.desk.pick?.hide();
    await done;
    assert.deepEqual(messages(), []);
  });

  it('exports the loaded rows without a request, and opens the file', async () => {
    const before = service.requests.length;
    window.desk.choose = ({ choices }) => choices[0];
    const text = await exportTo('a.ndjson', 'The 50 loaded projects', 'Without stats', 'NDJSON');
    assert.equal(
      text,
      projects
        .slice(0, 50)
        .map((row) => `${JSON.stringify(row)}\n`)
        .join(''),
    );
    const words = 'information: Exported the 50 loaded projects of 230 to a.ndjson.';
    assert.deepEqual(messages(), [words]);
    assert.equal(service.requests.length, before);
    const [command, uri] = window.desk.editorCommands.at(-1) ?? [];
    assert.deepEqual([command, (uri as Uri).fsPath], ['vscode.open', join(folder, 'a.ndjson')]);
  });

  it('exports the matching rows of all pages with their stats, and reports how many have none', async () => {
    await filter('project 3');
    const choices = ['All projects that match the filter, of 230', 'With stats', 'JSON'];
    const text = await exportTo('all-matching.json', ...choices);
    const matching = projects.filter(({ id }) => String(id).includes('3'));
    const rows = JSON.parse(text) as { id: number; stats?: unknown }[];
    assert.deepEqual(
      rows.map(({ id, stats: own }) => [id, own]),
      matching.map(({ id }) => [id, id === 3 ? undefined : { total: id }]),
    );
    assert.deepEqual(messages(), [
      `warning: Exported the ${matching.length} projects that match the filter, of 230, to all-matching.json. 1 has no stats.`,
    ]);
    const { title, said } = window.desk.progress.at(-1)!;
    assert.equal(title, 'Exporting projects to all-matching.json');
    assert.equal(said[0], '200 of 230 projects', 'what was read');
    assert.match(window.projects.description, / of 50 loaded$/, 'the view stays as it is');
  });

  it('exports no counted projects of another account', async () => {
    const rows = [{ project: project('1'), last: undefined }];
    await window.run('exportProjects', new CountedProjects('another', rows));
    assert.deepEqual([window.desk.picks, messages()], [[], []]);
  });

  it('exports why a project needs attention, and that it was acknowledged', async () => {
    await openLink(window, '/projects/t/1');
    await eventually(() => window.desk.contexts.get('mintscope.attention'), true);
    await filter('failed 50');
    await window.run('acknowledge', window.projects.painted[0]!.row);
    saveAs('attention.csv');
    const done = window.run('exportProjects');
    await window.choose('The project that matches the filter, 1 acknowledged');
    await eventually(() => window.desk.pick?.activeItems[0]?.label, 'With stats');
    assert.equal(window.desk.pick?.sees[1], 'With stats | one request');
    await window.choose('With stats', 'CSV');
    await done;
    const [head = '', line = ''] = (await read('attention.csv')).split('\r\n');
    const at = head.split(',').indexOf('share');
    assert.deepEqual(head.split(',').slice(at, at + 4), ['share', 'failed', 'asOf', 'attention']);
    assert.match(line, /,33,50,\d{4}-\d\d-\d\dT[^,]*Z,Failed 50 · acknowledged,/);
  });

  it('asks only for the format of a whole list of collections, and suggests the open folder and a name with today’s date', async () => {
    window.collections.show();
    await eventually(() => window.collections.description, '3');
    window.desk.folder = Uri.file('/work/lighthouse');
    const offered: string[] = [];
    const chosen = [undefined, Uri.file(join(folder, 'collections.csv'))];
    window.desk.save = ({ path }) => {
      offered.push(path);
      return chosen.shift();
    };
    mock.timers.enable({ apis: ['Date'], now: new Date(2026, 0, 5, 12) });
    try {
      await window.answer('exportCollections', 'JSON');
      assert.deepEqual(messages(), [], 'no message after Escape in the dialog');
      const { pick, done } = await window.ask('exportCollections');
      assert.deepEqual([pick.step, pick.totalSteps], [1, 1]);
      pick.choose('CSV');
      await done;
    } finally {
      mock.timers.reset();
    }
    const suggested = '/work/lighthouse/collections-2026-01-05';
    assert.deepEqual(offered, [`${suggested}.json`, `${suggested}.csv`]);
    const text = await read('collections.csv');
    assert.match(text, /^mintAddress,name,.*\r\nColl.*1,Collection 1,/);
    assert.doesNotMatch(text, /stats/);
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
      service.fail(({ query }) => (query.page === '2' ? 'hang' : undefined));
      const done = window.run('exportProjects');
      await window.choose('All 230 projects', 'Without stats', 'CSV');
      await eventually(() => window.desk.progress[0]?.said, ['100 of 230 projects']);
      assert.equal(Math.round(window.desk.progress[0]!.percent), 43);
      assert.equal((await readdir(folder)).length, 1);
      await end();
      await done;
      assert.deepEqual(await readdir(folder), []);
      assert.deepEqual(window.desk.said, said);
    });
  }

  it('exports each reading with its time, or those of the project in front, without a request, and reports if there are none', async () => {
    const look = async (ref: string) => {
      const panel = await openLink(window, `/projects/${ref}`);
      await eventually(() => panel.state?.loading, false);
    };
    await window.run('exportReadings');
    assert.match(window.desk.said.at(-1) ?? '', /^There are no readings yet\./);
    await look('n/2');
    await look('t/1');
    await window.run('refreshStats');
    // The page of rows, the stats of each opened panel and of the refresh, and the refreshed row.
    await eventually(() => service.requests.length, 5);
    window.desk.goTo(undefined);
    saveAs('all.csv');
    await window.answer('exportReadings', 'CSV');
    assert.equal(window.desk.said.at(-1), 'Exported 3 readings of 2 projects to all.csv.');
    const { data } = Papa.parse<Record<string, string>>(await read('all.csv'), {
      ...{ header: true, skipEmptyLines: true },
    });
    const rows = data.map(({ project, name, total, confirmed, processing, pending }) =>
      [project, name, total, confirmed, processing, pending].join(),
    );
    const one = 't/1,Project 1,100,33,0,17';
    assert.deepEqual(rows.sort(), ['n/2,Project 2,2,,,', one, one]);
    for (const { time = '' } of data) assert.ok(Math.abs(Date.now() - Date.parse(time)) < 60_000);
    window.desk.goTo(window.desk.panels[0]);
    saveAs('one.json');
    const { pick, done } = await window.ask('exportReadings');
    assert.deepEqual(pick.sees, [
      'The readings of Project 2 | 1 reading',
      'The readings of 2 projects | 3 readings',
    ]);
    pick.choose('The readings of Project 2');
    await eventually(() => window.desk.pick?.sees[1], 'JSON | an array of the readings');
    window.desk.pick?.choose('JSON');
    await done;
    assert.equal(window.desk.said.at(-1), 'Exported 1 reading of Project 2 to one.json.');
    const [row, ...others] = JSON.parse(await read('one.json')) as Record<string, unknown>[];
    assert.deepEqual([row?.project, row?.total, row?.confirmed, others], ['n/2', 2, null, []]);
    assert.equal(service.requests.length, 5);
  });

  it('leaves an existing remote file until the whole file, of limited size, is there', async () => {
    const elsewhere = Uri.parse('memfs://store/there/rows.ndjson');
    const { desk } = window;
    desk.save = () => elsewhere;
    desk.remoteFiles.set(elsewhere.toString(), 'mine');
    const exportThere = async (onWrite: (target: Uri) => void) => {
      desk.disk = (operation, target) => {
        if (operation === 'writeFile') onWrite(target);
      };
      await window.answer('exportProjects', 'The 50 loaded projects', 'Without stats', 'NDJSON');
      return [...desk.remoteFiles];
    };
    const before = [[elsewhere.toString(), 'mine']];
    const broken = await exportThere((target) => {
      // The part that is written before the connection breaks.
      desk.remoteFiles.set(target.toString(), '{');
      throw FileSystemError.Unavailable();
    });
    assert.deepEqual(broken, before);
    const why = /Nothing was exported\. rows\.ndjson could not be written \(Unavailable\)\./;
    assert.match(desk.shown.splice(0)[0]!.text, why);
    const canceled = await exportThere(() => desk.progress.at(-1)?.cancel());
    assert.deepEqual(canceled, before);
    assert.deepEqual(messages(), ['information: Export stopped. Nothing was written.']);
    const [written, ...others] = await exportThere(() => undefined);
    assert.equal(written?.[1].split('\n').length, 51);
    assert.deepEqual(others, []);
    const title = 'Exporting projects to rows.ndjson (50 MB at most there)';
    assert.equal(desk.progress[0]?.title, title);
  });
});
