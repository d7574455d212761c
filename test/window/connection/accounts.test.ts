import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { TOKEN } from '../../support/minimalService.ts';
import { windows } from '../../support/windows.ts';
import { FakeMemento } from '../../support/fakeVscode/storage.ts';
import { eventually } from '../../support/eventually.ts';
import { accountAt, keepSignIn } from '../../support/signIns.ts';

const TWO = 'token-of-account-two';

describe('Two accounts of one service', () => {
  const the = windows();

  const rowsOf = (name: string) => [
    { id: 1, name, transferable: true, status: 'confirmed' },
    { id: 2, name: `${name} 2`, transferable: true, status: 'pending' },
  ];

  const start = async (workspaceState = new FakeMemento()) => {
    const service = await the.service(rowsOf('One'));
    const { address } = service;
    const window = await the.signedIn(service, { workspaceState });
    const { secrets } = window;
    await eventually(() => window.projects.painted.length > 0, true);
    /** Signs in with another token at the same address, where the service then lists other rows. */
    const signInAsTwo = () => {
      service.setToken(TWO);
      return keepSignIn(secrets, { address, token: TWO });
    };
    return { service, window, secrets, address, signInAsTwo };
  };

  it('a row selected under one account is not copied under the other', async () => {
    const { service, window, signInAsTwo } = await start();
    window.projects.select(window.projects.painted[0]!.row);
    service.fail(({ headers }) =>
      headers.authorization === `Bearer ${TWO}` ? { status: 500 } : undefined,
    );
    await signInAsTwo();
    await eventually(() => window.projects.labels.includes('One'), false);
    const copying = window.run('copyId');
    await eventually(() => window.desk.pick?.title.startsWith('Copy the ID of which'), true);
    window.desk.pick!.hide();
    await copying;
    assert.equal(window.desk.clipboard, '');
  });

  it('each account has its own filter', async () => {
    const workspaceState = new FakeMemento();
    const { service, window, signInAsTwo, secrets, address } = await start(workspaceState);
    await workspaceState.update('mintscope.arrangement', {
      [await accountAt({ address }, TOKEN)]: { filter: { statuses: ['pending'] } },
    });
    await signInAsTwo();
    await eventually(() => window.projects.labels, ['One', 'One 2']);
    service.setToken(TOKEN);
    await keepSignIn(secrets, { address, token: TOKEN });
    await eventually(() => window.projects.labels, ['One 2']);
  });

  it('panels stay open when the same token is entered again after a sign-out', async () => {
    const { window, secrets, address } = await start();
    const panel = await window.restorePanel({
      ref: 't/1',
      service: await accountAt({ address }, TOKEN),
    });
    await eventually(() => panel.state?.loading, false);
    await window.run('signOut');
    await keepSignIn(secrets, { address, token: TOKEN });
    await eventually(() => window.projects.labels, ['One', 'One 2']);
    assert.equal(panel.disposed, false);
  });

  it('panels of one account close when the user signs in to the other', async () => {
    const { window, signInAsTwo } = await start();
    await window.run('openStats', window.projects.painted[0]!.row);
    const panel = window.desk.panels.at(-1)!;
    await eventually(() => panel.state?.loading, false);
    await signInAsTwo();
    await eventually(() => panel.disposed, true);
  });

  /** A tab of the first account that was not shown since a reload of the window. */
  const TAB = { label: 'One (1 · transferable)', state: { ref: 't/1' } };

  for (const after of ['', ' after a sign-out']) {
    it(`a tab in the background closes when the user signs in to another account${after}`, async () => {
      const { window, signInAsTwo } = await start();
      window.desk.waitingTabs = [TAB];
      if (after) await window.run('signOut');
      await signInAsTwo();
      await eventually(() => window.desk.waitingTabs, []);
    });
  }

  it('a tab in the background stays when the same token is entered again after a sign-out', async () => {
    const { window, secrets, address } = await start();
    window.desk.waitingTabs = [TAB];
    await window.run('signOut');
    await keepSignIn(secrets, { address, token: TOKEN });
    await eventually(() => window.projects.labels, ['One', 'One 2']);
    assert.deepEqual(window.desk.waitingTabs, [TAB]);
  });
});
