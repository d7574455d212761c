import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'mocha';
import {
  leaveNotice,
  leaveNoticeOfAll,
  removeOldNotices,
} from '../../../src/connection/leaveNotice.ts';
import { SignOutNotices } from '../../../src/connection/signOutNotices.ts';
import { turn } from '../../support/turn.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually } from '../../support/fakeVscode/window.ts';

const DAY = 24 * 3600 * 1000;

describe('notices of sign-outs between windows', () => {
  let parent: string;
  let logged: string[];
  const open: SignOutNotices[] = [];
  beforeEach(async () => {
    parent = await mkdtemp(join(tmpdir(), 'mintscope-notices-'));
    logged = [];
  });
  afterEach(async () => {
    for (const notices of open.splice(0)) notices.dispose();
    await rm(parent, { recursive: true });
  });
  /** Where the editor keeps files of an extension is not there before the first is kept. */
  const storage = () => join(parent, 'globalStorage', 'mintscope');
  const folder = () => join(storage(), 'signed-out');
  const window = (at = storage()) => {
    const notices = new SignOutNotices(Uri.file(at) as never, log as never);
    open.push(notices);
    return notices;
  };
  const log = { warn: (line: string) => logged.push(line) };
  const leave = (id: string, at = folder()) => leaveNotice(at, id, log as never);
  const leaveAll = (now: number) => leaveNoticeOfAll(folder(), now, log as never);
  /** Leaves a notice that is this old. */
  const leaveOld = async (id: string, age: number) => {
    await mkdir(folder(), { recursive: true });
    await writeFile(join(folder(), id), '');
    const then = new Date(Date.now() - age);
    await utimes(join(folder(), id), then, then);
  };

  it('stay in their folder, and are valid on Windows, whatever the id is', async () => {
    const there = window();
    for (const id of ['..', '.', 'C:\\x', 'a*b?', '../../x']) {
      assert.equal(there.has(id), false, id);
      await leave(id);
      assert.equal(there.has(id), true, id);
    }
    const names = await readdir(folder());
    assert.deepEqual(names.sort(), ['C%3A%5Cx', '_', '__', '__%2F__%2Fx', 'a_b%3F']);
    assert.deepEqual(logged, []);
  });

  it('reach the other windows, and contain only the id of the sign-in', async () => {
    const there = window();
    let told = 0;
    there.onDidAppear(() => told++);
    await leave('id/1');
    await eventually(() => told > 0, true);
    assert.deepEqual([there.has('id/1'), there.has('id'), there.has('1')], [true, false, false]);
    assert.deepEqual(await readdir(folder()), ['id%2F1'], 'an id is no path');
    await leave('2');
    assert.equal(window().has('2'), true, 'also a window that is opened later');
    assert.deepEqual(logged, []);
  });

  it('for all sign-ins reach each open window once, and no later window', async () => {
    const there = window();
    let told = 0;
    there.onDidAppear(() => told++);
    await leaveAll(1000);
    await eventually(() => told > 0, true);
    assert.deepEqual([there.hearAll(), there.hearAll()], [1000, undefined]);
    await leaveAll(2000);
    assert.deepEqual([there.hearAll(), window().hearAll()], [2000, undefined]);
    assert.deepEqual(logged, []);
  });

  it('do not reach a closed window', async () => {
    const [here, there] = [window(), window()];
    let [told, toldHere] = [0, 0];
    there.onDidAppear(() => told++);
    here.onDidAppear(() => toldHere++);
    there.dispose();
    await leave('1');
    await eventually(() => toldHere > 0, true);
    assert.equal(told, 0);
  });

  it('are deleted after 90 days, and not before', async () => {
    await leaveOld('old', 91 * DAY);
    await leaveOld('young', 89 * DAY);
    const notices = window();
    await leave('new');
    await removeOldNotices(folder(), Date.now());
    assert.deepEqual(
      ['old', 'young', 'new'].map((id) => notices.has(id)),
      [false, true, true],
    );
    assert.deepEqual(logged, []);
  });

  it('are deleted without an error by several windows at once', async () => {
    for (let at = 0; at < 50; at++) await leaveOld(`${at}`, 91 * DAY);
    const leaving: Promise<void>[] = [];
    for (let at = 0; at < 8; at++) {
      leaving.push(leave('new').then(() => removeOldNotices(folder(), Date.now())));
      // So that one stands where another has just been.
      await turn();
    }
    await Promise.all(leaving);
    assert.deepEqual(readdirSync(folder()), ['new']);
    assert.deepEqual(logged, []);
  });

  it('do not keep a watching process alive', () => {
    const watchers = () =>
      process.getActiveResourcesInfo().filter((resource) => /^FSEvent/i.test(resource)).length;
    const before = watchers();
    window();
    assert.equal(watchers(), before);
  });

  it('cause no failure if they cannot be written', async () => {
    await writeFile(join(parent, 'file'), '');
    const notices = window(join(parent, 'file'));
    await leave('1', notices.folder);
    assert.equal(notices.has('1'), false);
    await eventually(
      () => logged.map((line) => line.replace(/: .*/, '')).sort(),
      [
        'Other windows may not see this sign-out at once',
        'Sign-outs elsewhere may be seen only at the next start',
      ],
    );
  });
});
