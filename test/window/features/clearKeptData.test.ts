import assert from 'node:assert/strict';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { openLink } from '../../support/openLink.ts';
import { inDatabase } from '../../support/storedLists.ts';

const projects = [
  { id: 1, name: 'Harbor', transferable: true },
  { id: 2, name: 'Ember', transferable: true },
];

/** Counts of the stored data of the list Projects, and of stats that were read once. */
const ROWS = ['1 × marks of projects', '1 × rows of projects'];
const ROWS_AND_READING = [ROWS[0], '1 × reading', ROWS[1]];

describe('Delete Local History', () => {
  const the = windows();

  async function start() {
    const { window, host } = await the.opened(projects, { 't/1': { total: 4, confirmed: 3 } });
    const stored = () =>
      inDatabase(window.storage, (database) =>
        database
          .prepare(
            `select count(*) || ' × ' || what as text from (
               select 'rows of ' || name as what from list
               union all select 'marks of ' || name from mark
               union all select distinct 'reading' from reading
               union all select 'watched' from watched) group by what order by what`,
          )
          .all()
          .map(({ text }) => text),
      );
    const panel = await openLink(window, '/projects/t/1');
    await eventually(stored, ROWS_AND_READING);
    return { window, panel, stored, host };
  }
  /** Stores rows, marks, two watched projects and a reading of another sign-in. */
  const storeOfAnother = (folder: string) => {
    inDatabase(folder, (database) => {
      database.exec(`
        insert into account (id, sign_in, part, used_at)
        values (97, 'another', 'rows', ${Date.now()}), (98, 'another', 'readings', ${Date.now()}),
          (99, 'another', 'watched', ${Date.now()});
        insert into list (account, name, as_of, head, rows) 
        values (97, 'collections', 1, '{}', '[' || printf('%1234567s', '') || ']');
        insert into mark (account, name, marks) values (97, 'collections', '{}');
        insert into reading (account, project, at, total, moved_at) values (98, 'u/7', 1, 5, 1);
        insert into watched (account, project, facts)
        values (99, 'u/7', '{"name":"One"}'), (99, 'u/8', '{"name":"Another"}')`);
    });
  };
  const clear = async (window: FakeWindow, labels: readonly string[]) => {
    window.desk.choose = ({ modal }) => (modal === true ? 'Delete' : undefined);
    const { pick, done } = await window.ask('clearKeptData');
    assert.equal(pick.title, 'Delete Local History');
    const offered = pick.labels;
    for (const label of labels) pick.toggle(label);
    pick.accept();
    await done;
    return offered;
  };

  it('deletes the chosen stored data once the user confirms, reports it, and leaves the screen as it is', async () => {
    const { window, panel, stored, host } = await start();
    const sees = panel.sees;
    const { pick, done } = await window.ask('clearKeptData');
    const [rows, counts] = [`Rows seen last of ${host}`, `Counts and their history of ${host}`];
    assert.deepEqual([pick.labels, pick.ignoreFocusOut], [[rows, counts], true]);
    pick.accept();
    assert.equal(window.desk.pick, pick, 'nothing was checked');
    pick.toggle(rows);
    pick.accept();
    await done;
    assert.equal(window.desk.shown.at(-1)?.modal, true);
    assert.deepEqual(stored(), ROWS_AND_READING);
    await clear(window, [counts]);
    assert.deepEqual(stored(), ROWS);
    const [asked, deleted] = window.desk.shown.slice(-2);
    assert.equal(asked?.text, 'Delete this? It cannot be undone.');
    assert.match(
      asked.detail ?? '',
      /^Counts and their history of .* \(1 project · \d readings?\)$/,
    );
    assert.match(
      deleted?.text ?? '',
      /^Deleted: counts and their history of .*\. What is on screen/,
    );
    assert.deepEqual(await clear(window, [rows]), [rows], 'nothing else is stored');
    assert.match(window.desk.said.at(-1) ?? '', / What is read from now on is kept again/);
    assert.match(
      window.desk.shown.at(-2)?.detail ?? '',
      /^Rows seen last of .* \(projects · \d KB\)$/,
    );
    assert.deepEqual(stored(), []);
    assert.deepEqual([panel.sees, window.projects.labels.length], [sees, 2]);
    await window.run('clearKeptData');
    assert.equal(
      window.desk.said.at(-1),
      'No rows, counts or watched projects are kept on this machine.',
    );
  });

  it('stops watching when the watch list is deleted, and deletes data of other sign-ins without that of the one in use', async () => {
    const { window, stored, host } = await start();
    storeOfAnother(window.storage);
    const [first, second] = window.projects.painted.map(({ row }) => row);
    await window.run('watchProject', first, [first, second]);
    await eventually(() => window.desk.contexts.get('mintscope.watching'), true);
    await clear(window, [`Watched projects of ${host}`, 'Watched projects of 1 other sign-in']);
    const [asked, deleted] = window.desk.shown.slice(-2);
    const size = '(2 projects, no longer watched then)';
    assert.equal(
      asked?.detail,
      `Watched projects of ${host} ${size}\nWatched projects of 1 other sign-in ${size}`,
    );
    assert.match(
      deleted?.text ?? '',
      /^Deleted: watched projects of .*, watched projects of 1 other sign-in\.$/,
    );
    await eventually(() => window.desk.contexts.get('mintscope.watching'), false);
    await clear(window, ['Rows seen last of 1 other sign-in']);
    const { detail = '' } = window.desk.shown.at(-2)!;
    assert.match(detail, /^Rows seen last of 1 other sign-in \(collections · 1\.3 MB\)$/);
    const counts = 'Counts and their history of 1 other sign-in';
    assert.deepEqual((await clear(window, [counts])).slice(2), [counts]);
    assert.deepEqual(stored(), ROWS_AND_READING);
  });

  it('deletes nothing if the user confirms after a switch of the connection', async () => {
    const { window, stored, host } = await start();
    const { pick, done } = await window.ask('clearKeptData');
    window.desk.choose = async ({ text, choices }) => {
      if (text.startsWith('Delete this?')) await window.run('exploreSampleData');
      return choices[0];
    };
    pick.toggle(`Rows seen last of ${host}`);
    pick.accept();
    await done;
    const said = window.desk.shown.splice(0).map(({ text }) => text);
    assert.match(said.join(), /The sign-in changed meanwhile\./);
    assert.deepEqual(stored(), ROWS_AND_READING);
    const again = await window.ask('clearKeptData');
    const kept = ['Rows seen last of 1 sign-in', 'Counts and their history of 1 sign-in'];
    assert.deepEqual(again.pick.labels, kept, 'sample data stores nothing of its own');
    again.pick.hide();
    await again.done;
  });

  it('explains that sample data is in memory only', async () => {
    const window = await the.window();
    await window.run('exploreSampleData');
    await window.run('clearKeptData');
    assert.match(window.desk.said.at(-1) ?? '', /What is shown and watched now is in memory only/);
  });
});
