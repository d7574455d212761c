import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { endAfterEach } from '../../support/ends.ts';
import { TOKEN } from '../../support/minimalService.ts';
import { windows } from '../../support/windows.ts';
import { eventually } from '../../support/eventually.ts';
import { type FakeWindow } from '../../support/fakeVscode/window.ts';
import { boxAt, openSignIn, pickOf, toScope, toToken } from '../../support/signInSteps.ts';
import { skipTime } from '../../support/skippedTime.ts';

const CONTINUE = 'Continue';

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

  it('continues an unfinished sign-in at the last step with all answers', async () => {
    const { window, service, host, answers, done } = await putAway();
    assert.deepEqual(
      window.desk.shown.map(({ kind, text, choices }) => [kind, text, choices]),
      [['information', unfinished(host), [CONTINUE]]],
    );
    assert.equal(window.secrets.stored.size, 0, 'nothing is stored meanwhile');
    answers[0]!(CONTINUE);
    const again = await pickOf(window);
    assert.equal(again.activeItems[0]?.label, 'Every workspace');
    again.accept();
    await done;
    assert.equal(window.secrets.stored.size, 1);
    assert.equal(service.requests.filter(({ headers }) => headers.authorization).length, 1);
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

  it('deletes the typed answers after the sign-in', async () => {
    const { window, service } = await openSignIn(the);
    const { done, pick } = await toScope(window, service.address);
    pick.choose('Every workspace');
    await done;
    await expectDeleted(window, service.address);
    assert.equal(window.desk.said.length, 1, 'nothing was typed into the second');
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
