import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';

const TWO = 'token-of-account-two';

describe('Two accounts of one service', () => {
  const the = windows();

  const rowsOf = (name: string) => [
    { id: 1, name, transferable: true, status: 'confirmed' },
    { id: 2, name: `${name} 2`, transferable: true, status: 'pending' },
  ];

  const start = async () => {
    const { service, window } = await the.opened(rowsOf('One'));
    /** Signs in with another token at the same address, where the service then lists other rows. */
    const signInAsTwo = () => {
      service.setToken(TWO);
      return window.signInTo(service, TWO);
    };
    return { service, window, signInAsTwo };
  };

  it('a row selected under one account is not copied under the other', async () => {
    const { service, window, signInAsTwo } = await start();
    window.projects.select(window.projects.painted[0]!.row);
    service.fail(({ headers }) =>
      headers.authorization === `Bearer ${TWO}` ? { status: 500 } : undefined,
    );
    await signInAsTwo();
    await eventually(() => window.projects.labels.includes('One'), false);
    const { pick, done } = await window.ask('copyId');
    await eventually(() => pick.title.startsWith('Copy the ID of which'), true);
    pick.hide();
    await done;
    assert.equal(window.desk.clipboard, '');
  });

  /** A tab of the first account that was not shown since a reload of the window. */
  const TAB = { label: 'One (1 · transferable)', state: { ref: 't/1' } };

  it('a panel and a tab in the background close when the user signs in to another account after a sign-out', async () => {
    const { window, signInAsTwo } = await start();
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
    const { service, window } = await start();
    window.desk.waitingTabs = [TAB];
    await window.run('signOut');
    await window.signInTo(service);
    await eventually(() => window.projects.labels, ['One', 'One 2']);
    assert.deepEqual(window.desk.waitingTabs, [TAB]);
  });
});
