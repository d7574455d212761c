import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import Papa from 'papaparse';
import { windows } from '../../../support/windows.ts';
import { Uri } from '../../../support/fakeVscode/values.ts';
import { eventually } from '../../../support/eventually.ts';
import { openLink } from '../../../support/openLink.ts';
import { temporaryFolders } from '../../../support/temporaryFolder.ts';

const projects = [
  { id: 1, name: '=Harbor', transferable: true },
  { id: 2, name: 'Ember', transferable: true },
  { id: 3, name: 'Of no kind' },
];

describe('Export Readings', () => {
  const the = windows();
  const newFolder = temporaryFolders();

  async function start() {
    const stats = { 't/1': { total: 4, confirmed: 3 }, 't/2': { total: 9, pending: 9 } };
    const { service, window } = await the.opened(projects, stats);
    const folder = newFolder();
    const look = async (id: number) => {
      const panel = await openLink(window, `/projects/t/${id}`);
      await eventually(() => panel.state?.loading, false);
      return panel;
    };
    /** Exports to a file after these choices. */
    const seen: string[] = [];
    const exportTo = async (name: string, ...labels: readonly string[]) => {
      window.desk.save = () => Uri.file(join(folder, name));
      seen.length = 0;
      const done = window.run('exportReadings');
      for (const label of labels) {
        await eventually(() => window.desk.pick?.labels.includes(label), true);
        seen.push(...window.desk.pick!.sees);
        window.desk.pick!.choose(label);
      }
      await done;
      assert.ok(seen.includes('JSON | an array of the readings'));
      return readFile(join(folder, name), 'utf8');
    };
    return { service, window, look, exportTo, seen };
  }

  it('exports each reading with its time, without a request', async () => {
    const { service, window, look, exportTo } = await start();
    await look(1);
    await window.run('refreshStats');
    await look(2);
    // The page of rows, the stats of each opened panel and of the refresh, and the refreshed row.
    await eventually(() => service.requests.length, 5);
    window.desk.goTo(undefined);
    const before = service.requests.length;
    const text = await exportTo('all.csv', 'CSV');
    assert.equal(window.desk.said.at(-1), 'Exported 3 readings of 2 projects to all.csv.');
    assert.equal(service.requests.length, before);
    const [head, ...records] = Papa.parse<string[]>(text, { skipEmptyLines: true }).data;
    assert.deepEqual(head, [
      ...['project', 'name', 'time', 'total', 'confirmed', 'processing', 'pending'],
    ]);
    assert.deepEqual(
      records.map(([project, name, , ...counts]) => [project, name, ...counts]).sort(),
      [
        ['t/1', "'=Harbor", '4', '3', '', ''],
        ['t/1', "'=Harbor", '4', '3', '', ''],
        ['t/2', 'Ember', '9', '', '', '9'],
      ],
    );
    for (const [, , time = ''] of records) {
      assert.match(time, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
      assert.ok(Math.abs(Date.now() - Date.parse(time)) < 60_000);
    }
  });

  it('offers the readings of the project in front first', async () => {
    const { window, look, exportTo, seen } = await start();
    await look(2);
    await look(1);
    const text = await exportTo('one.json', 'The readings of =Harbor', 'JSON');
    assert.deepEqual(seen.slice(0, 2), [
      'The readings of =Harbor | 1 reading',
      'The readings of 2 projects | 2 readings',
    ]);
    assert.equal(window.desk.said.at(-1), 'Exported 1 reading of =Harbor to one.json.');
    const [row, ...others] = JSON.parse(text) as Record<string, unknown>[];
    assert.equal(others.length, 0);
    const { time, ...rest } = row!;
    assert.equal(typeof time, 'string');
    assert.deepEqual(rest, {
      ...{ project: 't/1', name: '=Harbor', total: 4, confirmed: 3, processing: null },
      pending: null,
    });
    const all = await exportTo('all.ndjson', 'The readings of 2 projects', 'NDJSON');
    assert.equal(all.trim().split('\n').length, 2);
  });

  it('reports that there are no readings yet', async () => {
    const { window } = await start();
    await window.run('exportReadings');
    assert.match(window.desk.said.at(-1) ?? '', /^There are no readings yet\./);
  });
});
