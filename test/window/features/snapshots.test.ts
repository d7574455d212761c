import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { beforeEach, describe, it } from 'mocha';
import { Database } from '../../../src/kept/database.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { jsonAddress } from '../../support/jsonAddress.ts';
import { databaseIn, inDatabase } from '../../support/storedLists.ts';
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
    await window.run('projects.refresh');
    await eventually(() => window.projects.painted[0]?.item.description, '→ done · 33% · was new');
    const { compared: done, pick } = await compare();
    assert.equal(pick.items.length, 1);
    pick.choose(pick.items[0]!.label);
    await done;
    const [heading, changed, head = '', , ...lines] = compared()
      .split('\n')
      .filter((line) => line !== '');
    assert.equal(heading, '# P 1 (1 · transferable)');
    assert.equal(changed, '**Changed\\: Status, Confirmed, Processing, Failed.**');
    assert.match(head, /^\| {2}\| \w+ \d+, \d{4}, \d\d\\:\d\d \| now \| Change \|$/);
    assert.deepEqual(lines, [
      '| Status | new | done |  |',
      '| Confirmed | 3 (33%) | 4 (44%) | +1 |',
      '| Processing | 6 (67%) | 3 (34%) | −3 |',
      '| Pending | 0 (0%) | 0 (0%) |  |',
      '| Failed | not given | 2 (22%) |  |',
      '| Total | 9 | 9 |  |',
    ]);
    const { title, left, right } = await diff();
    assert.match(title, /^P 1 \(1 · transferable\): \w+ \d+, \d{4}, \d\d:\d\d ↔ now$/);
    assert.match(left, /"status": "new"[^]*"confirmed": 3,/);
    assert.match(right, /"status": "done"[^]*"confirmed": 4,/);
  });

  it('refetches the row for a snapshot, also for the tree, or else stores the loaded one', async () => {
    projects[0]!.status = 'done';
    await save(0);
    assert.match(stored()[0]!.text, /"status": "done"/);
    await eventually(() => window.projects.painted[0]?.item.description, 'done');
    assert.deepEqual(
      service.requests
        .slice(1)
        .map(({ path }) => path.split('/').at(-1))
        .toSorted(),
      ['projects', 'stats'],
    );
    projects[0]!.status = 'later';
    service.fail((request) => (isStats(request) ? undefined : { status: 404 }));
    await save(0);
    assert.match(stored()[1]!.text, /"status": "done"/);
    assert.deepEqual(window.desk.shown, []);
  });

  it('stores snapshots of the same moment separately, and compares them', async () => {
    await Promise.all([save(0), save(0), save(0)]);
    assert.equal(stored().length, 3);
    const { compared, pick } = await compare();
    const labels = pick.items.map(({ label }) => label);
    assert.equal(new Set(labels).size, 3);
    assert.deepEqual([...labels].sort().reverse(), labels, 'the newest first');
    pick.choose(labels[0]!);
    await isAskedWithWhat();
    assert.deepEqual(window.desk.pick!.sees, [
      'Now | reads the current stats',
      labels[1],
      labels[2],
    ]);
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Compare as JSON');
    window.desk.pick!.choose(labels[2]!);
    await compared;
    assert.match(window.desk.shown.at(-1)!.text, /: Nothing has changed\.$/);
    // Fractions are shown only if two snapshots are of the same second.
    const [older, newer] = [2, 0].map((at) => /\d\d:\d\d:\d\d/.exec(labels[at]!)![0]);
    const { title } = await diff();
    assert.ok(title.startsWith('P 1 (1 · transferable): '), title);
    assert.match(title, new RegExp(`${older}.* ↔ .*${newer}`));
  });

  it('deletes a snapshot after a confirmation, and closes the list after the last one', async () => {
    await save(0);
    await save(0);
    const { compared, pick } = await compare();
    const labels = pick.items.map(({ label }) => label);
    pick.press(labels[0]!);
    await eventually(() => window.desk.shown.length, 1);
    assert.equal(
      window.desk.shown[0]!.text,
      'Delete this snapshot? It cannot be restored.',
      'one click is not enough',
    );
    assert.equal(window.desk.shown[0]!.modal, true);
    await eventually(() => pick.ignoreFocusOut, false);
    assert.equal(stored().length, 2);
    window.desk.choose = () => {
      assert.equal(pick.ignoreFocusOut, true, 'the question would close the list');
      return 'Delete';
    };
    pick.press(labels[0]!);
    await eventually(() => pick.sees, [labels[1]!]);
    assert.equal(stored().length, 1);
    assert.equal(pick.disposed, false, 'there is another to choose');
    pick.press(labels[1]!);
    await compared;
    assert.deepEqual(stored(), []);
  });

  it('closes the list to show why a snapshot could not be deleted', async () => {
    await save(0);
    const { compared, pick } = await compare();
    window.desk.choose = ({ choices }) => choices.find((one) => one === 'Delete');
    const another = databaseIn(window.storage);
    another.exec('begin immediate');
    pick.press(pick.labels[0]!);
    await compared;
    another.close();
    assert.equal(pick.disposed, true);
    const [, error] = window.desk.shown.splice(0);
    assert.equal(error?.text, 'Mintscope: The snapshot could not be deleted (database is locked).');
    assert.equal(stored().length, 1);
  });

  it('compares no snapshots if the user cancels either question', async () => {
    await save(0);
    await save(0);
    const first = await compare();
    first.pick.type('no such time');
    first.pick.accept();
    assert.equal(first.pick.shown, true, 'nothing was chosen');
    first.pick.hide();
    await first.compared;
    const second = await compare();
    second.pick.accept();
    await isAskedWithWhat();
    window.desk.pick!.hide();
    await second.compared;
    assert.deepEqual([window.desk.shown, window.desk.editorCommands], [[], []]);
  });

  it('stores and compares nothing if the user cancels the request', async () => {
    await save(0);
    service.fail(() => 'hang');
    const cancel = async (at: number) => {
      await eventually(() => window.desk.progress.length, at + 1);
      window.desk.progress[at]!.cancel();
    };
    const saving = save(0);
    await cancel(1);
    await saving;
    assert.equal(stored().length, 1);
    const { compared, pick } = await compare();
    pick.accept();
    await cancel(2);
    await compared;
    assert.deepEqual([window.desk.shown, window.desk.editorCommands], [[], []]);
  });

  describe('when the sign-in changes meanwhile', () => {
    const CHANGED = 'Mintscope: The sign-in changed meanwhile. Run this again.';
    const assertSaid = () => {
      const said = window.desk.shown.splice(0).map(({ text: words }) => words);
      assert.ok(said.includes(CHANGED), said.join('\n'));
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
      const tell = window.desk.tell.bind(window.desk);
      window.desk.tell = async (kind, said, choices) => {
        if (!said.startsWith('There is no snapshot')) return tell(kind, said, choices);
        await window.run('signOut');
        return choices[0];
      };
      await window.run('compareSnapshot', row(0));
      assertSaid();
      assert.equal(isStatsRequested(), false);
      assert.deepEqual(stored(), []);
    });

    it('opens no JSON of a comparison by a button of the earlier sign-in', async () => {
      await save(0);
      window.desk.choose = async ({ choices }) => {
        const compareJson = choices.find((one) => one === 'Compare as JSON');
        if (compareJson) await window.run('signOut');
        return compareJson;
      };
      const { compared: done, pick } = await compare();
      pick.choose(pick.items[0]!.label);
      await done;
      assert.ok(window.desk.shown.some(({ choices }) => choices.includes('Compare as JSON')));
      assert.ok(!window.desk.editorCommands.some(([id]) => id === 'vscode.diff'));
    });

    it('closes the list of snapshots after a sign-out', async () => {
      await save(0);
      const { compared, pick } = await compare();
      await window.run('signOut');
      await compared;
      assert.equal(pick.disposed, true);
      assertSaid();
    });
  });

  it('offers only snapshots of the same project', async () => {
    await save(0);
    window.desk.choose = () => 'Save Snapshot';
    await window.run('compareSnapshot', row(1));
    assert.match(window.desk.shown.at(-1)!.text, /^There is no snapshot of this project yet/);
    assert.equal(stored().length, 2, 'the button saves one');
    assert.equal(window.desk.pick, undefined);
  });

  it('reports why a snapshot could not be stored or its stats not be read', async () => {
    const run = mock.method(Database.prototype, 'run', () => {
      throw new Error('database or disk is full');
    });
    await save(0);
    run.mock.restore();
    service.fail(() => ({ status: 404 }));
    await save(1);
    const errors = window.desk.shown.splice(0).map(({ kind, text: said }) => [kind, said]);
    assert.deepEqual(errors, [
      ['error', 'Mintscope: The snapshot could not be saved (database or disk is full).'],
      [
        'error',
        'Mintscope: The service has no stats of project 2 · transferable. Check its id and its kind.',
      ],
    ]);
    assert.deepEqual(stored(), []);
  });

  it('opens no other file for an odd snapshot address', async () => {
    await save(0);
    const odd = jsonAddress('snapshot', 'x', 't/1', '../../../../../etc/hosts');
    assert.equal(await window.json(odd), '// This snapshot is not there any more.\n');
  });
});
