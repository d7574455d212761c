import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { addressOf } from '../../support/address.ts';
import { OriginPauses } from '../../../src/core/client/originPause.ts';
import { createCatalog } from '../../../src/connection/catalog.ts';
import { SampleData } from '../../../src/connection/sampleData.ts';
import {
  forgetSignIn,
  switchableSignIns,
  signOut,
  storeSignIn,
  switchTo,
  useSampleData,
} from '../../../src/connection/connectionChanges.ts';
import { offerNewToken, offerSignIn } from '../../../src/connection/connected.ts';
import type { ConnectionChange } from '../../../src/connection/activeConnection.ts';
import { LastSignInMemory } from '../../../src/connection/storedSignIn.ts';
import { Session } from '../../../src/connection/session.ts';
import { KeptData } from '../../../src/kept/keptData.ts';
import { systemClock } from '../../../src/editor/systemClock.ts';
import { openDeepLink } from '../../../src/features/stats/deepLink.ts';
import { type Failure, ServiceError } from '../../../src/core/model/serviceError.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { FakeDesk, useDesk } from '../../support/fakeVscode/desk.ts';
import { FakeMemento, FakeSecrets } from '../../support/fakeVscode/storage.ts';
import { EventEmitter } from '../../support/fakeVscode/values.ts';
import { put } from '../../../src/connection/signInStore.ts';
import { storageOf } from '../../support/signIns.ts';
import { turn } from '../../support/turn.ts';

const address = (host: string) => addressOf(`https://${host}`);
/** A client that sends no requests; the test sets their results. */
interface Client {
  readonly host: string;
  fail(failure: Failure, path?: string): void;
  accept(): void;
}
const REFUSED: Failure = { kind: 'auth', status: 401 };

const ONE = address('one.example');
const TWO = address('two.example');

