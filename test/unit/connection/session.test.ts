import assert from 'node:assert/strict';
import { addressOf } from '../../support/address.ts';
import { sampleData, sessionParts } from '../../../src/connection/sessionParts.ts';
import type { ClientEvents } from '../../../src/core/client/serviceClient.ts';
import { Database } from '../../../src/kept/database.ts';
import { SignOuts } from '../../../src/kept/signOuts.ts';
import { closeAfterEach } from '../../support/ends.ts';
import { temporaryFolders } from '../../support/temporaryFolder.ts';
import { Session } from '../../../src/connection/session.ts';
import { type Failure, ServiceError } from '../../../src/core/model/serviceError.ts';
import { eventually } from '../../support/eventually.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { desk, withNewDesk } from '../../support/fakeVscode/desk.ts';
import { FakeMemento, FakeSecrets } from '../../support/fakeVscode/storage.ts';
import { Uri } from '../../support/fakeVscode/values.ts';
import { signInsOf } from '../../support/signIns.ts';
import { turn } from '../../support/turn.ts';

/** A client that sends no requests; the test sets their results. */
interface Client {
  fail(failure: Failure): void;
  accept(): void;
}
const REFUSED: Failure = { kind: 'auth', status: 401 };
const DOWN: Failure = { kind: 'network', code: 'ECONNREFUSED', tls: false };
const ONE = addressOf('https://one.example');
const TWO = addressOf('https://two.example');

