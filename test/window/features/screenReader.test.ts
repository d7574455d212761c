import assert from 'node:assert/strict';
import { sentProjects } from '../../support/projects.ts';
import { windows } from '../../support/windows.ts';

describe('With a screen reader', () => {
  const the = windows();

  it('says what was done, where others only see it', async () => {
    const rows = sentProjects(3, () => ({ status: 'processing' }));
    const { window, desk } = await the.opened(rows, { 't/1': { total: 2, confirmed: 1 } });
    desk.settings.set('editor.accessibilitySupport', 'on');
    const [first] = window.projects.painted;
    const says = async (command: string, ...args: unknown[]) => {
      await window.run(command, ...args);
      return desk.said.at(-1);
    };
    assert.equal(await says('projects.refresh'), '3 of 3 projects');
    rows[0]!.status = 'confirmed';
    assert.equal(await says('projects.refresh'), '3 of 3 projects');
    assert.equal(await says('showChangesOnly'), 'Only changes are shown.');
    assert.equal(await says('showChangesOnly'), 'All rows are shown again.');
    assert.equal(await says('markAllSeen'), 'No changes since you last looked.');
    await window.run('watchProject', first!.row);
    assert.equal(await says('stopWatching', first!.row), 'P 1 is no longer watched.');
    await window.answer('projects.arrange', 'Sort by name');
    assert.equal(desk.said.at(-1), 'Sort by name');
    const { pick, done } = await window.ask('filterProjects');
    pick.type('P 1');
    pick.accept();
    await done;
    assert.equal(desk.said.at(-1), 'Filter Projects · 1 of 3');
    assert.equal(await says('clearFilter'), 'All rows are shown again.');
  });
});
