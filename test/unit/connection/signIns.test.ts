import assert from 'node:assert/strict';
import { addressOf } from '../../support/address.ts';
import { accountName, type SignIns, type SignInScope } from '../../../src/connection/signIns.ts';
import { FakeSecrets } from '../../support/fakeVscode/storage.ts';
import { signInsOf } from '../../support/signIns.ts';

describe('Stored sign-ins', () => {
  let secrets: FakeSecrets;
  let now: number;
  /** The sign-ins that another window has ended. */
  let ended: Set<string>;

  beforeEach(() => {
    secrets = new FakeSecrets();
    now = 1000;
    ended = new Set();
  });

  const signInsIn = (workspace = 'here') =>
    signInsOf(secrets, { workspace, now: () => now, isEnded: (id) => ended.has(id) });
  const address = (host: string) => addressOf(`https://${host}`);
  /** Signs in at a host, whose token contains its name. */
  const put = async (host: string, scope: SignInScope = 'workspace', signIns = signInsIn()) => {
    now++;
    const { base } = address(host);
    const token = `token-of-${host}`;
    const account = await accountName(base, token);
    return signIns.put(scope, address(host), token, { id: crypto.randomUUID(), account });
  };
  const listed = async (signIns = signInsIn()) =>
    (await signIns.list()).map(
      (one) => `${one.scope} ${one.address.host}${one.inUse ? ' in use' : ''}`,
    );
  const counts = async (signIns = signInsIn()) => (await find(signIns))?.address.host;
  const find = async (signIns: SignIns) => (await signIns.list()).find(({ inUse }) => inUse);
  const signInOf = async (host: string) =>
    (await signInsIn().list()).find((one) => one.address.host === host)!;
  const use = async (host: string) => {
    now++;
    return signInsIn().use(await signInOf(host));
  };
  const forgetAll = async (until?: number) => {
    const ids: string[] = [];
    for await (const id of signInsIn().forgetAll(until)) ids.push(id);
    return ids;
  };
  /** Ends the window at a write of `work`, and returns what the next window finds. */
  const crashAt = async (write: number, work: () => Promise<unknown>) => {
    const real = { store: secrets.store.bind(secrets), delete: secrets.delete.bind(secrets) };
    let writes = 0;
    const crash = () => ++writes >= write;
    secrets.store = (key, value) =>
      crash() ? Promise.reject(new Error('gone')) : real.store(key, value);
    secrets.delete = (key) => (crash() ? Promise.reject(new Error('gone')) : real.delete(key));
    const ended = await work().then(
      () => 'whole',
      () => 'crashed',
    );
    Object.assign(secrets, real);
    return ended;
  };

  it('the earlier sign-in stays stored, inactive and with its own token, when another is added', async () => {
    await put('one.example');
    await put('two.example');
    assert.deepEqual(await listed(), ['workspace two.example in use', 'workspace one.example']);
    const tokens = (await signInsIn().list()).map(({ token, address: { base } }) =>
      token.authorizationFor(new URL(base)),
    );
    assert.deepEqual(tokens, ['Bearer token-of-two.example', 'Bearer token-of-one.example']);
  });

  it('two services on one host are stored side by side', async () => {
    await put('gw.example/us');
    await put('gw.example');
    const bases = (await signInsIn().list()).map((one) => one.address.base);
    assert.deepEqual(bases, ['https://gw.example', 'https://gw.example/us']);
  });

  it('a sign-in replaces the token of the same address and scope', async () => {
    await put('one.example');
    const before = (await find(signInsIn()))?.id;
    assert.equal(await put('one.example'), before, 'its data is deleted');
    assert.deepEqual(await listed(), ['workspace one.example in use']);
  });

  it('the sign-in for every workspace is used when the one of the workspace is signed out', async () => {
    await put('every.example', 'every');
    await put('one.example');
    await put('two.example');
    assert.equal(await counts(), 'two.example');
    await signInsIn().forget((await signInOf('two.example')).id);
    assert.equal(await counts(), 'every.example');
    assert.deepEqual(await listed(), ['workspace one.example', 'every every.example in use']);
  });

  it('a sign-in of a workspace becomes inactive when one for every workspace is used', async () => {
    await put('every.example', 'every');
    await put('other.example', 'every');
    await put('own.example');
    await use('every.example');
    assert.equal(await counts(), 'every.example');
    assert.deepEqual(await listed(), [
      'workspace own.example',
      'every every.example in use',
      'every other.example',
    ]);
    await use('own.example');
    assert.equal(await counts(), 'own.example');
    assert.equal(await counts(signInsIn('elsewhere')), 'every.example');
  });

  it('sign-ins do not affect another workspace', async () => {
    await put('one.example');
    const there = signInsIn('there');
    assert.deepEqual(await listed(there), []);
    await put('two.example', 'workspace', there);
    assert.deepEqual(await listed(), ['workspace one.example in use']);
    await signInsIn().forget((await signInOf('one.example')).id);
    assert.deepEqual(await listed(there), ['workspace two.example in use']);
  });

  describe('Stored sign-ins of other workspaces', () => {
    const DAY = 24 * 3600 * 1000;

    it('deletes sign-ins of a workspace that was not opened for 90 days, however long ago they were made', async () => {
      await put('every.example', 'every');
      await put('own.example');
      await put('resting.example', 'workspace', signInsIn('gone'));
      await put('used.example', 'workspace', signInsIn('gone'));
      now += 60 * DAY;
      await signInsIn('gone').recordUse();
      now += 60 * DAY;
      await signInsIn().clearOthers();
      assert.equal(secrets.stored.size, 4, 'the inactive one, too');
      now += 31 * DAY;
      await signInsIn().clearOthers();
      assert.deepEqual(await listed(signInsIn('gone')), ['every every.example in use']);
      assert.equal(await counts(), 'own.example');
    });

    it('keeps no sign-ins that another window ended', async () => {
      await put('ended.example', 'workspace', signInsIn('gone'));
      await put('used.example', 'workspace', signInsIn('gone'));
      const [, ...others] = await signInsIn('gone').list();
      ended = new Set(others.map(({ id }) => id));
      await signInsIn().clearOthers();
      assert.equal((await secrets.keys()).length, 1, 'the ended one is deleted');
      assert.deepEqual(await listed(signInsIn('gone')), ['workspace used.example in use']);
    });
  });

  it('leaves entries alone that it cannot read, which a later version may have written', async () => {
    const address = 'https://odd.example';
    const key = `mintscope.token|every|${address}`;
    const whole = { id: 'x', address, token: 'token', account: `${address}#3f` };
    for (const value of [
      null,
      { ...whole, id: 5 },
      { ...whole, address: 'ftp://odd.example' },
      { ...whole, token: '' },
      { ...whole, address: undefined },
      { ...whole, token: 7 },
      { ...whole, account: undefined },
    ]) {
      secrets.stored.set(key, JSON.stringify(value));
      assert.deepEqual(await listed(), []);
      assert.equal(secrets.stored.size, 1, JSON.stringify(value));
    }
    secrets.stored.set('mintscope.token|every|x', 'not JSON');
    secrets.stored.set(key, JSON.stringify({ ...whole, usedAt: 'yesterday', resting: 'yes' }));
    const found = await signInsIn().list();
    assert.deepEqual(
      found.map(({ inUse, usedAt }) => [inUse, usedAt]),
      [[true, 0]],
    );
    ended.add('x');
    assert.deepEqual(await listed(), []);
    assert.deepEqual([...secrets.stored.keys()], ['mintscope.token|every|x']);
  });

  describe('Stored sign-ins of a window that ends between two writes', () => {
    it('the last sign-in is active after an interrupted sign-in, and signing out of it activates no other', async () => {
      await put('one.example');
      assert.equal(await crashAt(2, () => put('two.example')), 'crashed');
      assert.deepEqual(await listed(), ['workspace two.example in use', 'workspace one.example']);
      await signInsIn().forget((await signInOf('two.example')).id);
      assert.equal(await counts(), undefined);
    });

    it('exactly one sign-in is active after an interruption at any write', async () => {
      const steps = [
        () => put('four.example'),
        () => use('one.example'),
        () => use('every.example'),
        async () => signInsIn().forget((await signInOf('three.example')).id),
      ];
      for (const step of steps) {
        for (let write = 1; ; write++) {
          secrets = new FakeSecrets();
          await put('every.example', 'every');
          for (const host of ['one', 'two', 'three']) await put(`${host}.example`);
          const before = 'three.example';
          const outcome = await crashAt(write, step);
          const scopes = (await signInsIn().list()).filter(({ inUse }) => inUse);
          assert.equal(new Set(scopes.map(({ scope }) => scope)).size, scopes.length);
          const now = await counts();
          assert.ok(now !== undefined);
          // An interruption must not activate a sign-in that was not chosen.
          assert.notEqual(now, 'two.example');
          if (outcome === 'whole') {
            assert.notEqual(now, before);
            break;
          }
        }
      }
    });
  });

  it('deletes the sign-ins of every workspace, or those used until a time, and returns their ids', async () => {
    await put('old.example');
    await put('new.example', 'every');
    assert.equal((await forgetAll(now - 1)).length, 1);
    assert.deepEqual(await listed(), ['every new.example in use']);
    await put('one.example');
    await put('two.example');
    await put('every.example', 'every');
    await put('else.example', 'workspace', signInsIn('elsewhere'));
    secrets.stored.set('mintscope.token|every|x', 'not JSON');
    secrets.stored.set('mintscope.other', 'stays');
    assert.equal((await forgetAll()).length, 5);
    assert.deepEqual([...secrets.stored.keys()], ['mintscope.other']);
  });

  it('errors of the secret storage contain no token', async () => {
    await put('one.example');
    secrets.store = (_, value) => Promise.reject(new Error(`cannot write ${value}`));
    await assert.rejects(put('two.example'), (error: Error) => {
      assert.match(error.message, /secret storage does not work/);
      assert.doesNotMatch(error.message, /token-of/);
      return true;
    });
  });

  it('account names are stable and do not reveal the token', async () => {
    const base = 'https://api.example.com';
    const [one, again, other, elsewhere] = await Promise.all([
      accountName(base, 'token-one'),
      accountName(base, 'token-one'),
      accountName(base, 'token-two'),
      accountName(`${base}/v`, 'token-one'),
    ]);
    assert.match(one, /^https:\/\/api\.example\.com#[0-9a-f]{12}$/);
    assert.equal(again, one);
    assert.equal(new Set([one, other, elsewhere]).size, 3);
    // It must stay the same in later versions.
    const stored = 'http://127.0.0.1:41019#f9dd7f63c031';
    assert.equal(await accountName('http://127.0.0.1:41019', 'token-two'), stored);
  });
});
