import assert from 'node:assert/strict';
import { rows } from '../../support/projects.ts';
import { TOKEN } from '../../support/minimalService.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { boxAt, openSignIn, pickOf, toScope } from '../../support/signInSteps.ts';

/** Of a project that was read once. */
const EARLY = 'too early to say: needs 5 increases';

describe('Sign In steps', () => {
  const the = windows();

  /** A window that watches a project, and asks whether the new token is of the same account. */
  async function asked() {
    const stats = { 't/1': { total: 100, confirmed: 40, processing: 60, pending: 0 } };
    const { service, window } = await the.opened(rows(3), stats);
    await window.run('watchProject', window.projects.painted[0]!.row);
    const watched = () =>
      window.desk.statusItems.find(({ name, visible }) => visible && name.includes('Watched'))
        ?.text;
    await eventually(watched, `$(sync~spin) Watched: 1 minting · 40% · ${EARLY}`);
    service.setToken('a-new-token');
    const done = window.run('signIn');
    (await boxAt(window, 1)).accept();
    (await boxAt(window, 2)).enter('a-new-token');
    return { window, done, watched, pick: await pickOf(window) };
  }

  it('keeps readings and watched projects for a new token of the same account', async () => {
    const { window, done, watched, pick } = await asked();
    assert.equal(pick.placeholder, 'Is this a new token of the same account?');
    pick.choose('The same account');
    await done;
    assert.match(window.desk.said.at(-1)!, / What was read and watched before is kept\.$/);
    await eventually(watched, `$(sync~spin) Watched: 1 minting · 40% · ${EARLY}`);
    const described = () => String(window.projects.painted[0]?.item.description);
    await eventually(() => described().startsWith('40% · watched'), true);
    assert.equal(window.secrets.stored.size, 1);
  });

  it('deletes readings and watched projects for a token of another account, which stays chosen on Back', async () => {
    const { window, done, watched, pick } = await asked();
    pick.moveTo(1);
    pick.goBack();
    (await boxAt(window, 2)).accept();
    const again = await pickOf(window);
    assert.equal(again.activeItems[0]?.label, 'Another account');
    again.accept();
    await done;
    assert.match(window.desk.said.at(-1)!, /with the earlier token was deleted\.$/);
    await eventually(() => window.projects.description, '3');
    assert.doesNotMatch(String(window.projects.painted[0]!.item.description), /watched/);
    await eventually(watched, undefined);
  });

  it('another service than the one chosen first does not get its account', async () => {
    const { window, done, pick } = await asked();
    const other = await the.service(rows(1));
    pick.moveTo(0);
    pick.goBack();
    (await boxAt(window, 2)).goBack();
    (await boxAt(window, 1)).enter(other.address);
    (await boxAt(window, 2)).enter(TOKEN);
    await done;
    await eventually(() => window.projects.description, '1');
    const stored = [...window.secrets.stored.values()].map(
      (text) => JSON.parse(text) as { readonly account: string },
    );
    assert.equal(new Set(stored.map(({ account }) => account)).size, 2);
  });

  it('asks for the scope last in a window with a folder, and keeps address, token and scope on Back without checking address or token twice', async () => {
    const { window, service, host } = await openSignIn(the);
    const { done, pick } = await toScope(window, service.address);
    assert.deepEqual(
      [pick.title, pick.totalSteps, pick.ignoreFocusOut],
      [`Use this sign-in to ${host} in`, 3, true],
    );
    assert.deepEqual(pick.sees, [
      'This workspace | lighthouse',
      'Every workspace | that has no sign-in of its own',
    ]);
    assert.equal(pick.activeItems[0]?.label, 'This workspace');
    pick.moveTo(1);
    pick.goBack();
    const token = await boxAt(window, 2);
    assert.deepEqual([token.value, token.password], [TOKEN, true]);
    token.goBack();
    const address = await boxAt(window, 1);
    assert.equal(address.value, service.address);
    address.accept();
    (await boxAt(window, 2)).accept();
    const again = await pickOf(window);
    assert.equal(again.activeItems[0]?.label, 'Every workspace');
    again.accept();
    await done;
    const tries = service.requests.map(({ headers }) => headers.authorization);
    assert.deepEqual(tries.slice(0, 2), [undefined, `Bearer ${TOKEN}`]);
    assert.equal(tries.lastIndexOf(undefined), 0);
    assert.equal(window.secrets.stored.size, 1);
    assert.match(window.desk.said.at(-1)!, /\(every workspace\)\.$/);
  });

  it('after Back, another service needs its own token, and a changed token or path is checked again', async () => {
    const { window, service } = await openSignIn(the);
    const other = await the.service(rows(1));
    const { done, pick } = await toScope(window, service.address);
    pick.goBack();
    const first = await boxAt(window, 2);
    first.enter('another-token');
    await eventually(() => first.says.startsWith('The service refused this token.'), true);
    first.type(TOKEN);
    first.goBack();
    (await boxAt(window, 1)).enter(other.address);
    const second = await boxAt(window, 2);
    assert.equal(second.value, '');
    second.accept();
    await eventually(() => second.says, 'Paste the token.');
    second.goBack();
    assert.deepEqual(
      other.requests.map(({ headers }) => headers.authorization),
      [undefined],
      'its address was checked without a token',
    );
    (await boxAt(window, 1)).enter(`${service.address}/elsewhere`);
    const third = await boxAt(window, 2);
    assert.equal(third.value, TOKEN, 'it comes back with its own address');
    third.accept();
    await eventually(() => third.says.startsWith('Nothing at this address of'), true);
    third.hide();
    await done;
  });

  it('continues Sign In while another window signs in to another service', async () => {
    const { window, desk, service, host } = await openSignIn(the);
    const other = await the.service(rows(1));
    const { done, pick } = await toScope(window, service.address);
    await window.signInTo(other);
    await eventually(() => desk.contexts.get('mintscope.connection'), 'every');
    assert.equal(pick.disposed, false);
    pick.choose('This workspace');
    await done;
    assert.deepEqual(window.desk.said, [`Signed in to ${host} (this workspace).`]);
    assert.equal(desk.contexts.get('mintscope.connection'), 'workspace');
  });
});
