import assert from 'node:assert/strict';
import { createHash, randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { mkdir, mkdtemp, rm, utimes } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { leaveNotice, leaveNoticeOfAll } from '../../../src/connection/leaveNotice.ts';
import { use } from '../../../src/connection/signInWriter.ts';
import { clearKept } from '../../../src/disk/keptUpdate.ts';
import { FakeMemento, FakeSecrets } from '../../support/fakeVscode/storage.ts';
import {
  eventually,
  type FakeWindow,
  keepSignIn,
  openWindow,
  storageOf,
  type WindowOptions,
} from '../../support/fakeVscode/window.ts';
import { type MinimalService, startMinimalService } from '../../support/minimalService.ts';

const TOKEN = 'token-of-a-test';

describe('what is kept of the lists on this machine', () => {
  let service: MinimalService;
  let projects: { id: number; name: string; transferable: boolean }[];
  let window: FakeWindow;
  let kept: { secrets: FakeSecrets; workspaceState: FakeMemento; globalStorage: string };

  beforeEach(async () => {
    projects = Array.from({ length: 30 }, (_, at) => ({
      id: at + 1,
      name: `P ${at + 1}`,
      transferable: true,
    }));
    service = await startMinimalService({ token: TOKEN, projects, collections: [{ name: 'C' }] });
    kept = {
      secrets: new FakeSecrets(),
      workspaceState: new FakeMemento(),
      globalStorage: await mkdtemp(join(tmpdir(), 'mintscope-kept-')),
    };
    await keepSignIn(kept.secrets, { address: service.address, token: TOKEN });
    await open();
    await eventually(files, [`${folderOf(id())}/projects.json`]);
  });
  afterEach(async () => {
    await window.close();
    await service.close();
    await rm(kept.globalStorage, { recursive: true, force: true });
  });

  const open = async (options: WindowOptions = {}) => {
    window = await openWindow({ ...kept, pageSize: 10, ...options });
    window.projects.show();
  };
  const reopen = async (options: WindowOptions = {}) => {
    await window.close();
    await open(options);
  };
  const root = () => join(kept.globalStorage, 'kept');
  const folderOf = (signIn: string) =>
    createHash('sha256').update(signIn).digest('hex').slice(0, 32);
  /** The files of rows, as paths below `kept`. */
  const files = () =>
    existsSync(root())
      ? readdirSync(root(), { recursive: true })
          .map((path) => String(path).replaceAll('\\', '/'))
          .filter((path) => /\/(projects|collections)\.json$/.test(path))
          .sort()
      : [];
  const idIn = ([, text]: readonly [string, string]) => (JSON.parse(text) as { id: string }).id;
  const id = () => idIn([...kept.secrets.held][0]!);
  const ids = () => [...kept.secrets.held].map(idIn);
  const head = (signIn = id()) => {
    const text = readFileSync(join(root(), folderOf(signIn), 'projects.json'), 'utf8');
    return JSON.parse(text.split('\n', 1)[0]!) as Record<string, unknown>;
  };
  const labels = () => window.projects.labels;
  const noticesIn = () => join(kept.globalStorage, 'signed-out');

  it('is each list, when it has settled, and not at every page', async () => {
    window.collections.show();
    const folder = folderOf(id());
    await eventually(files, [`${folder}/collections.json`, `${folder}/projects.json`]);
    assert.deepEqual([head().rows, head().covered, head().total], [10, 10, 30]);
    await window.run('projects.loadMore');
    await eventually(() => head().rows, 20);
    service.hold(({ query }) => query.page === '3');
    const loading = window.run('projects.loadAll');
    await eventually(() => service.requests.at(-1)?.query.page, '3');
    assert.equal(head().rows, 20);
    service.release();
    await loading;
    await eventually(() => [head().rows, head().ended], [30, true]);
  });

  it('becomes smaller with the list', async () => {
    projects.length = 3;
    await window.run('projects.refresh');
    await eventually(() => [head().rows, head().total], [3, 3]);
  });

  it('is the newest of several that settle while one is written', async () => {
    for (let more = 0; more < 3; more++) await window.run('projects.refresh');
    projects.length = 7;
    await window.run('projects.refresh');
    await window.close();
    assert.ok(head().rows === 7 || head().rows === 10, 'a file that is whole');
    await open();
    await eventually(() => head().rows, 7);
  });

  for (const [name, inMinutes, rows] of [
    ['stays if another window has kept rows that it read later', 0, 10],
    ['replaces rows of a time that has not come', 60, 3],
  ] as const) {
    it(name, async () => {
      const path = join(root(), folderOf(id()), 'projects.json');
      const [, ...lines] = readFileSync(path, 'utf8').split('\n');
      const asked = service.requests.length;
      service.hold();
      projects.length = 3;
      const refreshing = window.run('projects.refresh');
      await eventually(() => service.requests.length > asked, true);
      const asOf = Date.now() + 1 + inMinutes * 60_000;
      writeFileSync(path, [JSON.stringify({ ...head(), asOf }), ...lines].join('\n'));
      await new Promise((resolve) => setTimeout(resolve, 5));
      service.release();
      await refreshing;
      // The lists are written one after the other.
      window.collections.show();
      await eventually(() => files().length, 2);
      assert.equal(head().rows, rows);
    });
  }

  it('does not come back once it was cleared, if its rows were asked for before that', async () => {
    const folder = join(root(), folderOf(id()));
    const [asked, path] = [service.requests.length, join(folder, 'projects.json')];
    service.hold();
    projects.length = 3;
    const refreshing = window.run('projects.refresh');
    await eventually(() => service.requests.length > asked, true);
    await clearKept([{ folder, name: 'projects', path, bytes: 1 }], ['projects']);
    service.release();
    await refreshing;
    assert.equal(labels().length, 3);
    // The lists are written one after the other.
    window.collections.show();
    await eventually(files, [`${folderOf(id())}/collections.json`]);
    await window.run('projects.refresh');
    await eventually(() => files().length, 2);
    assert.equal(head().rows, 3);
  });

  it('is deleted at Sign Out, before that has ended', async () => {
    await window.run('signOut');
    assert.deepEqual(readdirSync(root()), []);
  });

  it('is deleted with all sign-ins', async () => {
    window.desk.choose = ({ choices }) => choices[0];
    await window.run('forgetAllSignIns');
    assert.equal(existsSync(root()), false);
  });

  it('is deleted when another window signs out, by the event of the secrets', async () => {
    for (const key of [...kept.secrets.held.keys()]) await kept.secrets.delete(key);
    await eventually(files, []);
    await eventually(labels, []);
  });

  it('is deleted when another window signs out, by its notice', async () => {
    await leaveNotice(noticesIn(), id(), {} as never);
    await eventually(files, []);
    assert.equal(kept.secrets.held.size, 0);
  });

  it('is deleted when another window forgets all', async () => {
    await leaveNoticeOfAll(noticesIn(), Date.now() + 1, {} as never);
    await eventually(files, []);
    assert.equal(kept.secrets.held.size, 0);
  });

  it('is deleted, and not shown, if the sign-in is gone at the start', async () => {
    await window.close();
    kept.secrets.held.clear();
    await open();
    await eventually(files, []);
    await eventually(labels, []);
  });

  it('is not written by a window that is reading while another signs out', async () => {
    service.hold();
    const refreshing = window.run('projects.refresh');
    const signIn = id();
    // As in the browser, where no event says that the secret is gone.
    writeFileSync(join(noticesIn(), signIn), '');
    await rm(root(), { recursive: true });
    service.release();
    await refreshing;
    await eventually(() => window.desk.contexts.get('mintscope.connection'), 'none');
    await window.close();
    assert.deepEqual(files(), []);
  });

  it('stays for a sign-in that can be switched to', async () => {
    const before = id();
    const other = await startMinimalService({ token: 'another', projects });
    try {
      await keepSignIn(kept.secrets, { address: other.address, token: 'another' });
      const now = ids().find((one) => one !== before)!;
      const both = [before, now].map((one) => `${folderOf(one)}/projects.json`);
      await eventually(files, both.sort());
      await window.run('signOut');
      assert.deepEqual(files(), [`${folderOf(before)}/projects.json`]);
    } finally {
      await other.close();
    }
  });

  it('is shown at once after a switch back, and compared with what is there now', async () => {
    const before = id();
    const other = await startMinimalService({ token: 'another', projects: [] });
    try {
      await keepSignIn(kept.secrets, { address: other.address, token: 'another' });
      await eventually(labels, []);
      projects.unshift({ id: 99, name: 'P 99', transferable: true });
      service.hold();
      await use(storageOf(kept.secrets, new FakeMemento()), { id: before, scope: 'every' });
      await eventually(() => labels()[0], 'P 1');
      await eventually(() => window.projects.description.includes('refreshing'), true);
      service.release();
      await eventually(() => labels()[0], 'P 99');
      assert.match(window.projects.description, /1 new since /);
    } finally {
      await other.close();
    }
  });

  it('is shown after a switch back also if the other service has not answered yet', async () => {
    const before = id();
    const other = await startMinimalService({ token: 'another', projects: [] });
    try {
      other.hold();
      await keepSignIn(kept.secrets, { address: other.address, token: 'another' });
      await eventually(() => other.requests.length > 0, true);
      service.hold();
      await use(storageOf(kept.secrets, new FakeMemento()), { id: before, scope: 'every' });
      await eventually(() => labels()[0], 'P 1');
      await eventually(() => window.projects.description.includes('refreshing'), true);
      service.release();
      await eventually(() => window.projects.description, '10 of 30');
    } finally {
      await other.close();
    }
  });

  it('is of one sign-in: another with the same token begins empty', async () => {
    const before = id();
    await keepSignIn(kept.secrets, { address: service.address, token: TOKEN });
    assert.notEqual(id(), before);
    await eventually(files, [`${folderOf(id())}/projects.json`]);
    assert.equal(head().signIn, id());
  });

  it('is not shown to another sign-in, whoever named the file', async () => {
    await window.close();
    const other = { ...head(), signIn: randomUUID() };
    const path = join(root(), folderOf(id()), 'projects.json');
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, [JSON.stringify(other), ...lines.slice(1)].join('\n'));
    service.hold();
    await open();
    await eventually(() => service.requests.length, 2);
    assert.deepEqual(labels(), []);
    service.release();
    await eventually(() => head().signIn, id());
  });

  it('is nothing of sample data', async () => {
    const before = files();
    window.desk.choose = ({ choices }) => choices[0];
    await window.run('exploreSampleData');
    await eventually(() => window.desk.contexts.get('mintscope.connection'), 'sample');
    await eventually(() => labels().length > 0 && !labels().includes('P 1'), true);
    await window.run('projects.refresh');
    await window.close();
    assert.deepEqual(files(), before);
    assert.equal(head().signIn, id());
  });

  it('is deleted when mintscope.keepRows is turned off, and kept again from when it is on', async () => {
    window.desk.changeSetting('mintscope.keepRows', false);
    await eventually(() => existsSync(root()), false);
    await window.run('projects.refresh');
    await window.run('projects.loadMore');
    assert.equal(existsSync(root()), false);
    const asked = service.requests.length;
    window.desk.changeSetting('mintscope.keepRows', true);
    await eventually(files, [`${folderOf(id())}/projects.json`]);
    assert.equal(head().rows, 20);
    assert.equal(service.requests.length, asked);
  });

  it('is deleted, and not shown, if the setting is off at the start', async () => {
    service.hold();
    await reopen({ settings: { 'mintscope.keepRows': false } });
    await eventually(() => existsSync(root()), false);
    assert.deepEqual(labels(), []);
    service.release();
    await eventually(() => labels().length, 11);
    await window.close();
    assert.deepEqual(files(), []);
  });

  it('is deleted if it was not used for 90 days, with the next change of a sign-in', async () => {
    const old = join(root(), 'f'.repeat(32));
    await mkdir(old);
    const long = Date.now() / 1000 - 91 * 24 * 3600;
    await utimes(old, long, long);
    await window.run('signOut');
    assert.equal(existsSync(old), false);
  });

  it('is tried again at the next settle if it cannot be written, with one line in the log', async () => {
    const warnings = () =>
      window.desk.log.filter((line) => line.includes('The rows of projects cannot be kept'));
    // Else the end of the first write could fail, for another reason.
    await eventually(() => readdirSync(join(root(), folderOf(id()))), ['projects.json']);
    await rm(root(), { recursive: true });
    writeFileSync(root(), 'no folder');
    for (let time = 0; time < 3; time++) await window.run('projects.refresh');
    await eventually(() => warnings().length, 1);
    assert.deepEqual([labels().length, window.desk.shown], [11, []]);
    await rm(root());
    projects.length = 3;
    await window.run('projects.refresh');
    await eventually(() => head().rows, 3);
    assert.equal(warnings().length, 1);
  });
});
