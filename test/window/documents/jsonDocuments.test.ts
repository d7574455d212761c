import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
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
    const { service, window, desk } = await the.opened(rows);
    const files = () => desk.files.get('mintscope-json')!;
    const changed: string[] = [];
    files().onDidChangeFile(([change]) => {
      changed.push(change!.uri.toString());
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
      jsonAddress('https://other.example', 'project/t/1'),
      jsonAddress(await accountAt(service, TOKEN), 'other/t/1'),
    ];
    const before = await Promise.all(odd.map(read));
    rows[0]!.name = 'Other';
    await refresh();
    assert.deepEqual(changed, []);
    assert.deepEqual(await Promise.all(odd.map(read)), before);
  });

  it('a document of a row that is not loaded is filled when it is', async () => {
    const { service, window, changed, read } = await start(120);
    const uri = jsonAddress(await accountAt(service, TOKEN), 'project/t/60');
    window.desk.openTab(new TabInputText(uri));
    assert.match(
      await read(uri),
      /^\/\/ This row is not among those loaded \(50 of 120 Projects\)/,
    );
    await window.run('projects.loadMore');
    await eventually(() => changed, [uri.toString()]);
    assert.deepEqual(JSON.parse(await read(uri)), {
      id: 60,
      name: 'P 60',
      transferable: true,
    });
  });

  it('a document of a reloaded window reads the list for its row', async () => {
    const { service } = await start();
    const signIn = { address: service.address, token: TOKEN };
    const window = await the.window({ signIn });
    const uri = jsonAddress(await accountAt(service, TOKEN), 'project/t/2');
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
  });

  it('a document that shows no row is read again after the next sign-in, others are not', async () => {
    const { service, window, changed, read, open } = await start(120);
    const row = await open(1);
    const missing = jsonAddress(await accountAt(service, TOKEN), 'project/t/60');
    window.desk.openTab(new TabInputText(missing));
    assert.match(await read(missing), /^\/\/ This row is not among those loaded/);
    assert.match(await read(row), /"P 2"/);
    changed.length = 0;
    await window.run('signOut');
    await eventually(() => changed, [missing.toString()]);
    assert.match(await read(missing), /^\/\/ This is from .*\n\/\/ Sign in there/);
    await window.signInTo(service);
    await eventually(() => changed, [missing.toString(), missing.toString()]);
    assert.match(await read(row), /"P 2"/);
  });

  it('a document shows nothing of another account, and its text again when that is used', async () => {
    const { service, window, changed, read, open } = await start();
    const all = [await open(0), await open(1)];
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
