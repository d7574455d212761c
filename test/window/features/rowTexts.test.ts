import assert from 'node:assert/strict';
import { windows } from '../../support/windows.ts';
import type { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { sentProjects } from '../../support/projects.ts';

interface Row {
  readonly id: number;
  readonly transferable: boolean;
  name: string;
}

describe('texts of rows', () => {
  const the = windows();

  async function start(count = 3) {
    const rows: Row[] = sentProjects(count);
    const { service, window, desk } = await the.opened(rows, { 't/1': { total: 1, orgId: 3 } });
    const files = () => desk.files.get('mintscope')!;
    const changed = new Set<string>();
    files().onDidChangeFile(([change]) => {
      changed.add(change!.uri.toString());
    });
    const read = (uri: Uri) => window.json(uri);
    /** Opens the JSON of a row, and resolves with its address. */
    const open = async (at: number) => {
      await window.run('openJson', window.projects.painted[at]!.row);
      return desk.editorCommands.at(-1)![1] as Uri;
    };
    const refresh = async () => {
      const [before] = window.projects.painted;
      await window.run('projects.refresh');
      await eventually(() => window.projects.painted[0]?.row !== before?.row, true);
      for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
    };
    return { rows, service, window, desk, files, changed, read, open, refresh };
  }

  it('a text changes and gets a later time when its row changes, and stays where its row is gone', async () => {
    const { rows, files, changed, read, open, refresh } = await start();
    const [first, second] = [await open(0), await open(1)];
    await read(first);
    await read(second);
    const time = async () => (await files().stat(second)).mtime;
    const before = await time();
    rows.shift();
    rows[0]!.name = 'Other';
    await refresh();
    await eventually(() => [...changed], [second.toString()]);
    assert.ok((await time()) > before);
    assert.match(await read(first), /"P 1"/);
    assert.match(await read(second), /"Other"/);
  });

  it('shows no counts of a reference once a second project has it', async () => {
    const { rows, changed, read, open, refresh } = await start(1);
    const uri = await open(0);
    assert.match(await read(uri), /"P 1"/);
    Object.assign(rows[0]!, { mintAddress: 'A' });
    rows.push({ ...rows[0]!, name: 'Other', mintAddress: 'B' } as Row);
    await refresh();
    await eventually(() => [...changed], [uri.toString()]);
    assert.match(await read(uri), /^\/\/ The service lists several projects as 1 · transferable/);
  });

  it('the text of a row that is not loaded is filled when it is', async () => {
    const { window, changed, read } = await start(120);
    const uri = await window.address('t/60');
    assert.match(await read(uri), /^\/\/ This row is not among those loaded \(50 of 120\)/);
    await window.run('projects.loadMore');
    await eventually(() => [...changed], [uri.toString()]);
    const { row } = JSON.parse(await read(uri)) as { readonly row: unknown };
    assert.deepEqual(row, { id: 60, name: 'P 60', transferable: true });
  });

  it('the text of a project has all numbers that were read last, and follows them', async () => {
    const { window, changed, read, open } = await start();
    const uri = await open(0);
    assert.match(await read(uri), /"stats": null/);
    await window.desk.tools.invoke('mintscope_stats', { project: 't/1' });
    await eventually(() => [...changed], [uri.toString()]);
    const { stats } = JSON.parse(await read(uri)) as { readonly stats: object };
    assert.deepEqual(stats, { total: 1, orgId: 3 });
  });

  it('a text shows nothing while signed out, and is there again after the sign-in', async () => {
    const { service, window, changed, read, open } = await start();
    const uri = await open(1);
    assert.match(await read(uri), /"P 2"/);
    changed.clear();
    await window.run('signOut');
    await eventually(() => [...changed], [uri.toString()]);
    assert.match(await read(uri), /^\/\/ Sign in to see this\./);
    await window.signInTo(service);
    await eventually(() => window.projects.labels.length, 3);
    assert.match(await read(uri), /"P 2"/);
  });
});
