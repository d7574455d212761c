import assert from 'node:assert/strict';
import { eventually } from '../../support/eventually.ts';
import { openLink } from '../../support/openLink.ts';
import { inDatabase } from '../../support/storedLists.ts';
import { windows } from '../../support/windows.ts';

const projects = [
  { id: 1, name: 'Harbor', transferable: true },
  { id: 2, name: 'Ember', transferable: true },
];

describe('Delete Local History', () => {
  const the = windows();

  it('deletes the stored data of all sign-ins once the user confirms, and leaves the screen as it is', async () => {
    const { window } = await the.opened(projects, { 't/1': { total: 4, confirmed: 3 } });
    const stored = () =>
      inDatabase(window.storage, (database) =>
        ['list', 'mark', 'reading', 'watched', 'account'].filter((table) =>
          database.prepare(`select 1 from ${table}`).get(),
        ),
      );
    const panel = await openLink(window, '/projects/t/1');
    await window.run('watchProject', window.projects.painted[0]!.row);
    inDatabase(window.storage, (database) => {
      database.exec(`insert into account (id, sign_in, used_at) values (99, 'another', ${Date.now()});
        insert into watched (account, project, facts) values (99, 'u/7', '{"name":"One"}')`);
    });
    const all = ['list', 'mark', 'reading', 'watched', 'account'];
    await eventually(stored, all);
    await eventually(() => window.desk.contexts.get('mintscope.watching'), true);
    const sees = panel.sees;
    await window.run('clearKeptData');
    const { modal, text, detail = '' } = window.desk.shown.at(-1)!;
    assert.deepEqual([modal, stored()], [true, all], 'asks first');
    assert.match(`${text} ${detail}`, /of all sign-ins\? It cannot be undone\..* is kept again/);
    window.desk.choose = () => 'Delete';
    await window.run('clearKeptData');
    assert.deepEqual(stored(), []);
    assert.deepEqual([panel.sees, window.projects.labels.length], [sees, 2]);
    assert.equal(window.desk.said.at(-1), 'Rows, counts and watched projects were deleted.');
    await eventually(() => window.desk.contexts.get('mintscope.watching'), false);
  });
});
