import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';

describe('End of a connection', () => {
  const the = windows();

  const start = (name: string) =>
    the.service([
      { id: 1, name, transferable: true },
      { id: 2, name: `${name} of unknown kind` },
    ]);

  const open = async () => {
    const [one, two] = [await start('One'), await start('Two')];
    const window = await the.signedIn(one);
    await eventually(() => window.projects.labels[0], 'One');
    /** Switches to the second service as another window would. */
    const switchElsewhere = () => window.signInTo(two);
    return { window, one, two, switchElsewhere };
  };

  for (const command of ['find', 'filterProjects', 'projects.sort', 'exportProjects']) {
    it(`closes the picker of ${command} when the connection ends`, async () => {
      const { window, switchElsewhere } = await open();
      const { done } = await window.ask(command);
      await switchElsewhere();
      await done;
      assert.equal(window.desk.pick, undefined);
      await eventually(() => window.projects.labels[0], 'Two');
    });
  }

  it('closes the picker for the kind of a project when the connection ends', async () => {
    const { window, switchElsewhere } = await open();
    const { pick, done } = await window.ask('openStats', window.projects.painted[1]!.row);
    assert.match(pick.title, /which kind/);
    await switchElsewhere();
    await done;
    assert.deepEqual([window.desk.pick, window.desk.panels], [undefined, []]);
  });

  it('updates the list of connections, which stays open, when the connection ends', async () => {
    const { window, one, two, switchElsewhere } = await open();
    const { pick, done } = await window.ask('switchConnection');
    await switchElsewhere();
    await eventually(() => pick.labels.slice(0, 3), [two.host, 'recent', one.host]);
    assert.match(pick.placeholder, new RegExp(`^Using ${two.host} in every workspace`));
    pick.hide();
    await done;
  });
});
