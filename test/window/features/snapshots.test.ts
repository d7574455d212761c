import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { beforeEach, describe, it } from 'mocha';
import { Database } from '../../../src/kept/database.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { inDatabase } from '../../support/storedLists.ts';
import { isStats, TOKEN } from '../../support/minimalService.ts';
import { sentProjects } from '../../support/projects.ts';

const LONG = '123456789012345678901234567890';

describe('Snapshots', () => {
  const the = windows();
  let service: Awaited<ReturnType<typeof the.service>>;
  let window: FakeWindow;
  let projects: Record<string, unknown>[];
  let stats: Record<string, unknown>;

  beforeEach(async () => {
    projects = sentProjects(2, () => ({ status: 'new' }));
    stats = { 't/1': `{"total":${LONG},"confirmed":1}`, 't/2': { total: 2 } };
    ({ service, window } = await the.opened(projects, stats));
  });

  const row = (at: number) => window.projects.painted[at]!.row;
  /** The texts of all snapshots, the oldest first. */
  const stored = () =>
    inDatabase(window.storage, (database) =>
      database
        .prepare('select at, text from snapshot order by at')
        .all()
        .map(({ at, text: saved }) => ({ at: Number(at), text: String(saved) })),
    );
  const save = (at: number) => window.run('saveSnapshot', row(at));
  /** The title and both texts of the diff that was opened last. */
  async function diff() {
    assert.equal(window.desk.shown.at(-1)?.choices.at(-1), 'Compare as JSON');
    const [, left, right, title] = window.desk.editorCommands.findLast(
      ([id]) => id === 'vscode.diff',
    )!;
    return { title: String(title), left: await window.json(left), right: await window.json(right) };
  }
  /** The readable comparison that was opened last. */
  const compared = () => {
    const [, address] =
      window.desk.editorCommands.findLast(([id]) => id === 'markdown.showPreview') ?? [];
    const shown = window.desk.texts.get('mintscope-comparison')!;
    return shown.provideTextDocumentContent(address as never);
  };
  /** Waits for the list of what a snapshot can be compared with. */
  const isAskedWithWhat = () =>
    eventually(() => window.desk.pick?.placeholder.endsWith('with what?'), true);
  /** Begins to compare the first project, and resolves with the list of its snapshots. */
  const compare = async () => {
    const { pick, done } = await window.ask('compareSnapshot', row(0));
    assert.match(pick.placeholder, /^Compare which snapshot/);
    return { compared: done, pick };
  };

  it('stores the row and its stats in a snapshot with all digits, and no token', async () => {
    await save(0);
    const [{ text: saved } = { text: '' }] = stored();
    assert.ok(saved.includes(`"total": ${LONG}`));
    assert.deepEqual((JSON.parse(saved) as Record<string, unknown>).project, projects[0]);
    assert.ok(!saved.includes(TOKEN));
    assert.equal(window.desk.statusMessages.at(-1), 'Snapshot of P 1 (1 · transferable) saved.');
  });

  it('compares a snapshot with the current state side by side, and as JSON by a button', async () => {
    stats['t/1'] = { total: 9, confirmed: 3, processing: 6, pending: 0 };
    await save(0);
    stats['t/1'] = { total: 9, confirmed: 4, processing: 3, pending: 0, failed: 2 };
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Compare as JSON');
    projects[0]!.status = 'done';
    const { compared: done, pick } = await compare();
    assert.equal(pick.items.length, 1);
    pick.accept();
    await done;
    const lines = compared()
      .split('\n')
      .filter((line) => line !== '');
    assert.equal(lines[0], '# P 1 (1 · transferable)');
    assert.equal(lines[1], '**Changed\\: Status, Confirmed, Processing, Failed.**');
    assert.match(lines[2]!, /^\| {2}\| \w+ \d+, \d{4}, \d\d\\:\d\d \| now \| Change \|$/);
    assert.ok(lines.includes('| Status | new | done |  |'));
    assert.ok(lines.includes('| Confirmed | 3 (33%) | 4 (44%) | +1 |'));
    const { title, left, right } = await diff();
    assert.match(title, /^P 1 \(1 · transferable\): \w+ \d+, \d{4}, \d\d:\d\d ↔ now$/);
    assert.match(left, /"status": "new"[^]*"confirmed": 3,/);
    assert.match(right, /"status": "done"[^]*"confirmed": 4,/);
  });

  it('compares a snapshot as JSON at once if it has no counts', async () => {
    await save(0);
    const text = JSON.stringify({ project: {}, stats: {} });
    inDatabase(window.storage, (database) => {
      database.exec(`update snapshot set text = '${text}'`);
    });
    const { compared: done, pick } = await compare();
    pick.accept();
    await done;
    const { desk } = window;
    assert.deepEqual([desk.editorCommands.at(-1)?.[0], desk.shown], ['vscode.diff', []]);
  });

  it('refetches the row for a snapshot, also for the tree, or else stores the loaded one', async () => {
    projects[0]!.status = 'done';
    await save(0);
    assert.match(stored()[0]!.text, /"status": "done"/);
    await eventually(() => window.projects.painted[0]?.item.description, 'done');
    assert.equal(service.requests.length, 3, 'the first page, the row and the stats');
    projects[0]!.status = 'later';
    service.fail((request) => (isStats(request) ? undefined : { status: 404 }));
    await save(0);
    assert.match(stored()[1]!.text, /"status": "done"/);
    assert.deepEqual(window.desk.shown, []);
  });

  it('stores snapshots of the same moment separately, and compares two of them', async () => {
    await Promise.all([save(0), save(0), save(0)]);
    const { compared: done, pick } = await compare();
    const labels = pick.items.map(({ label }) => label);
    assert.equal(new Set(labels).size, 3);
    assert.deepEqual([...labels].sort().reverse(), labels, 'the newest first');
    pick.choose(labels[0]!);
    await isAskedWithWhat();
    const now = 'Now | reads the current stats';
    assert.deepEqual(window.desk.pick!.sees, [now, labels[1], labels[2]]);
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Compare as JSON');
    window.desk.pick!.choose(labels[2]!);
    await done;
    assert.match(window.desk.shown.at(-1)!.text, /: Nothing has changed\.$/);
    const [older, newer] = [2, 0].map((at) => /\d\d:\d\d:\d\d/.exec(labels[at]!)![0]);
    assert.match((await diff()).title, new RegExp(`^P 1 .*: .*${older}.* ↔ .*${newer}`));
  });

  it('deletes a snapshot after a confirmation, and closes the list after the last one', async () => {
    await save(0);
    await save(0);
    const { compared: done, pick } = await compare();
    const labels = pick.items.map(({ label }) => label);
    pick.press(labels[0]!);
    await eventually(() => window.desk.shown.length, 1);
    const [question] = window.desk.shown;
    assert.equal(question?.text, 'Delete this snapshot? It cannot be restored.');
    assert.equal(question.modal, true);
    await eventually(() => pick.ignoreFocusOut, false);
    assert.equal(stored().length, 2, 'the question was not answered');
    window.desk.choose = () => {
      assert.equal(pick.ignoreFocusOut, true, 'the question would close the list');
      return 'Delete';
    };
    pick.press(labels[0]!);
    await eventually(() => pick.sees, [labels[1]!]);
    assert.deepEqual([stored().length, pick.disposed], [1, false]);
    pick.press(labels[1]!);
    await done;
    assert.deepEqual(stored(), []);
  });

  it('stores and compares nothing if the user cancels a question or the request', async () => {
    await save(0);
    await save(0);
    const first = await compare();
    first.pick.hide();
    await first.compared;
    const second = await compare();
    second.pick.accept();
    await isAskedWithWhat();
    window.desk.pick!.hide();
    await second.compared;
    service.fail(() => 'hang');
    const cancel = async (at: number) => {
      await eventually(() => window.desk.progress.length, at + 1);
      window.desk.progress[at]!.cancel();
    };
    const saving = save(0);
    await cancel(2);
    await saving;
    assert.equal(stored().length, 2);
    const { compared, pick } = await compare();
    pick.accept();
    await isAskedWithWhat();
    window.desk.pick!.accept();
    await cancel(3);
    await compared;
    assert.deepEqual([window.desk.shown, window.desk.editorCommands], [[], []]);
  });

  /** Asserts that a message says that the sign-in has changed. */
  const assertSaid = () => {
    const said = window.desk.shown.splice(0).map(({ text }) => text);
    assert.ok(said.includes('Mintscope: The sign-in changed meanwhile. Run this again.'));
  };
  const isStatsRequested = () => service.requests.some(isStats);

  it('stores no snapshot from a response that arrives after a sign-out', async () => {
    service.fail((request) => (isStats(request) ? 'hang' : undefined));
    const saving = save(0);
    await eventually(isStatsRequested, true);
    await window.run('signOut');
    await saving;
    assertSaid();
    assert.deepEqual(stored(), []);
  });

  it('requests no snapshot by a button of the earlier sign-in', async () => {
    window.desk.choose = async ({ text, choices }) => {
      if (!text.startsWith('There is no snapshot')) return undefined;
      await window.run('signOut');
      return choices[0];
    };
    await window.run('compareSnapshot', row(0));
    assertSaid();
    assert.equal(isStatsRequested(), false);
  });

  it('opens no JSON of a comparison by a button of the earlier sign-in', async () => {
    await save(0);
    let isOffered = false;
    window.desk.choose = async ({ choices }) => {
      if (!choices.includes('Compare as JSON')) return undefined;
      isOffered = true;
      await window.run('signOut');
      return 'Compare as JSON';
    };
    const { compared: done, pick } = await compare();
    pick.accept();
    await done;
    assert.ok(isOffered);
    assert.ok(!window.desk.editorCommands.some(([id]) => id === 'vscode.diff'));
  });

  it('offers only snapshots of the same project', async () => {
    await save(0);
    window.desk.choose = () => 'Save Snapshot';
    await window.run('compareSnapshot', row(1));
    assert.match(window.desk.shown.at(-1)!.text, /^There is no snapshot of this project yet/);
    assert.equal(stored().length, 2, 'the button saves one');
    assert.equal(window.desk.pick, undefined);
  });

  it('reports why a snapshot could not be stored or deleted, or its stats not be read', async () => {
    await save(0);
    const run = mock.method(Database.prototype, 'run', () => {
      throw new Error('database or disk is full');
    });
    await save(0);
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Delete');
    const { compared: done, pick } = await compare();
    pick.press(pick.labels[0]!);
    await done;
    run.mock.restore();
    service.fail(() => ({ status: 404 }));
    await save(1);
    assert.deepEqual(
      window.desk.shown.splice(0).flatMap(({ kind, text }) => (kind === 'error' ? text : [])),
      [
        'Mintscope: The snapshot could not be saved (database or disk is full).',
        'Mintscope: The snapshot could not be deleted (database or disk is full).',
        'Mintscope: The service has no stats of project 2 · transferable. Check its id and its kind.',
      ],
    );
    assert.equal(stored().length, 1);
  });
});
