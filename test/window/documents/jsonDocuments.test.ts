import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { describe, it } from 'mocha';
import { Snapshots } from '../../../src/documents/snapshots.ts';
import { TOKEN } from '../../support/minimalService.ts';
import { windows } from '../../support/windows.ts';
import { TabInputText, Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/eventually.ts';
import { jsonAddress } from '../../support/jsonAddress.ts';
import { sentProjects } from '../../support/projects.ts';
import { accountAt } from '../../support/signIns.ts';

interface Row {
  readonly id: number;
  readonly transferable: boolean;
  name: string;
}

describe('JSON documents', () => {
  const the = windows();

  async function start(count = 3) {
    const rows: Row[] = sentProjects(count);
    const stats = { 't/1': { total: 1 }, 't/60': { total: 60 } };
    const { service, window, desk } = await the.opened(rows, stats);
    desk.choose = ({ choices }) => choices.find((one) => one === 'Compare as JSON');
    const files = () => desk.files.get('mintscope-json')!;
    const changed: string[] = [];
    files().onDidChangeFile(([change]) => {
      changed.push(change!.uri.toString());
    });
    const read = (uri: Uri) => window.json(uri);
    /** Opens the JSON of a row, and resolves with its address. */
    const open = async (at: number, command = 'openJson') => {
      await window.run(command, window.projects.painted[at]!.row);
      return desk.editorCommands.at(-1)![1] as Uri;
    };
    const refresh = async () => {
      const [before] = window.projects.painted;
      await window.run('projects.refresh');
      await eventually(() => window.projects.painted[0]?.row !== before?.row, true);
      for (let turns = 0; turns < 10; turns++) await new Promise(setImmediate);
    };
    /** Compares the first row with a snapshot of it. @returns the addresses of both documents. */
    const compare = async () => {
      await window.run('saveSnapshot', window.projects.painted[0]!.row);
      const { pick, done } = await window.ask('compareSnapshot', window.projects.painted[0]!.row);
      pick.accept();
      await done;
      const [, snapshot, now] = desk.editorCommands.at(-1) as [string, Uri, Uri];
      return { snapshot, now };
    };
    return { rows, service, window, desk, files, changed, read, open, refresh, compare };
  }

  it('a document changes and gets a later time when its row changes and at no other time, and stays as it is where its row is gone', async () => {
    const { rows, files, changed, read, open, refresh } = await start();
    const [first, second] = [await open(0), await open(1)];
    await read(first);
    const time = async () => (await files().stat(second)).mtime;
    const before = await time();
    await refresh();
    assert.deepEqual([changed, await time()], [[], before]);
    rows.shift();
    rows[0]!.name = 'Other';
    await refresh();
    await eventually(() => changed, [second.toString()]);
    assert.ok((await time()) > before);
    assert.match(await read(first), /"P 1"/);
    assert.match(await read(second), /"Other"/);
  });

  it('documents of no row or of another service stay when the list changes', async () => {
    const { service, rows, changed, read, refresh } = await start();
    const odd = [
      Uri.parse('mintscope-json:/x.json'),
      jsonAddress('row', 'https://other.example', 'project/t/1'),
      jsonAddress('stats', await accountAt(service, TOKEN), 't/1'),
    ];
    const before = await Promise.all(odd.map(read));
    rows[0]!.name = 'Other';
    await refresh();
    assert.deepEqual(changed, []);
    assert.deepEqual(await Promise.all(odd.map(read)), before);
  });

  it('the present state in a comparison does not change, and its snapshot is shown while signed out', async () => {
    const { window, rows, changed, read, refresh, compare } = await start();
    const { now, snapshot } = await compare();
    rows[0]!.name = 'Other';
    await refresh();
    assert.deepEqual(changed, []);
    assert.match(await read(now), /"P 1"/);
    await window.run('signOut');
    assert.match(await read(snapshot), /"P 1"/);
  });

  it('a snapshot that cannot be read says why, and other documents still follow the list', async () => {
    const { rows, changed, read, open, refresh, compare } = await start();
    const { snapshot } = await compare();
    const failing = mock.method(Snapshots.prototype, 'read', () => {
      throw new Error('database is locked');
    });
    assert.match(
      await read(snapshot),
      /^\/\/ The snapshot could not be read \(database is locked\)/,
    );
    failing.mock.restore();
    const second = await open(1);
    rows[1]!.name = 'Other';
    await refresh();
    await eventually(() => changed, [second.toString()]);
  });

  it('a document of a row that is not loaded is filled when it is', async () => {
    const { service, window, changed, read } = await start(120);
    const uri = jsonAddress('now', await accountAt(service, TOKEN), 't/60');
    window.desk.openTab(new TabInputText(uri));
    assert.match(
      await read(uri),
      /^\/\/ This row is not among those loaded \(50 of 120 Projects\)/,
    );
    await window.run('projects.loadMore');
    await eventually(() => changed, [uri.toString()]);
    assert.deepEqual(JSON.parse(await read(uri)), {
      project: { id: 60, name: 'P 60', transferable: true },
      stats: { total: 60 },
    });
  });

  it('a document of a reloaded window reads the list for its row', async () => {
    const { service } = await start();
    const signIn = { address: service.address, token: TOKEN };
    const window = await the.window({ signIn });
    const uri = jsonAddress('row', await accountAt(service, TOKEN), 'project/t/2');
    window.desk.openTab(new TabInputText(uri));
    assert.deepEqual(JSON.parse(await window.json(uri)), {
      id: 2,
      name: 'P 2',
      transferable: true,
    });
  });

  it('a row has one document, also if its tab has a title in another language', async () => {
    const { desk, open } = await start();
    const first = await open(0);
    const restored = Uri.from({
      ...{ scheme: first.scheme, query: first.query },
      path: '/Mintscope documents/P 1 (1 · übertragbar).json',
    });
    desk.openTab(new TabInputText(restored), true);
    assert.equal((await open(0)).toString(), first.toString(), 'the editor replaces a preview');
    desk.openTab(new TabInputText(restored), false, 2);
    desk.openTab(new TabInputText(Uri.from({ scheme: 'file', path: '/notes.txt' })));
    assert.equal((await open(0)).toString(), first.toString(), 'the tab is in another group');
    desk.openTab(new TabInputText(restored));
    assert.equal((await open(0)).toString(), restored.toString());
    assert.notEqual((await open(0, 'openStatsJson')).path, restored.path);
  });

  it('documents that show a failure are read again after the next sign-in, others are not', async () => {
    const { service, window, changed, read, open } = await start();
    const row = await open(1);
    const stats = await open(0, 'openStatsJson');
    service.fail(() => ({ status: 404 }));
    assert.match(await read(stats), /^\/\/ The service has no stats of project/);
    service.fail(undefined);
    changed.length = 0;
    await window.run('signOut');
    await eventually(() => changed, [stats.toString()]);
    assert.match(await read(stats), /^\/\/ This is from .*\n\/\/ Sign in there/);
    await window.signInTo(service);
    await eventually(() => changed, [stats.toString(), stats.toString()]);
    assert.match(await read(stats), /"total": 1/);
    assert.match(await read(row), /"P 2"/);
    assert.ok(!changed.includes(row.toString()));
  });

  it('a document shows nothing of another account, and its text again when that is used', async () => {
    const { service, window, changed, read, open, compare } = await start();
    const row = await open(1);
    const { snapshot, now } = await compare();
    const all = [row, snapshot, now];
    for (const uri of all) assert.match(await read(uri), /"P [12]"/);
    changed.length = 0;
    service.setToken('token-of-another-account');
    await window.signInTo(service, 'token-of-another-account');
    await eventually(() => changed.toSorted(), all.map(String).sort());
    for (const uri of all)
      assert.match(await read(uri), /^\/\/ This belongs to another sign-in to /);
    changed.length = 0;
    service.setToken(TOKEN);
    await window.signInTo(service);
    await eventually(() => changed.length, all.length);
    for (const uri of all) assert.match(await read(uri), /"P [12]"/);
  });
});
