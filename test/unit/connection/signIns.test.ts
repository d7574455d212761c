import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { DAY_MS } from '../../../src/core/base/clock.ts';
import { Secrets } from '../../../src/connection/secrets.ts';
import {
  accountName,
  lastSignIn,
  type SignInScope,
  SignIns,
  workspaceId,
} from '../../../src/connection/signIns.ts';
import { systemClock } from '../../../src/editor/systemClock.ts';
import { FakeMemento, FakeSecrets } from '../../support/fakeVscode/storage.ts';
import { putSignIn, storedHosts } from '../../support/signIns.ts';

describe('Stored sign-ins', () => {
  let secrets: FakeSecrets;
  let now: number;
  /** The sign-ins that another window has ended. */
  let ended: Set<string>;
  let here: SignIns;

  const signInsOf = (workspace: string | undefined) =>
    new SignIns({
      secrets: new Secrets(secrets, systemClock),
      workspace,
      now: () => now,
      isEnded: (id) => ended.has(id),
    });

  beforeEach(() => {
    secrets = new FakeSecrets();
    now = 1000;
    ended = new Set();
    here = signInsOf('here');
  });

  /** Signs in at a host, whose token contains its name. */
  const put = (host: string, scope: SignInScope = 'workspace', signIns = here) =>
    putSignIn(signIns, scope, `https://${host}`, `token-of-${host}`);
  const listed = async (signIns = here) =>
    (await signIns.list()).map((one) => {
      const inUse = one.inUse ? ' in use' : '';
      return `${one.scope} ${one.address.host}${inUse}`;
    });
  const signInOf = async (host: string) =>
    (await here.list()).find((one) => one.address.host === host)!;

  it('the earlier sign-in stays stored, inactive and with its own token, when another is added', async () => {
    await put('one.example');
    assert.deepEqual(await put('two.example'), []);
    assert.deepEqual(await listed(), ['workspace two.example in use', 'workspace one.example']);
    const tokens = (await here.list()).map(({ token, address: { base } }) =>
      token.authorizationFor(new URL(base)),
    );
    assert.deepEqual(tokens, ['Bearer token-of-two.example', 'Bearer token-of-one.example']);
  });

  it('a sign-in replaces the one of the same origin and scope, which is told by its id', async () => {
    await put('one.example/v1');
    const { id } = await signInOf('one.example');
    assert.deepEqual(await put('one.example/v2'), [id]);
    assert.deepEqual(await listed(), ['workspace one.example in use']);
    assert.notEqual((await signInOf('one.example')).id, id, 'other windows must notice');
  });

  it('signing out of a workspace brings back none of its others, but the sign-in for every workspace', async () => {
    for (const host of ['one.example', 'two.example']) await put(host);
    await put('every.example', 'every');
    assert.equal((await listed())[0], 'workspace two.example in use');
    await here.forget(await signInOf('two.example'));
    assert.deepEqual(await listed(), ['workspace one.example', 'every every.example in use']);
  });

  it('switching to a sign-in for every workspace ends the use of the own one here, and of none elsewhere', async () => {
    const there = signInsOf('there');
    await put('other.example', 'every');
    await put('every.example', 'every');
    await put('own.example');
    await put('there.example', 'workspace', there);
    now = 5000;
    assert.equal(await here.use(await signInOf('other.example')), true);
    const every = ['every other.example in use', 'every every.example'];
    assert.deepEqual(await listed(), ['workspace own.example', ...every]);
    assert.equal((await signInOf('own.example')).usedAt, 5000, 'it was in use until now');
    assert.deepEqual(await listed(there), ['workspace there.example in use', ...every]);
    assert.deepEqual(await listed(signInsOf(undefined)), every);
    await here.use(await signInOf('own.example'));
    assert.equal((await listed())[0], 'workspace own.example in use');
    const gone = await signInOf('own.example');
    await here.forget(gone);
    assert.equal(await here.use(gone), false);
  });

  it('stores the six last used sign-ins of a scope, also after the clock was set back', async () => {
    await put('every.example', 'every');
    for (let at = 1; at <= 4; at++) await put(`s${at}.example`);
    now = 10;
    await here.use(await signInOf('s1.example'));
    const { id } = await signInOf('s2.example');
    for (const at of [5, 6]) assert.deepEqual(await put(`s${at}.example`), []);
    assert.deepEqual(await put('s7.example'), [id]);
    const names = (await listed()).map((one) => /\w+(?=\.example)/.exec(one)?.[0]);
    assert.equal(names.join(' '), 's7 s6 s5 s1 s4 s3 every');
  });

  it('ignores what is not a complete sign-in', async () => {
    await put('odd.example', 'every');
    const [[key, text]] = [...secrets.stored] as [[string, string]];
    const whole = JSON.parse(text) as { signIns: [object] };
    const parts = [
      null,
      { id: 5 },
      { address: 'ftp://odd.example' },
      { address: undefined },
      { token: '' },
      { token: 7 },
      { token: 'two words' },
      { account: undefined },
      { usedAt: 'yesterday' },
    ];
    const odd = parts.map((part) => ({
      ...whole,
      signIns: [part && { ...whole.signIns[0], ...part }],
    }));
    for (const value of [null, 5, { signIns: 5 }, ...odd]) {
      secrets.stored.set(key, JSON.stringify(value));
      assert.deepEqual(await listed(), [], JSON.stringify(value));
    }
    secrets.stored.set(key, 'not JSON');
    assert.deepEqual(await listed(), []);
  });

  it('deletes sign-ins of workspaces that were not opened for 90 days, and no others', async () => {
    await put('every.example', 'every');
    await put('own.example');
    for (const host of ['one.example', 'two.example']) {
      await put(host, 'workspace', signInsOf('gone'));
    }
    now += 60 * DAY_MS;
    await signInsOf('gone').tidy();
    for (const [days, left] of [
      [0, 4],
      [89, 4],
      [2, 2],
    ] as const) {
      now += days * DAY_MS;
      await here.tidy();
      assert.equal(await here.count(), left, `after ${days} days more`);
    }
    assert.deepEqual(await listed(), [
      'workspace own.example in use',
      'every every.example in use',
    ]);
  });

  it('records the use of a workspace at most once a day', async () => {
    await put('own.example');
    for (const hours of [1, 22, 1, 1]) {
      now += (hours * DAY_MS) / 24;
      const before = [...secrets.stored.values()].join();
      await here.tidy();
      assert.equal([...secrets.stored.values()].join() !== before, now === 1000 + DAY_MS);
    }
  });

  it('neither lists, counts nor keeps sign-ins that another window has ended', async () => {
    const there = signInsOf('there');
    for (const host of ['ended.example', 'used.example']) await put(host, 'workspace', there);
    ended.add((await there.list())[1]!.id);
    assert.deepEqual(await listed(there), ['workspace used.example in use']);
    assert.equal(await here.count(), 1);
    await here.tidy();
    assert.deepEqual(storedHosts(secrets), ['used.example']);
  });

  it('deletes the sign-ins of every workspace, but not those that were used later', async () => {
    secrets.stored.set('mintscope.other', '{"signIns":[]}');
    await put('every.example', 'every');
    await put('there.example', 'workspace', signInsOf('there'));
    now++;
    await put('new.example');
    assert.equal((await here.forgetAll(now - 1)).length, 2);
    assert.deepEqual(storedHosts(secrets), ['new.example']);
    secrets.stored.set('mintscope.signIns|odd', 'not JSON');
    assert.equal((await here.forgetAll()).length, 1);
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
    const names = await Promise.all([
      accountName(base, 'token-one'),
      accountName(base, 'token-two'),
      accountName(`${base}/v`, 'token-one'),
    ]);
    assert.match(names[0], /^https:\/\/api\.example\.com#[0-9a-f]{12}$/);
    assert.equal(new Set(names).size, 3);
    // The data on disk is under this name.
    const stored = 'http://127.0.0.1:41019#f9dd7f63c031';
    assert.equal(await accountName('http://127.0.0.1:41019', 'token-two'), stored);
  });

  it('a workspace keeps its id, and expects no sign-in at the start if a part of the remembered one is missing', async () => {
    const memento = new FakeMemento();
    assert.equal(workspaceId(memento as never), workspaceId(memento as never));
    const last = { id: 'i', account: 'a', base: 'https://own.example', scope: 'every' };
    const remembered = async (value: unknown) => {
      await memento.update('mintscope.lastSignIn', value);
      return lastSignIn(memento as never);
    };
    assert.deepEqual(await remembered(last), last);
    for (const name of Object.keys(last)) {
      assert.equal(await remembered({ ...last, [name]: undefined }), undefined, name);
    }
    assert.equal(await remembered(undefined), undefined);
  });
});
