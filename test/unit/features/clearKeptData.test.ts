import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it } from 'mocha';
import { KeptFiles } from '../../../src/disk/keptFiles.ts';
import { endAfterEach } from '../../faults/support/ends.ts';
import { TOKEN } from '../../faults/support/rig.ts';
import { windows } from '../../faults/support/windows.ts';
import { type FakeWindow, eventually, keepSignIn } from '../../support/fakeVscode/window.ts';
import { keptWindows, untilFound } from '../../support/keptWindows.ts';
import { openLink } from '../../support/openLink.ts';

const projects = [
  { id: 1, name: 'Harbor', transferable: true },
  { id: 2, name: 'Ember', transferable: true },
];

describe('Clear Kept Data…', () => {
  const the = windows();
  const person = keptWindows();
  const atEnd = endAfterEach();

  /** A window that has kept rows and numbers, and the names of all its files. */
  async function start() {
    const service = await the.service(projects, { 't/1': { total: 4, confirmed: 3 } });
    const someone = await person();
    await keepSignIn(someone.secrets, { address: service.address, token: TOKEN });
    const workspaceStorage = await mkdtemp(join(tmpdir(), 'mintscope-workspace-'));
    atEnd(() => rm(workspaceStorage, { recursive: true, force: true }));
    const open = async () => {
      const window = await someone.open({ workspaceStorage });
      window.projects.show();
      await eventually(() => window.projects.labels.length, 2);
      return window;
    };
    const names = async () => [...(await someone.files()).keys()].sort();
    const window = await open();
    const panel = await openLink(window, '/projects/t/1');
    await keeps(names, ['history.json', 'projects.json', 'stats.json']);
    const host = new URL(service.address).host;
    return { service, someone, open, window, panel, names, host };
  }
  const keeps = (names: () => Promise<string[]>, expected: readonly string[]) =>
    untilFound(async () => ((await names()).join() === expected.join() ? true : undefined));
  const told = ({ desk }: FakeWindow) => desk.shown.map(({ text }) => text);
  /** Checks these in the list and says yes to the question. */
  const clear = async (window: FakeWindow, ...labels: readonly string[]) => {
    window.desk.choose = ({ modal }) => (modal === true ? 'Delete' : undefined);
    const done = window.run('clearKeptData');
    await eventually(() => window.desk.pick?.title, 'Clear Kept Data');
    for (const label of labels) window.desk.pick!.toggle(label);
    window.desk.pick!.accept();
    await done;
  };

  it('deletes what is chosen, and says what; what is on screen stays', async () => {
    const { window, panel, names, host } = await start();
    const sees = panel.sees;
    await clear(window, `Counts and their history of ${host}`);
    assert.deepEqual(await names(), ['projects.json']);
    const [asked, deleted] = window.desk.shown.slice(-2);
    assert.equal(asked?.text, 'Delete this? It cannot be undone.');
    assert.match(asked.detail ?? '', /^Counts and their history of .* \(1 project · \d KB\)$/);
    assert.match(
      deleted?.text ?? '',
      /^Deleted: counts and their history of .*\. What is on screen/,
    );
    await writeFile(join(window.storage, 'kept', '.DS_Store'), '');
    await clear(window, `Rows seen last of ${host}`);
    await rm(join(window.storage, 'kept', '.DS_Store'));
    assert.deepEqual(await names(), []);
    assert.deepEqual([panel.sees, window.projects.labels.length], [sees, 2]);
    await window.run('clearKeptData');
    assert.equal(
      told(window).at(-1),
      'No rows, counts, watched projects or snapshots are kept on this machine.',
    );
  });

  it('deletes nothing before the person has said yes', async () => {
    const { window, names, host } = await start();
    const done = window.run('clearKeptData');
    await eventually(() => window.desk.pick?.title, 'Clear Kept Data');
    window.desk.pick!.accept();
    assert.equal(window.desk.pick?.title, 'Clear Kept Data', 'nothing was checked');
    window.desk.pick.toggle(`Rows seen last of ${host}`);
    window.desk.pick.accept();
    await done;
    assert.equal(window.desk.shown.at(-1)?.modal, true);
    assert.deepEqual(await names(), ['history.json', 'projects.json', 'stats.json']);
  });

  it('keeps again only what is read after it', async () => {
    const { window, names, host } = await start();
    await clear(window, `Rows seen last of ${host}`, `Counts and their history of ${host}`);
    assert.deepEqual(await names(), []);
    await window.run('projects.refresh');
    await keeps(names, ['projects.json']);
    await window.run('refreshStats');
    await keeps(names, ['history.json', 'projects.json', 'stats.json']);
  });

  it('deletes the list of watched projects, which ends watching', async () => {
    const { window, names, host, someone } = await start();
    const files = new KeptFiles(someone.globalStorage, () => true);
    await files.write('another', 'watch', '{"watched":[{},{}]}');
    const [first, second] = window.projects.painted.map(({ row }) => row);
    await window.run('watchProject', first, [first, second]);
    const status = () => window.desk.statusItems.filter(({ visible }) => visible).at(-1)?.text;
    await eventually(() => status()?.includes('2 minting'), true);
    await untilFound(async () => ((await names()).includes('watch.json') ? true : undefined));
    await clear(window, `Watched projects of ${host}`, 'Watched projects of 1 other sign-in');
    const [asked, deleted] = window.desk.shown.slice(-2);
    const size = (count: number) => `(${count} projects, no longer watched then)`;
    assert.equal(
      asked?.detail,
      `Watched projects of ${host} ${size(2)}\nWatched projects of 1 other sign-in ${size(2)}`,
    );
    assert.match(
      deleted?.text ?? '',
      /^Deleted: watched projects of .*, watched projects of 1 other sign-in\.$/,
    );
    await eventually(() => window.desk.contexts.get('mintscope.watching'), false);
    assert.deepEqual(
      (await names()).filter((name) => name.startsWith('watch')),
      [],
    );
  });

  it('says that what is watched of sample data is in memory only, where nothing is kept', async () => {
    const window = await (await person()).open();
    await window.run('exploreSampleData');
    window.projects.show();
    await eventually(() => window.projects.painted.length > 1, true);
    await window.run('watchProject', window.projects.painted[0]!.row);
    await eventually(() => window.desk.contexts.get('mintscope.watching'), true);
    await window.run('clearKeptData');
    assert.match(told(window).at(-1) ?? '', /What is shown and watched now is in memory only/);
    await window.run('signOut');
  });

  it('deletes what is about to be written too', async () => {
    const { window, names, host, someone } = await start();
    const files = new KeptFiles(someone.globalStorage, () => true);
    const [folder = ''] = await readdir(files.root);
    const stats = join(files.root, folder, 'stats.json');
    await rm(stats);
    await window.run('refreshStats');
    await clear(window, `Counts and their history of ${host}`);
    await window.close();
    assert.deepEqual(await names(), ['projects.json']);
  });

  it('does not keep marks again because a row was viewed', async () => {
    const { someone, host } = await start();
    projects.push({ id: 3, name: 'New', transferable: true });
    atEnd(async () => {
      await Promise.resolve(projects.pop());
    });
    const window = await someone.open();
    window.projects.show();
    await eventually(() => window.projects.labels.length, 3);
    const names = async () => [...(await someone.files()).keys()].sort();
    await untilFound(async () =>
      (await names()).includes('projects.marks.json') ? true : undefined,
    );
    await clear(window, `Rows seen last of ${host}`);
    await window.run('markAllSeen');
    await window.close();
    assert.deepEqual(await names(), ['history.json', 'stats.json']);
  });

  it('deletes what is kept of other sign-ins, and nothing of the one in use', async () => {
    const { someone, window, names } = await start();
    const files = new KeptFiles(someone.globalStorage, () => true);
    for (const name of ['collections', 'collections.marks', 'stats']) {
      await files.write('another', name, '{}');
    }
    assert.equal((await readdir(files.root)).length, 2);
    await clear(
      window,
      'Rows seen last of 1 other sign-in',
      'Counts and their history of 1 other sign-in',
    );
    assert.deepEqual(await names(), ['history.json', 'projects.json', 'stats.json']);
    for (const name of ['collections', 'collections.marks', 'stats'])
      assert.equal(await files.read('another', name), undefined);
  });

  it('deletes snapshots, which are of all accounts of the workspace', async () => {
    const { window, names } = await start();
    await window.run('saveSnapshot');
    assert.deepEqual(window.desk.statusMessages, ['Snapshot of Harbor (1 · transferable) saved.']);
    await clear(window, 'Snapshots of this workspace');
    assert.equal(told(window).at(-1), 'Deleted: snapshots of this workspace.');
    assert.deepEqual(await names(), ['history.json', 'projects.json', 'stats.json']);
    await window.run('compareSnapshot');
    assert.match(told(window).at(-1)!, /no snapshot/i);
  });
});