describe('Session', () => {
  let desk: FakeDesk;
  let secrets: FakeSecrets;
  let session: Session;
  let clock: FakeClock;
  /** Sign-outs of other windows, and their event. */
  let ended: Set<string>;
  let appeared: EventEmitter<void>;
  let prepared: number;
  let probed: string[];
  let logged: string[];
  /** If set, the sample service does not start, with this error. */
  let sampleFault: Error | undefined;
  let memory: FakeMemento;
  let changes: ConnectionChange[];
  let statusEvents: number;
  let refusals: string[];

  beforeEach(() => {
    desk = new FakeDesk();
    useDesk(desk);
    secrets = new FakeSecrets();
    memory = new FakeMemento();
    sampleFault = undefined;
    open();
  });

  /** Opens a window, with the data of earlier ones. */
  function open(): void {
    (session as Session | undefined)?.dispose();
    [ended, appeared] = [new Set(), new EventEmitter<void>()];
    [probed, logged, changes, refusals] = [[], [], [], []];
    [prepared, statusEvents] = [0, 0];
    const log = {
      info: (line: string) => logged.push(line),
      error: (line: string) => logged.push(line),
      warn: () => undefined,
    };
    const startSample = () =>
      sampleFault
        ? Promise.reject(sampleFault)
        : Promise.resolve({
            address: 'http://127.0.0.1:4321',
            token: 'token-of-the-sample',
            close: () => Promise.resolve(),
          });
    const signOuts = {
      note: () => Promise.reject(new Error('No sign-out can be noted.')),
      follow: (listener: () => void) => {
        const following = appeared.event(listener);
        return () => {
          following.dispose();
        };
      },
    };
    clock = new FakeClock();
    session = new Session({
      clock,
      storage: { ...storageOf(secrets), isEnded: (id) => ended.has(id) },
      signOuts: signOuts as never,
      sample: new SampleData(startSample, memory as never),
      last: new LastSignInMemory(memory as never),
      data: new KeptData({
        storage: `${import.meta.filename}/none`,
        clock: systemClock,
        isOnDisk: () => false,
        mayStore: () => true,
      }),
      waits: new OriginPauses(clock),
      createClient: ({ host }, _, events) => {
        const client: Client = {
          host,
          fail: (failure, path = '/v2/projects') =>
            events?.onFailure?.(path, new ServiceError(failure)),
          accept: () => events?.onAccepted?.(),
        };
        return client as never;
      },
      requests: {
        get: () => Promise.resolve(prepared++),
        ifAsked: (use: (all: object) => void) => {
          use({ probeNow: (origin: string) => probed.push(new URL(origin).host) });
        },
      } as never,
      log: log as never,
    });
    session.onDidChange((change) => changes.push(change));
    session.onDidChangeStatus(() => statusEvents++);
    session.onDidRefuse(({ address: { host } }) => refusals.push(host));
  }
  /** Waits for the end of all work after a change, such as the lookup of all sign-ins. */
  const checked = () => session.change(() => Promise.resolve());
  const sameAccounts = () => changes.map(({ sameAccount }) => sameAccount);
  const hostNow = () => session.current?.address.host;
  const client = () => session.current!.client as unknown as Client;
  const breakStorage = () => {
    secrets.keys = () => Promise.reject(new Error('locked'));
    return () => {
      // The method of the class is used again.
      delete (secrets as Partial<FakeSecrets>).keys;
    };
  };

  it('a sign-in deletes the stored data of the one that it replaces, and of no other', async () => {
    const forgotten: string[] = [];
    session.parts.data.forget = (id) => Promise.resolve(void forgotten.push(id));
    await storeSignIn(session, 'every', ONE, 'token-1');
    const { id } = session.current!;
    await storeSignIn(session, 'every', TWO, 'token-2');
    assert.deepEqual(forgotten, []);
    await storeSignIn(session, 'every', ONE, 'token-3');
    assert.deepEqual(forgotten, [id]);
  });

  it('a session without a sign-in has no connection and no host, and sends no request', async () => {
    assert.deepEqual(
      [session.current, session.refused, session.host],
      [undefined, false, 'the service'],
    );
    await session.ready();
    assert.deepEqual(
      [session.current, session.refused, session.failure],
      [undefined, false, undefined],
    );
    assert.equal(desk.contexts.get('mintscope.connection'), 'none');
    assert.deepEqual(logged, ['Connected to nothing']);
    session.probeNow();
    assert.deepEqual(probed, []);
    const { projects } = createCatalog(session).catalog;
    await projects.open();
    assert.deepEqual(projects.state.failure?.failure, { kind: 'aborted' });
  });

  it('opens Sign In or Explore Sample Data, as the user chooses', async () => {
    const ran: string[] = [];
    desk.run = (command) => Promise.resolve(ran.push(command));
    for (const choice of ['Sign In…', 'Explore Sample Data', undefined]) {
      desk.choose = () => choice;
      await offerSignIn(session);
      await offerNewToken({ address: ONE, scope: 'every' } as never);
    }
    const [signIn, sample] = ['mintscope.signIn', 'mintscope.exploreSampleData'];
    assert.deepEqual(ran, [signIn, signIn, sample]);
  });

  describe('Session, signed in', () => {
    it('looks up the stored sign-in once for all callers, and announces it once', async () => {
      await storeSignIn(session, 'every', ONE, 'token-one');
      open();
      await Promise.all([session.ready(), session.ready(), session.lookUp()]);
      const { current } = session;
      await checked();
      assert.equal(session.current, current);
      assert.deepEqual([hostNow(), session.host], ['one.example', 'one.example']);
      assert.deepEqual(
        changes,
        [{ sameAccount: true, sameService: false }],
        'rows of before may stay',
      );
      assert.equal(desk.contexts.get('mintscope.connection'), 'every');
      assert.deepEqual(logged, ['Connected to https://one.example (every)']);
      assert.equal(client().host, 'one.example');
      session.probeNow();
      assert.deepEqual(probed, ['one.example']);
    });

    it('a connection is the same account only for the same token at the same address, and the same service there', async () => {
      await storeSignIn(session, 'every', ONE, 'token-one');
      await storeSignIn(session, 'every', ONE, 'token-one');
      await storeSignIn(session, 'every', ONE, 'another-token');
      await storeSignIn(session, 'every', TWO, 'token-two');
      await signOut(session);
      await storeSignIn(session, 'every', TWO, 'token-two');
      assert.deepEqual(sameAccounts().slice(-6), [true, true, false, false, false, false]);
      const sameServices = changes.map(({ sameService }) => sameService).slice(-6);
      assert.deepEqual(sameServices, [false, true, true, false, false, false]);
    });

    it('a token that renews another one inherits the account and what is stored', async () => {
      await storeSignIn(session, 'every', ONE, 'token-one');
      const before = session.current!;
      const stored = before.store.write('rows', (account) => account);
      const { data } = session.parts;
      data.renew = () => Promise.reject(new Error('disk full'));
      await assert.rejects(storeSignIn(session, 'every', ONE, 'token-two', before.id), {
        message:
          /^What was read and watched before cannot be carried over \(disk full\)\. Try again/,
      });
      Reflect.deleteProperty(data, 'renew');
      await storeSignIn(session, 'every', ONE, 'token-two', before.id);
      const { id, account, store } = session.current!;
      assert.notEqual(id, before.id);
      assert.deepEqual([account, store.id('rows')], [before.account, stored]);
      assert.deepEqual([changes.at(-1)?.sameAccount, before.ended.aborted], [true, true]);
      await signOut(session);
      await storeSignIn(session, 'every', ONE, 'token-two');
      assert.equal(session.current?.account, account, 'also after a sign-out');
    });

    it('a sign-in that cannot be stored is used in this window until Sign Out, as the account that it renews', async () => {
      await storeSignIn(session, 'every', ONE, 'token-one');
      const before = session.current!;
      const stored = before.store.write('rows', (account) => account);
      secrets.store = () => Promise.reject(new Error('locked'));
      const fault = await storeSignIn(session, 'every', ONE, 'token-two', before.id);
      assert.match(fault?.message ?? '', /locked/);
      const { scope, account, store } = session.current!;
      assert.deepEqual([scope, account, store.id('rows')], ['window', before.account, stored]);
      await signOut(session);
      assert.deepEqual([session.current?.id, store.id('rows')], [before.id, undefined]);
    });

    it('stays in memory what another window renews with another token', async () => {
      await storeSignIn(session, 'every', ONE, 'token-one');
      const { account, store } = session.current!;
      const stored = store.write('rows', (id) => id);
      const renewed = { id: 'of the other window', account };
      await put(storageOf(secrets), 'every', ONE, 'token-two', renewed);
      await session.reload();
      assert.deepEqual(
        [session.current?.id, session.current?.store.id('rows')],
        [renewed.id, stored],
      );
      await storeSignIn(session, 'every', ONE, 'token-of-another-account');
      assert.equal(
        session.current?.store.id('rows'),
        undefined,
        'another account gets nothing of it',
      );
    });

    it('follows sign-ins and sign-outs of other windows until it is closed', async () => {
      await session.ready();
      await put(storageOf(secrets), 'every', ONE, 'token-one');
      await session.ready();
      await turn();
      assert.equal(hostNow(), 'one.example');
      ended.add(session.current!.id);
      appeared.fire();
      await turn();
      assert.equal(session.current, undefined);
      session.dispose();
      await put(storageOf(secrets), 'every', TWO, 'token-two');
      await turn();
      assert.equal(session.current, undefined);
    });

    it('a switch to a deleted sign-in fails', async () => {
      await storeSignIn(session, 'every', ONE, 'token-one');
      await storeSignIn(session, 'every', TWO, 'token-two');
      const gone = (await switchableSignIns(session)).find(
        ({ address: { host } }) => host === 'one.example',
      )!;
      await forgetSignIn(session, gone);
      await forgetSignIn(session, gone);
      await assert.rejects(switchTo(session, gone), {
        message: 'The sign-in to one.example is no longer stored. Sign in there again.',
      });
      assert.equal(hostNow(), 'two.example');
    });
  });

  describe('Session with the sign-in that this workspace used last', () => {
    let id: string;
    let key: string;
    beforeEach(async () => {
      await storeSignIn(session, 'every', ONE, 'token-one');
      id = session.current!.id;
      [key = ''] = secrets.stored.keys();
      await checked();
      open();
    });
    const never = () => new Promise<never>(() => undefined);
    /** Changes the stored secret as another window or an earlier version may have. */
    const change = (changed: object) => {
      const text = JSON.parse(secrets.stored.get(key)!) as object;
      return secrets.stored.set(key, JSON.stringify({ ...text, ...changed }));
    };

    it('signs out if the secret is gone, unusable, inactive or ended elsewhere', async () => {
      for (const left of [
        () => secrets.stored.delete(key),
        () => change({ token: 'two words' }),
        () => change({ resting: true }),
        () => ended.add(id),
      ]) {
        const text = secrets.stored.get(key)!;
        const memento = memory.get('mintscope.lastSignIn');
        left();
        await session.ready();
        await checked();
        assert.equal(session.current, undefined, String(left));
        assert.equal(changes.length, 1, 'it was connected for a moment');
        secrets.stored.set(key, text);
        await memory.update('mintscope.lastSignIn', memento);
        open();
      }
    });

    it('uses the stored secret if it has changed', async () => {
      for (const changed of [{ id: 'another' }, { account: 'https://one.example#another' }]) {
        change(changed);
        await session.ready();
        const { id, account } = session.current!;
        assert.deepEqual({ id, account, ...changed }, { id, account });
        assert.deepEqual(sameAccounts(), [!('account' in changed)]);
        await checked();
        open();
      }
    });

    it('changes to another active sign-in once all were looked up', async () => {
      const other = { id: 'two', address: TWO.base, token: 'token-two', account: 'two' };
      const text = JSON.stringify({ ...other, usedAt: Date.now() + 1000 });
      secrets.stored.set(key.replace(ONE.origin, TWO.origin), text);
      await session.ready();
      assert.equal(hostNow(), 'one.example');
      await checked();
      assert.equal(hostNow(), 'two.example');
      assert.deepEqual(sameAccounts(), [true, false]);
    });

    it('stays connected if the storage fails only when all sign-ins are looked up', async () => {
      breakStorage();
      await session.ready();
      await checked();
      assert.deepEqual([hostNow(), session.failure], ['one.example', undefined]);
    });

    it('expects rows of the last sign-in while the secret storage does not answer, unless another window ends it', async () => {
      secrets.get = never;
      void session.ready();
      await turn();
      assert.deepEqual([session.current, session.expected?.id], [undefined, id]);
      ended.add(id);
      assert.deepEqual([session.expected, session.account], [undefined, undefined]);
    });
  });

  it('loads the code for requests before the sign-in is known and while signed in, and none while signed out', async () => {
    await session.lookUp();
    await session.ready();
    assert.equal(prepared, 0, 'nothing is requested');
    open();
    void session.ready();
    assert.equal(prepared, 1);
    await storeSignIn(session, 'every', ONE, 'token-one');
    await session.ready();
    assert.equal(prepared, 2);
  });

  describe('Session with an unreachable service', () => {
    const DOWN: Failure = { kind: 'network', code: 'ECONNREFUSED', tls: false };

    beforeEach(() => storeSignIn(session, 'every', ONE, 'a'));

    it('reports an outage with its cause and begin until the first answer', () => {
      client().fail(DOWN);
      const { since } = session.outage!;
      assert.deepEqual(session.outage, { failure: DOWN, since, triedAt: since });
      assert.equal(statusEvents, 1);
      clock.set(since + 9);
      client().fail({ kind: 'timeout', afterMs: 1 });
      const failure = { kind: 'timeout', afterMs: 1 } as const;
      assert.deepEqual<unknown>(session.outage, { failure, since, triedAt: since + 9 });
      client().fail({ kind: 'internal' });
      assert.equal(session.outage.failure.kind, 'timeout', 'a bug of ours says nothing');
      clock.set(since + 20);
      client().fail({ kind: 'paused', retryAfterMs: 1, cause: failure });
      assert.equal(session.outage.triedAt, since + 9, 'no request was sent');
      client().accept();
      assert.equal(session.outage, undefined);
    });

    it('reports no outage if only the stats of one project fail', () => {
      const failed: Failure = { kind: 'http', status: 500 };
      const outage = () => session.outage;
      client().fail(failed, '/v2/projects/t/12/stats');
      assert.equal(outage(), undefined);
      client().fail({ kind: 'paused', retryAfterMs: 1, cause: failed }, '/v2/projects/t/12/stats');
      assert.equal(outage()?.failure.kind, 'paused', 'it fails at all of them');
      client().accept();
      client().fail(failed, '/v2/projects?page=1');
      assert.ok(outage());
      client().fail(failed, '/v2/projects/t/12/stats');
      assert.ok(outage(), 'the service still fails');
      client().fail(DOWN);
      client().fail(failed, '/v2/projects/t/12/stats');
      assert.equal(outage(), undefined, 'the service was reached');
    });

    it('ends an outage with the first answer, also if that is a failure', () => {
      client().fail(DOWN);
      client().fail({ kind: 'notFound' });
      assert.equal(session.outage, undefined);
      client().fail({ kind: 'http', status: 503 });
      client().fail({ kind: 'rateLimited' });
      assert.ok(session.outage, 'not if the service asks to wait');
    });

    it('an outage ends with its connection, and a new time of its next try is reported once', async () => {
      client().fail(DOWN);
      for (const at of [5, 5]) session.retryAt = at;
      assert.deepEqual([session.retryAt, statusEvents], [5, 2]);
      await storeSignIn(session, 'every', TWO, 'b');
      assert.deepEqual([session.outage, session.retryAt], [undefined, undefined]);
    });
  });

  describe('Session with a refused token', () => {
    beforeEach(() => storeSignIn(session, 'every', ONE, 'token-one'));

    it('reports a refused token once for each sign-in, and each change to the surfaces', async () => {
      client().fail({ kind: 'auth', status: 403 });
      assert.equal(session.refused, false, 'it lacks a right only');
      client().fail(REFUSED);
      const since = clock.now();
      clock.set(since + 5);
      client().fail(REFUSED);
      assert.deepEqual(session.refusal, { since, triedAt: since + 5 });
      // A second event, because the status has the time of the last try.
      assert.deepEqual([session.refused, statusEvents, refusals], [true, 2, ['one.example']]);
      client().accept();
      client().accept();
      assert.deepEqual([session.refused, statusEvents], [false, 3]);
      client().fail(REFUSED);
      assert.deepEqual([session.refused, statusEvents, refusals], [true, 4, ['one.example']]);
      await session.reload();
      assert.equal(session.refused, true, 'another window has changed something else');
      await storeSignIn(session, 'every', ONE, 'another-token');
      assert.equal(session.refused, false);
      client().fail(REFUSED);
      assert.deepEqual(refusals, ['one.example', 'one.example'], 'it is another token');
    });

    it('ignores a late answer to an earlier token', async () => {
      const before = client();
      await storeSignIn(session, 'every', TWO, 'token-two');
      before.fail(REFUSED);
      assert.deepEqual([session.refused, statusEvents, refusals], [false, 0, []]);
      client().fail(REFUSED);
      before.accept();
      assert.deepEqual([session.refused, statusEvents, refusals], [true, 1, ['two.example']]);
    });
  });

  describe('Session with sample data', () => {
    it('uses sample data rather than a sign-in, also after a reload', async () => {
      await storeSignIn(session, 'every', ONE, 'token-one');
      await useSampleData(session);
      assert.deepEqual([session.current?.scope, hostNow()], ['sample', '127.0.0.1:4321']);
      open();
      await session.ready();
      assert.equal(session.current?.scope, 'sample');
      assert.equal(desk.contexts.get('mintscope.connection'), 'sample');
    });

    it('a link to sample data names the connection that this window uses instead', async () => {
      await storeSignIn(session, 'every', ONE, 'token-one');
      const link = { path: '/projects/t/1', query: 'service=sample' };
      await openDeepLink(session, link, () => assert.fail('opened'));
      assert.match(
        desk.shown.at(-1)?.text ?? '',
        /of the sample data, but this window uses one\.example\./,
      );
    });

    for (const [what, leave] of [
      ['a sign-out', () => signOut(session)],
      [
        'a switch to a sign-in',
        async () => switchTo(session, (await switchableSignIns(session))[0]!),
      ],
    ] as const) {
      it(`${what} ends sample data, also after a reload`, async () => {
        await storeSignIn(session, 'every', ONE, 'token-one');
        await useSampleData(session);
        await leave();
        assert.equal(hostNow(), 'one.example');
        open();
        await session.ready();
        assert.equal(hostNow(), 'one.example');
      });
    }

    it('sample data that cannot start leaves the sign-in active, and is not tried at the next start', async () => {
      await storeSignIn(session, 'every', ONE, 'token-one');
      sampleFault = new Error('no port');
      const said = { message: 'Sample data cannot be served (no port).' };
      await assert.rejects(useSampleData(session), said);
      assert.deepEqual([hostNow(), session.failure], ['one.example', undefined]);
      open();
      await session.ready();
      assert.equal(hostNow(), 'one.example');
      assert.deepEqual(logged, ['Connected to https://one.example (every)']);
    });
  });

  describe('Session with a failing secret storage', () => {
    const said = 'The editor’s secret storage does not work (locked).';

    it('a failing secret storage leaves no connection and is reported each time, and so is that it works again', async () => {
      const repair = breakStorage();
      await session.ready();
      assert.deepEqual([session.current, session.failure?.message], [undefined, said]);
      assert.equal(desk.contexts.get('mintscope.connection'), 'failed');
      assert.deepEqual(logged.slice(0, 1), [`No connection: ${said}`]);
      changes.length = 0;
      repair();
      await session.reload();
      assert.equal(session.failure, undefined);
      assert.deepEqual(changes, [{ sameAccount: false, sameService: false }]);
      assert.equal(desk.contexts.get('mintscope.connection'), 'none');
      await session.reload();
      assert.equal(changes.length, 1);
      breakStorage();
      for (const reported of [2, 3]) {
        await session.reload();
        assert.equal(changes.length, reported, 'each failure');
        assert.equal(desk.contexts.get('mintscope.connection'), 'failed');
      }
    });

    it('a failed change of the sign-in does not prevent the next one', async () => {
      await storeSignIn(session, 'every', ONE, 'token-one');
      const [signIn] = await switchableSignIns(session);
      secrets.store = () => Promise.reject(new Error('locked'));
      const failing = switchTo(session, signIn!);
      const following = useSampleData(session);
      await assert.rejects(failing, { message: said });
      await following;
      assert.equal(session.current?.scope, 'sample');
    });
  });
});
