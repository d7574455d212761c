import assert from 'node:assert/strict';
import { readdirSync, statSync } from 'node:fs';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, it } from 'mocha';
import Papa from 'papaparse';
import { windows } from '../../support/windows.ts';
import { makeCollections, makeProjects } from '../../e2e/support/rows.ts';
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
  const stats = Object.fromEntries(
    projects
      .filter(({ id }) => id !== 3)
      .map(({ id, transferable }) => [
        `${transferable ? 't' : 'n'}/${String(id)}`,
        id === 1 ? failing : { total: id },
      ]),
  );

  beforeEach(async () => {
    folder = newFolder();
    const collections = makeCollections(3);
    ({ service, window } = await the.opened(projects, stats, { collections }));
  });

  const saveAs = (name: string) => {
    window.desk.save = () => Uri.file(join(folder, name));
  };
  /** Exports Projects with these choices. */
  const exportAs = async (name: string, ...labels: readonly string[]) => {
    saveAs(name);
    await window.answer('exportProjects', ...labels);
  };
  /** Exports Projects with these choices, and returns the written text. */
  const exportTo = async (name: string, ...labels: readonly string[]) => {
    await exportAs(name, ...labels);
    return read(name);
  };
  /** Begins to export all Projects; the service holds back the second page. */
  const exportHalf = async (name: string) => {
    saveAs(name);
    service.fail(({ query }) => (query.page === '2' ? 'hang' : undefined));
    const done = window.run('exportProjects');
    await window.choose('All 230 projects', 'Without stats', 'CSV');
    await eventually(() => window.desk.progress[0]?.said, ['100 of 230 projects']);
    return { done };
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
    const place = () => {
      const { step, totalSteps, title, ignoreFocusOut, buttons } = window.desk.pick!;
      return [step, totalSteps, title, ignoreFocusOut, buttons.length];
    };
    const sees = () => [window.desk.pick?.activeItems[0]?.label, ...window.desk.pick!.sees];
    assert.deepEqual(place(), [1, 3, 'Export Projects', true, 0]);
    const loaded = 'The 50 loaded projects';
    assert.deepEqual(sees(), [loaded, loaded, 'All 230 projects | reads all pages']);
    await window.choose('All 230 projects');
    assert.deepEqual(place(), [2, 3, 'Export Projects', true, 1]);
    const costs = 'With stats | one request for each of 230 projects';
    assert.deepEqual(sees(), ['Without stats', 'Without stats', costs]);
    await window.choose('With stats');
    assert.deepEqual(place(), [3, 3, 'Export Projects', true, 1]);
    assert.deepEqual(sees(), [
      'CSV',
      'CSV | a table for spreadsheets',
      'JSON | an array of the rows as the service sent them',
      'NDJSON | the same, one row per line',
    ]);
    for (const choice of ['With stats', 'All 230 projects']) {
      window.desk.pick?.goBack();
      await eventually(() => window.desk.pick?.activeItems[0]?.label, choice);
    }
    window.desk.pick?.hide();
    await done;
    assert.deepEqual(messages(), []);
  });

  it('suggests the open folder, and a file name with the connection and today’s date', async () => {
    window.desk.folder = Uri.file('/work/lighthouse');
    window.desk.changeSetting('mintscope.connections', { [service.address]: { name: 'A/B' } });
    const offered: string[] = [];
    window.desk.save = ({ path }) => {
      offered.push(path);
      return undefined;
    };
    mock.timers.enable({ apis: ['Date'], now: new Date(2026, 0, 5, 12) });
    try {
      await window.answer('exportCollections', 'JSON');
    } finally {
      mock.timers.reset();
    }
    assert.deepEqual(offered, ['/work/lighthouse/collections-A-B-2026-01-05.json']);
    assert.deepEqual(messages(), [], 'no message after Escape in the dialog');
  });

  it('exports all pages, and reports the number of rows and the total', async () => {
    const text = await exportTo('all.json', 'All 230 projects', 'Without stats', 'JSON');
    assert.deepEqual(JSON.parse(text), projects);
    assert.deepEqual(messages(), ['information: Exported 230 of 230 projects to all.json.']);
    assert.deepEqual(window.desk.shown[0]?.choices, ['Open', 'Reveal']);
    assert.equal(window.projects.description, '50 of 230', 'the view stays as it is');
    assert.equal(window.desk.progress[0]?.title, 'Exporting projects to all.json');
  });

  it('exports the loaded rows without a request, and opens the file', async () => {
    const before = service.requests.length;
    window.desk.choose = ({ choices }) => choices[0];
    const choices = ['The 50 loaded projects', 'Without stats', 'NDJSON'];
    const text = await exportTo('loaded.ndjson', ...choices);
    const rows = text.trimEnd().split('\n');
    assert.deepEqual(
      rows.map((row) => JSON.parse(row) as unknown),
      projects.slice(0, 50),
    );
    assert.deepEqual(messages(), [
      'information: Exported the 50 loaded projects of 230 to loaded.ndjson.',
    ]);
    assert.equal(service.requests.length, before);
    const [command, uri] = window.desk.editorCommands.at(-1) ?? [];
    assert.equal(command, 'vscode.open');
    assert.equal((uri as Uri).fsPath, join(folder, 'loaded.ndjson'));
  });

  it('shows how many requests an export with stats sends: one, none, or one for each project of a list of unknown length', async () => {
    const offers = async (rows: string) => {
      const done = window.run('exportProjects');
      await window.choose(rows);
      await eventually(() => window.desk.pick?.step, 2);
      const [, withStats] = window.desk.pick!.sees;
      window.desk.pick!.hide();
      await done;
      return withStats;
    };
    window.projects.selection = [window.projects.painted[4]!.row];
    assert.equal(await offers('The selected project'), 'With stats | one request');
    window.projects.selection = [];
    await filter('no such project');
    const none = 'With stats | no request, as there are no projects';
    assert.equal(await offers('The 0 projects that match the filter'), none);
    await window.run('clearFilter');
    service.lie(({ results }) => ({ results }));
    await window.run('projects.refresh');
    await eventually(() => window.projects.description, '50');
    assert.equal(await offers('All projects'), 'With stats | one request for each project');
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
    assert.equal(window.desk.progress.at(-1)?.said[0], '100 of 230 projects', 'what was read');
  });

  it('exports what needs attention, with the reason in the file', async () => {
    await openLink(window, '/projects/t/1');
    await eventually(() => window.desk.contexts.get('mintscope.attention'), true);
    saveAs('attention.csv');
    const done = window.run('exportProjects');
    await window.choose('The project that needs attention');
    await eventually(() => window.desk.pick?.activeItems[0]?.label, 'With stats');
    await window.choose('With stats', 'CSV');
    await done;
    const [head = '', line = ''] = (await read('attention.csv')).split('\r\n');
    const at = head.split(',').indexOf('share');
    assert.deepEqual(head.split(',').slice(at, at + 4), ['share', 'failed', 'asOf', 'attention']);
    assert.match(line, /,33,50,\d{4}-\d\d-\d\dT[^,]*Z,Failed 50,/);
  });

  it('asks only for the format of a whole list of collections, which have no stats', async () => {
    saveAs('collections.csv');
    window.collections.show();
    await eventually(() => window.collections.description, '3');
    const { pick, done } = await window.ask('exportCollections');
    assert.deepEqual([pick.step, pick.totalSteps], [1, 1]);
    pick.choose('CSV');
    await done;
    const text = await read('collections.csv');
    assert.match(text, /^mintAddress,name,.*\r\nColl.*1,Collection 1,/);
    assert.doesNotMatch(text, /stats/);
  });

  for (const [how, end, said] of [
    [
      'it is canceled',
      () => window.desk.progress[0]?.cancel(),
      ['information: Export stopped. Nothing was written.'],
    ],
    ['the window closes', () => window.close(), []],
    [
      'the user signs out',
      () => window.run('signOut'),
      [
        'error: Mintscope: Nothing was exported. The sign-in changed meanwhile. Export again.',
        'information: Signed out',
      ],
    ],
  ] as const) {
    it(`an export leaves no file when ${how}`, async () => {
      const { done } = await exportHalf('half.csv');
      assert.equal(Math.round(window.desk.progress[0]!.percent), 43);
      assert.equal((await readdir(folder)).length, 1);
      await end();
      await done;
      assert.deepEqual(await readdir(folder), []);
      const found = messages().map((text) => text.replace(/(Signed out) of .*/, '$1'));
      window.desk.shown.length = 0;
      assert.deepEqual(found.sort(), said);
    });
  }

  it('reports a failing page of an export, and leaves the existing file', async () => {
    await writeFile(join(folder, 'failed.csv'), 'mine');
    service.fail(({ query }) => (query.page === '3' ? { status: 400 } : undefined));
    await exportAs('failed.csv', 'All 230 projects', 'Without stats', 'CSV');
    assert.deepEqual(await readdir(folder), ['failed.csv']);
    assert.equal(await read('failed.csv'), 'mine');
    expectError('Nothing was exported. The service answered in an unexpected way (400).');
  });

  describe('of readings', () => {
    const look = async (ref: string) => {
      const panel = await openLink(window, `/projects/${ref}`);
      await eventually(() => panel.state?.loading, false);
    };

    it('exports each reading with its time, or those of the project in front, without a request', async () => {
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
      assert.deepEqual(data.map(({ time: _, ...row }) => Object.values(row).join()).sort(), [
        'n/2,Project 2,2,,,',
        't/1,Project 1,100,33,0,17',
        't/1,Project 1,100,33,0,17',
      ]);
      for (const { time = '' } of data) {
        assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        assert.ok(Math.abs(Date.now() - Date.parse(time)) < 60_000);
      }
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

    it('reports that there are no readings yet', async () => {
      await window.run('exportReadings');
      assert.match(window.desk.said.at(-1) ?? '', /^There are no readings yet\./);
    });
  });

  describe('to a remote file system', () => {
    const elsewhere = Uri.parse('memfs://store/there/rows.ndjson');
    const temporary = process.platform === 'win32' ? 'TEMP' : 'TMPDIR';
    const { [temporary]: usual = tmpdir() } = process.env;

    beforeEach(() => {
      process.env[temporary] = folder;
      window.desk.save = () => elsewhere;
      window.desk.remoteFiles.set(elsewhere.toString(), 'mine');
    });

    afterEach(() => {
      process.env[temporary] = usual;
    });

    const exportThere = async () => {
      await window.answer('exportProjects', 'The 50 loaded projects', 'Without stats', 'NDJSON');
    };
    const expectAsBefore = () => {
      assert.deepEqual([...window.desk.remoteFiles], [[elsewhere.toString(), 'mine']]);
      assert.deepEqual(readdirSync(folder), []);
    };

    it('shows the size limit of a remote file, and protects the temporary one from other users', async () => {
      let modes: number[] = [];
      window.desk.disk = (operation) => {
        if (operation !== 'writeFile') return;
        modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
      };
      await exportThere();
      if (process.platform !== 'win32') assert.deepEqual(modes, [0o700]);
      assert.deepEqual(readdirSync(folder), []);
      assert.equal(window.desk.remoteFiles.get(elsewhere.toString())?.split('\n').length, 51);
      const title = 'Exporting projects to rows.ndjson (50 MB at most there)';
      assert.equal(window.desk.progress[0]?.title, title);
      assert.equal(window.desk.remoteFiles.size, 1);
    });

    it('leaves the existing remote file when the connection breaks while it is written', async () => {
      window.desk.disk = (operation, target) => {
        if (operation !== 'writeFile') return;
        window.desk.remoteFiles.set(target.toString(), '{');
        throw FileSystemError.Unavailable();
      };
      await exportThere();
      expectAsBefore();
      expectError('Nothing was exported. rows.ndjson could not be written (Unavailable).');
    });

    it('leaves the existing remote file when canceled while writing', async () => {
      const operations: string[] = [];
      window.desk.disk = (operation) => {
        operations.push(operation);
        if (operation === 'writeFile') window.desk.progress[0]?.cancel();
      };
      await exportThere();
      expectAsBefore();
      assert.deepEqual(operations, ['writeFile', 'delete']);
      assert.deepEqual(messages(), ['information: Export stopped. Nothing was written.']);
    });
  });

  /** Asserts the only error that was shown, and removes it, so that closing the window accepts it. */
  function expectError(start: string): void {
    const at = window.desk.shown.findIndex(({ kind }) => kind === 'error');
    const [error] = at < 0 ? [] : window.desk.shown.splice(at, 1);
    assert.ok(error?.text.startsWith(`Mintscope: ${start}`), error?.text ?? 'no error');
  }
});
