import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterEach, describe, it } from 'mocha';
import { rows } from '../../faults/support/openers.ts';
import { TOKEN } from '../../faults/support/rig.ts';
import { windows } from '../../faults/support/windows.ts';
import { FakeSecrets } from '../../support/fakeVscode/storage.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { eventually, type FakeWindow, keepSignIn } from '../../support/fakeVscode/window.ts';

const FOLDER = Uri.file('/work/lighthouse');
const CONTINUE = 'Continue';

describe('signing in step by step', () => {
  const the = windows();
  afterEach(() => {
    mock.timers.reset();
  });

  async function start(options: { readonly secrets?: FakeSecrets } = {}) {
    const service = await the.service(rows(1));
    const window = await the.window({ folder: FOLDER, ...options });
    return { service, window, desk: window.desk, host: new URL(service.address).host };
  }
  const boxAt = async ({ desk }: FakeWindow, step: 1 | 2) => {
    await eventually(() => [desk.box?.step, desk.pick], [step, undefined]);
    return desk.box!;
  };
  const pickOf = async ({ desk }: FakeWindow) => {
    await eventually(() => [desk.pick?.step, desk.box], [3, undefined]);
    return desk.pick!;
  };
  /** Starts, and goes on to the token. */
  async function toToken(window: FakeWindow, address: string) {
    const done = window.run('signIn');
    (await boxAt(window, 1)).enter(address);
    return { done, box: await boxAt(window, 2) };
  }
  async function toScope(window: FakeWindow, address: string) {
    const { done, box } = await toToken(window, address);
    box.enter(TOKEN);
    return { done, pick: await pickOf(window) };
  }
  const said = ({ desk }: FakeWindow) => desk.shown.map(({ text }) => text);
  const unfinished = (host: string) =>
    `Signing in to ${host} is not finished. What you typed is kept in memory for 10 minutes, or until you close this message.`;
  /** Leaves messages standing; the test answers them. */
  function answerLater({ desk }: FakeWindow) {
    const answers: ((choice: string | undefined) => void)[] = [];
    desk.choose = () =>
      new Promise((resolve) => {
        answers.push(resolve);
      });
    return answers;
  }

  describe('Back', () => {
    it('keeps the address and the token, which is not tried twice', async () => {
      const { window, service } = await start();
      const { done, pick } = await toScope(window, service.address);
      pick.goBack();
      const token = await boxAt(window, 2);
      assert.deepEqual([token.value, token.password], [TOKEN, true]);
      token.goBack();
      const address = await boxAt(window, 1);
      assert.equal(address.value, service.address);
      address.accept();
      (await boxAt(window, 2)).accept();
      (await pickOf(window)).choose('This workspace');
      await done;
      const tries = service.requests.filter(({ query }) => query.limit === '1');
      assert.equal(tries.length, 1);
      assert.equal(window.secrets.held.size, 1);
    });

    it('keeps a token of which a part is typed', async () => {
      const { window, service } = await start();
      const { done, box } = await toToken(window, service.address);
      box.type('half-a-tok');
      box.goBack();
      (await boxAt(window, 1)).accept();
      assert.equal((await boxAt(window, 2)).value, 'half-a-tok');
      window.desk.box!.hide();
      await done;
    });

    it('keeps the scope that the person was on', async () => {
      const { window, service } = await start();
      const { done, pick } = await toScope(window, service.address);
      assert.equal(pick.activeItems[0]?.label, 'This workspace');
      pick.moveTo(1);
      pick.goBack();
      (await boxAt(window, 2)).accept();
      const again = await pickOf(window);
      assert.equal(again.activeItems[0]?.label, 'Every workspace');
      again.accept();
      await done;
      assert.match(said(window).at(-1)!, /in every workspace\.$/);
    });

    it('ends a check that is under way', async () => {
      const { window, service } = await start();
      service.hold(() => true);
      const { done, box } = await toToken(window, service.address);
      box.enter(TOKEN);
      await eventually(() => service.held.length, 1);
      box.goBack();
      const address = await boxAt(window, 1);
      await eventually(() => service.held[0]!.gone, true);
      assert.equal(address.value, service.address);
      address.hide();
      await done;
      assert.equal(window.secrets.held.size, 0);
    });

    it('hands a token to no other service: it is asked for anew there', async () => {
      const { window, service } = await start();
      const other = await the.service(rows(1));
      const { done, pick } = await toScope(window, service.address);
      pick.goBack();
      (await boxAt(window, 2)).goBack();
      (await boxAt(window, 1)).enter(other.address);
      const token = await boxAt(window, 2);
      assert.equal(token.value, '');
      token.accept();
      await eventually(() => token.says, 'Paste the token.');
      token.goBack();
      assert.deepEqual(other.requests, []);
      (await boxAt(window, 1)).enter(service.address);
      assert.equal((await boxAt(window, 2)).value, TOKEN, 'it comes back with its own address');
      window.desk.box!.hide();
      await done;
    });

    it('tries the token anew for another path of the same service', async () => {
      const { window, service } = await start();
      const { done, pick } = await toScope(window, service.address);
      pick.goBack();
      (await boxAt(window, 2)).goBack();
      (await boxAt(window, 1)).enter(`${service.address}/elsewhere`);
      const token = await boxAt(window, 2);
      assert.equal(token.value, TOKEN);
      token.accept();
      await eventually(() => token.says.startsWith('Nothing at this address of'), true);
      token.hide();
      await done;
    });
  });

  it('ends a check when something else is typed, and takes that', async () => {
    const { window, service } = await start();
    service.hold(() => true);
    const { done, box } = await toToken(window, service.address);
    box.enter('another-token');
    await eventually(() => service.held.length, 1);
    box.type(TOKEN);
    await eventually(() => service.held[0]!.gone, true);
    assert.deepEqual([box.busy, box.says.startsWith('Access token')], [false, true]);
    service.fail(undefined);
    box.accept();
    (await pickOf(window)).choose('This workspace');
    await done;
    assert.ok([...window.secrets.held.values()].join().includes(TOKEN));
  });

  describe('put away', () => {
    it('at the first step with nothing changed, ends without a word', async () => {
      const { window, desk, service } = await start();
      desk.settings.set('mintscope.baseUrl', service.address);
      const done = window.run('signIn');
      (await boxAt(window, 1)).hide();
      await done;
      assert.deepEqual(said(window), []);
    });

    it('at the token with nothing typed, ends without a word', async () => {
      const { window, desk, service } = await start();
      desk.settings.set('mintscope.baseUrl', service.address);
      const { done, box } = await toToken(window, service.address);
      box.hide();
      await done;
      assert.deepEqual(said(window), []);
    });

    it('at the last step, offers to go on there, with all that was entered', async () => {
      const { window, service, host } = await start();
      const answers = answerLater(window);
      const { done, pick } = await toScope(window, service.address);
      pick.moveTo(1);
      pick.hide();
      await eventually(() => answers.length, 1);
      assert.deepEqual(
        window.desk.shown.map(({ kind, text, choices }) => [kind, text, choices]),
        [['information', unfinished(host), [CONTINUE]]],
      );
      assert.equal(window.secrets.held.size, 0, 'nothing is stored meanwhile');
      answers[0]!(CONTINUE);
      const again = await pickOf(window);
      assert.equal(again.activeItems[0]?.label, 'Every workspace');
      again.accept();
      await done;
      assert.equal(window.secrets.held.size, 1);
      assert.equal(service.requests.filter(({ query }) => query.limit === '1').length, 1);
    });

    it('is taken up by the command as well, from the first step', async () => {
      const { window, service } = await start();
      const answers = answerLater(window);
      const { pick } = await toScope(window, service.address);
      pick.hide();
      await eventually(() => answers.length, 1);
      const done = window.run('signIn');
      const address = await boxAt(window, 1);
      assert.equal(address.value, service.address);
      // The message still stands; closing it takes nothing from what is open now.
      answers[0]!(undefined);
      address.accept();
      const token = await boxAt(window, 2);
      assert.equal(token.value, TOKEN);
      token.accept();
      (await pickOf(window)).choose('This workspace');
      await done;
    });

    it('before an address is whole, says no host, and keeps what there is of it', async () => {
      const { window } = await start();
      window.desk.choose = ({ choices }) => choices[0];
      const done = window.run('signIn');
      const box = await boxAt(window, 1);
      box.type('https:');
      box.hide();
      await eventually(() => window.desk.box !== box && window.desk.box?.value, 'https:');
      assert.match(said(window)[0]!, /^Signing in is not finished\./);
      window.desk.choose = () => undefined;
      window.desk.box!.hide();
      await done;
    });

    it('is forgotten when the message is closed', async () => {
      const { window, service, host } = await start();
      const { done, pick } = await toScope(window, service.address);
      pick.hide();
      await done;
      assert.deepEqual(said(window), [unfinished(host)]);
      const again = await toToken(window, service.address);
      assert.equal(again.box.value, '');
      again.box.hide();
      await again.done;
    });

    it('is forgotten after ten minutes, while the message still stands', async () => {
      const { window, service } = await start();
      const answers = answerLater(window);
      const { done, pick } = await toScope(window, service.address);
      mock.timers.enable({ apis: ['setTimeout'] });
      pick.hide();
      for (let turn = 0; answers.length === 0 && turn < 100; turn++) await Promise.resolve();
      mock.timers.tick(10 * 60_000 - 1);
      mock.timers.tick(1);
      mock.timers.reset();
      answers[0]!(CONTINUE);
      const box = await boxAt(window, 1);
      assert.equal(box.value, '');
      box.enter(service.address);
      const token = await boxAt(window, 2);
      assert.equal(token.value, '');
      window.desk.choose = () => undefined;
      token.hide();
      await done;
    });

    it('is not forgotten while a person goes on with it', async () => {
      const { window, service } = await start();
      const answers = answerLater(window);
      const { done, box } = await toToken(window, service.address);
      box.type('half-a-tok');
      mock.timers.enable({ apis: ['setTimeout'] });
      box.hide();
      for (let turn = 0; answers.length === 0 && turn < 100; turn++) await Promise.resolve();
      answers[0]!(CONTINUE);
      for (let turn = 0; !window.desk.box && turn < 100; turn++) await Promise.resolve();
      mock.timers.tick(10 * 60_000);
      mock.timers.reset();
      const again = await boxAt(window, 2);
      again.goBack();
      (await boxAt(window, 1)).accept();
      assert.equal((await boxAt(window, 2)).value, 'half-a-tok');
      window.desk.choose = () => undefined;
      window.desk.box!.hide();
      await done;
    });

    it('is forgotten once the sign-in is done', async () => {
      const { window, service } = await start();
      const { done, pick } = await toScope(window, service.address);
      pick.choose('Every workspace');
      await done;
      const again = await toToken(window, service.address);
      assert.equal(again.box.value, '');
      again.box.hide();
      await again.done;
      assert.equal(said(window).length, 1, 'nothing was typed into the second');
    });
  });

  it('keeps what was typed where it cannot be stored', async () => {
    const secrets = new FakeSecrets();
    const { window, desk, service } = await start({ secrets });
    const { done, pick } = await toScope(window, service.address);
    const { store } = secrets;
    secrets.store = () => Promise.reject(new Error('No keyring.'));
    pick.choose('This workspace');
    await done;
    assert.match(desk.shown.splice(0)[0]!.text, /No keyring/);
    secrets.store = store;
    const again = window.run('signIn');
    (await boxAt(window, 1)).accept();
    (await boxAt(window, 2)).accept();
    (await pickOf(window)).accept();
    await again;
    assert.equal(secrets.held.size, 1);
  });

  it('asks once only: started again, it goes on with what was typed', async () => {
    const { window, desk, service } = await start();
    const first = await toToken(window, service.address);
    first.box.type('half-a-tok');
    const second = await toToken(window, service.address);
    await first.done;
    assert.equal(first.box.disposed, true);
    assert.deepEqual(desk.shown, [], 'nothing is lost, so nothing is said');
    assert.equal(second.box.value, 'half-a-tok');
    assert.equal(desk.boxes.filter(({ disposed }) => !disposed).length, 1);
    second.box.hide();
    await second.done;
  });

  it('goes on while another window signs in to another service', async () => {
    const secrets = new FakeSecrets();
    const { window, desk, service, host } = await start({ secrets });
    const other = await the.service(rows(1));
    const { done, pick } = await toScope(window, service.address);
    await keepSignIn(secrets, { address: other.address, token: TOKEN });
    await eventually(() => desk.contexts.get('mintscope.connection'), 'every');
    assert.equal(pick.disposed, false);
    pick.choose('This workspace');
    await done;
    assert.deepEqual(said(window), [`Signed in to ${host} in this workspace.`]);
    assert.equal(desk.contexts.get('mintscope.connection'), 'workspace');
  });
});
