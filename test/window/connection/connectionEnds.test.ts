import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';

const TOKEN_TWO = 'token-of-account-two';
/** A tab of the first account that was not shown since a reload of the window. */
const TAB = { label: 'One (1 · transferable)', state: { ref: 't/1' } };

describe('End of a connection', () => {
  const the = windows();

  const rowsOf = (name: string) => [
    { id: 1, name, transferable: true },
    { id: 2, name: `${name} 2`, transferable: true },
    { id: 3, name: `${name} of unknown kind` },
  ];
  const open = async () => {
    const { service: one, window } = await the.opened(rowsOf('One'));
    const two = await the.service(rowsOf('Two'));
    /** Switches to the second service as another window would. */
    const switchElsewhere = () => window.signInTo(two);
    /** Signs in to the first service with another token. */
    const signInAsTwo = () => {
      one.setToken(TOKEN_TWO);
      return window.signInTo(one, TOKEN_TWO);
    };
    return { window, one, two, switchElsewhere, signInAsTwo };
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
    const { pick, done } = await window.ask('openStats', window.projects.painted[2]!.row);
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

  it('a row selected under one account is not copied under another of the same service', async () => {
    const { one, window, signInAsTwo } = await open();
    window.projects.select(window.projects.painted[0]!.row);
    one.fail(({ headers }) =>
      headers.authorization === `Bearer ${TOKEN_TWO}` ? { status: 500 } : undefined,
    );
    await signInAsTwo();
    await eventually(() => window.projects.labels.includes('One'), false);
    const { pick, done } = await window.ask('copyId');
    await eventually(() => pick.title.startsWith('Copy the ID of which'), true);
    pick.hide();
    await done;
    assert.equal(window.desk.clipboard, '');
  });

  it('a panel and a tab in the background close when the user signs in to another account after a sign-out', async () => {
    const { window, signInAsTwo } = await open();
    await window.run('openStats', window.projects.painted[1]!.row);
    const panel = window.desk.panels.at(-1)!;
    window.desk.waitingTabs = [TAB];
    await window.run('signOut');
    assert.equal(panel.disposed, false);
    await signInAsTwo();
    await eventually(() => panel.disposed, true);
    await eventually(() => window.desk.waitingTabs, []);
  });

  it('a tab in the background stays when the same token is entered again after a sign-out', async () => {
    const { one, window } = await open();
    window.desk.waitingTabs = [TAB];
    await window.run('signOut');
    await window.signInTo(one);
    await eventually(() => window.projects.labels[0], 'One');
    assert.deepEqual(window.desk.waitingTabs, [TAB]);
  });
});
