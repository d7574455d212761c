import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { rows } from '../../faults/support/openers.ts';
import { endAfterEach } from '../../support/ends.ts';
import { TOKEN } from '../../support/minimalService.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { boxAt, openSignIn, pickOf, toScope, toToken } from '../../support/signInSteps.ts';
import { skipTime } from '../../support/skippedTime.ts';

/** Of a project that was read once. */
const EARLY = 'no estimate yet: about a minute of readings is needed';

describe('Sign In steps', () => {
  const the = windows();

  /** A window that watches a project, and asks whether the new token is of the same account. */
  async function asked() {
    const stats = { 't/1': { total: 100, confirmed: 40, processing: 60, pending: 0 } };
    const service = await the.service(rows(3), stats);
    const window = await the.signedIn(service);
    await eventually(() => window.projects.labels.length, 3);
    await window.run('watchProject', window.projects.painted[0]!.row);
    const watched = () =>
      window.desk.statusItems.find(({ name, visible }) => visible && name.includes('Watched'))
        ?.text;
    await eventually(watched, `$(sync~spin) 1 minting · 40% · ${EARLY}`);
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
    await eventually(watched, `$(sync~spin) 1 minting · 40% · ${EARLY}`);
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

  it('continues an unfinished sign-in with the token if the connection that it renews ended meanwhile', async () => {
    const { window, done, pick } = await asked();
    const answer = Promise.withResolvers<string>();
    window.desk.choose = ({ choices }) =>
      choices.includes('Continue') ? answer.promise : undefined;
    pick.hide();
    await eventually(() => window.desk.shown.at(-1)?.choices, ['Continue']);
    await window.run('signOut');
    answer.resolve('Continue');
    const token = await boxAt(window, 2);
    assert.equal(token.value, 'a-new-token');
    window.desk.choose = () => undefined;
    token.hide();
    await done;
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
    assert.match(window.desk.said.at(-1)!, /in every workspace\.$/);
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

  it('keeps the answers for a second Sign In when the first is stored meanwhile', async () => {
    const { window, service } = await openSignIn(the);
    const { secrets } = window;
    const { done, pick } = await toScope(window, service.address);
    const { promise: storing, resolve: goOn } = Promise.withResolvers<undefined>();
    const store = secrets.store.bind(secrets);
    secrets.store = async (key, value) => {
      await storing;
      await store(key, value);
    };
    pick.choose('This workspace');
    const second = await toToken(window, service.address);
    goOn(undefined);
    await done;
    assert.match(window.desk.said.at(-1)!, /^Signed in to/);
    second.box.goBack();
    const address = await boxAt(window, 1);
    assert.equal(address.value, service.address);
    address.hide();
    await second.done;
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
    assert.deepEqual(window.desk.said, [`Signed in to ${host} in this workspace.`]);
    assert.equal(desk.contexts.get('mintscope.connection'), 'workspace');
  });
});

describe('unfinished sign-in', () => {
  const the = windows();
  const atEnd = endAfterEach();

  const unfinished = (host: string) =>
    `Signing in to ${host} is not finished. What you typed is kept in memory for 10 minutes, or until you close this message.`;
  /** A window whose sign-in was closed at the last step, and functions that answer its messages. */
  async function putAway() {
    const { window, desk, service, host } = await openSignIn(the);
    const answers: ((choice: string | undefined) => void)[] = [];
    desk.choose = () => new Promise((resolve) => void answers.push(resolve));
    const { done, pick } = await toScope(window, service.address);
    pick.moveTo(1);
    pick.hide();
    await eventually(() => answers.length, 1);
    return { window, service, host, answers, done };
  }

  /** Asserts that the next sign-in begins without a token. */
  async function expectDeleted(window: FakeWindow, address: string) {
    const { done, box } = await toToken(window, address);
    assert.equal(box.value, '');
    box.hide();
    await done;
  }

  it('continues an unfinished sign-in at the last step with all answers, which are deleted after it', async () => {
    const { window, service, host, answers, done } = await putAway();
    assert.deepEqual(
      window.desk.shown.map(({ kind, text, choices }) => [kind, text, choices]),
      [['information', unfinished(host), ['Continue']]],
    );
    assert.equal(window.secrets.stored.size, 0, 'nothing is stored meanwhile');
    answers[0]!('Continue');
    const again = await pickOf(window);
    assert.equal(again.activeItems[0]?.label, 'Every workspace');
    again.accept();
    await done;
    assert.equal(window.secrets.stored.size, 1);
    assert.equal(service.requests.filter(({ headers }) => headers.authorization).length, 1);
    await expectDeleted(window, service.address);
  });

  it('deletes the unfinished sign-in on Delete All Stored Tokens', async () => {
    const { window, service, answers, done } = await putAway();
    const forgotten = window.run('forgetAllSignIns');
    await eventually(() => answers.length, 2);
    answers[1]!(undefined);
    await forgotten;
    const again = window.run('signIn');
    assert.notEqual((await boxAt(window, 1)).value, service.address);
    window.desk.box!.hide();
    answers[0]!(undefined);
    await Promise.all([done, again]);
  });

  it('continues an unfinished sign-in from the first step on Sign In…', async () => {
    const { window, service, answers } = await putAway();
    const done = window.run('signIn');
    const address = await boxAt(window, 1);
    assert.equal(address.value, service.address);
    // Closing the old message does not affect the sign-in that is open now.
    answers[0]!(undefined);
    address.accept();
    const token = await boxAt(window, 2);
    assert.equal(token.value, TOKEN);
    token.accept();
    (await pickOf(window)).choose('This workspace');
    await done;
  });

  it('remembers an incomplete address, and names no host in the message', async () => {
    const { window } = await openSignIn(the);
    window.desk.choose = ({ choices }) => choices[0];
    const done = window.run('signIn');
    const box = await boxAt(window, 1);
    box.type('https:');
    box.hide();
    await eventually(() => window.desk.box !== box && window.desk.box?.value, 'https:');
    assert.match(window.desk.said[0]!, /^Signing in is not finished\./);
    window.desk.choose = () => undefined;
    window.desk.box!.hide();
    await done;
  });

  it('deletes the unfinished sign-in when its message is closed', async () => {
    const { window, service, host } = await openSignIn(the);
    const { done, pick } = await toScope(window, service.address);
    pick.hide();
    await done;
    assert.deepEqual(window.desk.said, [unfinished(host)]);
    await expectDeleted(window, service.address);
  });

  it('remembers for ten minutes the answers of a sign-in that cannot be stored', async () => {
    const { window, desk, service } = await openSignIn(the);
    const time = skipTime(atEnd);
    window.secrets.store = () => Promise.reject(new Error('No keyring.'));
    const first = await toScope(window, service.address);
    first.pick.choose('This workspace');
    await first.done;
    assert.match(desk.shown.splice(0)[0]!.text, /No keyring/);
    const again = await toToken(window, service.address);
    assert.equal(again.box.value, TOKEN);
    again.box.accept();
    (await pickOf(window)).accept();
    await again.done;
    assert.match(desk.shown.splice(0)[0]!.text, /No keyring/);
    time.skip(10 * 60_000);
    await expectDeleted(window, service.address);
  });
});