describe('Session', () => {
  withNewDesk();
  // Databases are closed before their folders are deleted.
  const closing = closeAfterEach();
  const folder = temporaryFolders();
  let secrets: FakeSecrets;
  let session: Session;
  let storage: string;
  let signOutElsewhere: (id: string) => Promise<void>;
  let logged: string[];
  let forgotten: string[];
  /** If set, the sample service does not start. */
  let sampleFault: Error | undefined;
  let memory: FakeMemento;
  /** Whether each change stayed with the account. */
  let changes: boolean[];
  let statusEvents: number;

  beforeEach(() => {
    secrets = new FakeSecrets();
    memory = new FakeMemento();
    storage = folder();
    desk.folder = Uri.file('/work');
    sampleFault = undefined;
    open();
  });

  function open(): void {
    [logged, changes, forgotten] = [[], [], []];
    statusEvents = 0;
    const log = {
      info: (line: string) => logged.push(line),
      error: (line: string) => logged.push(line),
      warn: () => undefined,
    };
    const clock = new FakeClock(1000);
    const globalStorageUri = { fsPath: storage };
    const context = { workspaceState: memory, globalStorageUri, secrets };
    const real = sessionParts(context as never, clock, log as never);
    const forget = real.data.forget.bind(real.data);
    real.data.forget = (id) => {
      forgotten.push(id);
      return forget(id);
    };
    signOutElsewhere = async (id) => {
      const database = closing(new Database(storage, clock));
      await new SignOuts(database, clock).note(id);
      await clock.advance(1000);
    };
    const service = { address: 'http://127.0.0.1:4321', token: 'token-of-the-sample' };
    const startSample = () =>
      sampleFault
        ? Promise.reject(sampleFault)
        : Promise.resolve({ ...service, close: () => Promise.resolve() });
    const createClient = (_address: unknown, _token: unknown, events?: ClientEvents): Client => ({
      fail: (failure) => events?.onFailure?.('/v2/projects', new ServiceError(failure)),
      accept: () => events?.onAccepted?.(),
    });
    const requests = { get: () => Promise.resolve(), ifAsked: () => undefined };
    const sample = sampleData(startSample, memory as never);
    session = new Session({ ...real, sample, createClient, requests } as never);
    closing({ close: session.dispose.bind(session) });
    session.onDidChange(({ sameAccount }) => changes.push(sameAccount));
    session.onDidChangeStatus(() => statusEvents++);
  }
  const signIn = (address: typeof ONE, token: string, renews?: string) =>
    session.storeSignIn('every', address, token, renews);
  const stored = () => session.signIns.list();
  const hostNow = () => session.current?.address.host;
  const client = () => session.current!.client as unknown as Client;
  const warnings = () => desk.shown.splice(0).map(({ text }) => text);

  it('a connection is the same account only for the same token at the same address, or one that renews it', async () => {
    await signIn(ONE, 'token-one');
    await signIn(ONE, 'token-one');
    await signIn(ONE, 'token-two', session.current!.id);
    await signIn(ONE, 'another-token');
    await signIn(TWO, 'token-two', session.current!.id);
    await signIn(TWO, 'another-token', 'no longer in use');
    await session.signOut();
    await signIn(TWO, 'token-two');
    assert.deepEqual(changes, [true, true, true, false, false, false, false, false]);
  });

  it('a token for this workspace does not renew the sign-in for every workspace, which stays after Sign Out', async () => {
    await signIn(ONE, 'token-one');
    const { id } = session.current!;
    await session.storeSignIn('workspace', ONE, 'token-two', id);
    assert.notEqual(session.current!.id, id);
    await session.signOut();
    assert.match(session.current!.token.authorizationFor(new URL(ONE.base)), /token-one$/);
  });

  it('uses the token that another window renews', async () => {
    await signIn(ONE, 'token-one');
    const { id, account, ended: life } = session.current!;
    await signInsOf(secrets).put('every', ONE, 'token-two', { id, account });
    await session.retry();
    assert.match(session.current!.token.authorizationFor(new URL(ONE.base)), /token-two$/);
    assert.deepEqual([life.aborted, changes.at(-1)], [true, true]);
  });

  it('says that another window has signed this one out, so that another sign-in is used', async () => {
    await signIn(ONE, 'token-one');
    await session.storeSignIn('workspace', TWO, 'token-two');
    assert.deepEqual([hostNow(), warnings()], ['two.example', []]);
    await signOutElsewhere(session.current!.id);
    await eventually(hostNow, 'one.example');
    const words = 'Another window has changed the sign-in: one.example is used now.';
    await eventually(warnings, [words]);
  });

  it('expects rows of the last sign-in while the secret storage does not answer, unless another window ends it', async () => {
    await signIn(ONE, 'token-one');
    const { id } = session.current!;
    open();
    secrets.keys = () => new Promise<never>(() => undefined);
    void session.ready();
    await turn();
    assert.deepEqual([session.current, session.expected?.id], [undefined, id]);
    await signOutElsewhere(id);
    assert.deepEqual([session.expected, session.account], [undefined, undefined]);
  });

  it('a switch to a deleted sign-in fails', async () => {
    await signIn(ONE, 'token-one');
    await signIn(TWO, 'token-two');
    const gone = (await stored()).find(({ address: { host } }) => host === 'one.example')!;
    await session.forgetSignIn(gone);
    await session.forgetSignIn(gone);
    await assert.rejects(session.switchTo(gone), {
      message: 'The sign-in to one.example is no longer stored. Sign in there again.',
    });
    assert.equal(hostNow(), 'two.example');
  });

  describe('Session with an unreachable service or a refused token', () => {
    beforeEach(() => signIn(ONE, 'token-one'));

    it('an outage ends with its connection, and a new time of its next try is reported once', async () => {
      client().fail(DOWN);
      for (const at of [5, 5]) session.retryAt = at;
      assert.deepEqual([session.outage?.failure, session.retryAt, statusEvents], [DOWN, 5, 2]);
      await signIn(TWO, 'b');
      assert.deepEqual([session.outage, session.retryAt], [undefined, undefined]);
    });

    it('a token that was refused is tried again after the sign-in with the same one', async () => {
      client().fail(REFUSED);
      await session.retry();
      assert.equal(session.refused, true, 'another window has changed something else');
      await signIn(ONE, 'token-one', session.current!.id);
      assert.equal(session.refused, false);
    });

    it('ignores a late answer to an earlier token', async () => {
      const before = client();
      await signIn(TWO, 'token-two');
      before.fail(REFUSED);
      assert.deepEqual([session.refused, statusEvents, warnings()], [false, 0, []]);
      client().fail(REFUSED);
      before.accept();
      assert.deepEqual([session.refused, statusEvents], [true, 1]);
    });
  });

  describe('Session with sample data', () => {
    beforeEach(async () => {
      await signIn(ONE, 'token-one');
    });

    it('uses sample data rather than a sign-in, also after a reload, until Sign Out', async () => {
      await session.useSampleData();
      assert.deepEqual([session.current?.scope, hostNow()], ['sample', '127.0.0.1:4321']);
      open();
      await session.ready();
      assert.equal(session.current?.scope, 'sample');
      assert.equal(desk.contexts.get('mintscope.connection'), 'sample');
      await session.signOut();
      assert.equal(hostNow(), 'one.example');
    });

    it('sample data that cannot start leaves the sign-in active, and is not tried at the next start', async () => {
      sampleFault = new Error('no port');
      const before = session.current;
      const said = { message: 'Sample data cannot be served (no port).' };
      await assert.rejects(session.useSampleData(), said);
      assert.equal(session.current, before);
      open();
      await session.ready();
      assert.deepEqual(logged, ['Connected to https://one.example (every)']);
    });
  });

  describe('Session with a failing secret storage', () => {
    const said = 'The editor’s secret storage does not work (locked).';

    it('deleting all sign-ins forgets the data of those that were deleted before the storage failed, and says no sign-out later', async () => {
      await signIn(ONE, 'token-one');
      await signIn(TWO, 'token-two');
      const [two, one] = await stored();
      const real = secrets.delete.bind(secrets);
      secrets.delete = (key) =>
        key.includes('two') ? Promise.reject(new Error('locked')) : real(key);
      await assert.rejects(session.forgetAllSignIns(), { message: said });
      assert.deepEqual([forgotten, session.current?.id], [[one!.id], two!.id]);
      const storing = secrets.store.bind(secrets);
      secrets.store = () => Promise.reject(new Error('locked'));
      await signIn(ONE, 'token-one');
      await assert.rejects(session.forgetAllSignIns(), { message: said });
      assert.equal(session.current?.id, two!.id, 'the one of the window has ended');
      await storing(`mintscope.token|every|x`, '');
      await session.retry();
      assert.deepEqual(warnings(), []);
    });

    it('a failed change of the sign-in does not prevent the next one', async () => {
      await signIn(ONE, 'token-one');
      const [one] = await stored();
      secrets.store = () => Promise.reject(new Error('locked'));
      const failing = session.switchTo(one!);
      const following = session.useSampleData();
      await assert.rejects(failing, { message: said });
      await following;
      assert.equal(session.current?.scope, 'sample');
    });
  });
});
