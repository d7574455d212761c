import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { withDeadline } from '../../../src/core/client/deadline.ts';
import type { Transport, TransportResponse } from '../../../src/core/client/transport.ts';
import { type Failure, ServiceError } from '../../../src/core/model/serviceError.ts';
import {
  createFallbackTransport,
  type FallbackTransport,
  withFallback,
} from '../../../src/net/fallbackTransport.ts';
import { UnsentError } from '../../../src/net/networkError.ts';
import { DIRECT } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { turn } from '../../support/turn.ts';

const MINUTE = 60_000;
/** The service that is requested unless a test names another. */
const ORIGIN = 'https://api.example.test';

/** What one of the two transports does with a request. */
type Get = () => Promise<TransportResponse>;

/** A failure of the network. */
const network = (code: string, more: object = {}): Failure => ({
  kind: 'network',
  code,
  tls: false,
  ...more,
});

/** The service responds. */
const responds: Get = () => Promise.resolve({ status: 200, headers: {}, body: Buffer.from('{}') });

/** The request was not sent. */
const cannotConnect =
  (code = 'ENOTFOUND', more = {}): Get =>
  () =>
    Promise.reject(new UnsentError(network(code, more)));

/** The request fails, and may have been sent. */
const fails =
  (failure: Failure): Get =>
  () =>
    Promise.reject(new ServiceError(failure));

/** Mintscope itself cannot connect and the editor can, unless a case changes that. */
describe('FallbackTransport', () => {
  const the = {
    own: cannotConnect(),
    editor: responds,
    /** The transports that were requested or closed, in order. */
    calls: [] as string[],
    logged: [] as string[],
    clock: new FakeClock(),
    transport: undefined as unknown as FallbackTransport,

    /** Records its calls, and does with a request what the case says. */
    recording: (name: 'own' | 'editor'): Transport => ({
      get: () => {
        the.calls.push(name);
        return the[name]();
      },
      close: () => {
        the.calls.push(`${name} closed`);
        return Promise.resolve();
      },
    }),

    start: (mayUse?: () => boolean) =>
      withFallback(
        { ...the.recording('own'), transportFor: () => 'proxy http://proxy.test:8080' },
        the.recording('editor'),
        the.clock.now,
        (line) => the.logged.push(line),
        mayUse,
      ),

    get: (signal = new AbortController().signal, origin = ORIGIN) =>
      the.transport.get({
        url: new URL(`${origin}/v2/projects`),
        headers: {},
        signal,
        maxBodyBytes: 9,
      }),
  };

  beforeEach(() => {
    the.own = cannotConnect();
    the.editor = responds;
    [the.calls, the.logged] = [[], []];
    the.clock = new FakeClock();
    the.transport = the.start();
  });

  it('uses the editor’s connection to an origin from then on if Mintscope itself cannot connect, and logs it once', async () => {
    await the.get();
    await the.get();
    assert.deepEqual(the.calls, ['own', 'editor', 'editor']);
    assert.equal(the.transport.transportFor(ORIGIN), 'editor');
    assert.deepEqual(the.logged, [
      `Requests to ${ORIGIN}: editor, because Mintscope itself cannot connect (network ENOTFOUND)`,
    ]);
    the.own = responds;
    await the.get(undefined, 'https://other.example.test');
    assert.deepEqual(the.calls.slice(3), ['own']);
  });

  it('uses its own connection once that has worked', async () => {
    the.own = responds;
    await the.get();
    the.own = cannotConnect('ECONNREFUSED');
    assert.deepEqual(await failureOf(the.get()), network('ECONNREFUSED'));
    assert.deepEqual(the.calls, ['own', 'own']);
    assert.equal(the.transport.transportFor(ORIGIN), 'proxy http://proxy.test:8080');
    assert.deepEqual(the.logged, [`Requests to ${ORIGIN}: proxy http://proxy.test:8080`]);
  });

  it('sends a request that may have been sent only once', async () => {
    the.own = fails(network('ECONNRESET'));
    assert.deepEqual(await failureOf(the.get()), network('ECONNRESET'));
    assert.deepEqual(the.calls, ['own']);
  });

  it('uses no editor’s connection for this machine, because it could send the token to a proxy', async () => {
    await failureOf(the.get(undefined, 'https://localhost:9'));
    assert.deepEqual(the.calls, ['own']);
  });

  it('the editor’s connection stays in use if what it reaches answers badly', async () => {
    const tooLarge: Failure = { kind: 'decode', what: 'tooLarge' };
    for (const failure of [network('NOT_HTTP'), tooLarge]) {
      the.transport = the.start();
      the.editor = fails(failure);
      assert.deepEqual(await failureOf(the.get()), failure);
      assert.equal(the.transport.transportFor(ORIGIN), 'editor');
    }
  });

  it('leaves the editor’s connection once it would accept any certificate', async () => {
    let verifies = true;
    the.transport = the.start(() => verifies);
    await the.get();
    verifies = false;
    assert.deepEqual(await failureOf(the.get()), network('ENOTFOUND'));
    assert.equal(the.transport.transportFor(ORIGIN), 'proxy http://proxy.test:8080');
    verifies = true;
    await the.get();
    assert.deepEqual(the.calls, ['own', 'editor', 'own', 'editor']);
  });

  it('close closes both connections', async () => {
    await the.transport.close();
    assert.deepEqual(the.calls, ['own closed', 'editor closed']);
  });

  it('tries the editor’s connection once a minute while both fail', async () => {
    the.editor = cannotConnect('ECONNREFUSED');
    for (let n = 0; n < 5; n++) await failureOf(the.get());
    assert.deepEqual(the.calls, ['own', 'editor', 'own', 'own', 'own', 'own']);
    the.clock.pass(MINUTE);
    await failureOf(the.get());
    assert.deepEqual(the.calls.slice(6), ['own', 'editor']);
    assert.deepEqual(the.logged.length, 2);
    assert.equal(
      the.logged[0],
      `No connection to ${ORIGIN}: network ENOTFOUND; with the editor's connection: network ECONNREFUSED`,
    );
  });

  it('tries an editor’s connection that wants a log-in only when the user retries, so that no dialog opens by itself', async () => {
    the.editor = fails(network('PROXY_407'));
    await failureOf(the.get());
    the.clock.pass(1000 * MINUTE);
    await failureOf(the.get());
    assert.deepEqual(the.calls, ['own', 'editor', 'own']);
    the.transport.probeNow(ORIGIN);
    await failureOf(the.get());
    assert.deepEqual(the.calls.slice(3), ['own', 'editor']);
  });

  it('tries the editor’s connection if the user retries in another network', async () => {
    the.own = responds;
    await the.get();
    the.transport.probeNow(ORIGIN);
    await the.get();
    the.own = cannotConnect();
    the.transport.probeNow(ORIGIN);
    await the.get();
    the.transport.probeNow(ORIGIN);
    await the.get();
    assert.deepEqual(the.calls, ['own', 'own', 'own', 'editor', 'editor']);
    assert.deepEqual(the.logged, [
      `Requests to ${ORIGIN}: proxy http://proxy.test:8080`,
      `Requests to ${ORIGIN}: editor, because Mintscope itself cannot connect (network ENOTFOUND)`,
    ]);
  });

  it('one of several requests tries the editor’s connection, and the others wait for it', async () => {
    const reached = Promise.withResolvers<undefined>();
    the.editor = async () => {
      await reached.promise;
      return responds();
    };
    const requests = [the.get(), the.get(), the.get()];
    await turn();
    assert.deepEqual(the.calls, ['own', 'own', 'own', 'editor']);
    reached.resolve(undefined);
    await Promise.all(requests);
    assert.deepEqual(the.calls.slice(4), ['editor', 'editor']);
  });

  it('the next request tries the editor’s connection if the user cancels the first', async () => {
    const canceled = Promise.withResolvers<undefined>();
    the.editor = async () => {
      await canceled.promise;
      throw new ServiceError({ kind: 'aborted' });
    };
    const one = failureOf(the.get());
    await turn();
    const other = the.get();
    await turn();
    canceled.resolve(undefined);
    the.editor = responds;
    assert.deepEqual(await one, { kind: 'aborted' });
    await other;
    assert.deepEqual(the.calls, ['own', 'editor', 'own', 'editor']);
    assert.equal(the.transport.transportFor(ORIGIN), 'editor');
  });

  it('the editor’s connection counts as failed if it does not answer in time', async () => {
    let aborted = 0;
    const request = failureOf(
      withDeadline(the.clock, 10_000, new AbortController().signal, (signal) => {
        the.editor = () =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              aborted++;
              reject(new ServiceError({ kind: 'aborted' }));
            });
          });
        return the.get(signal);
      }),
    );
    await turn();
    the.clock.pass(10_000);
    assert.deepEqual(await request, { kind: 'timeout', afterMs: 10_000 });
    await turn();
    assert.equal(aborted, 1);
    await failureOf(the.get());
    assert.deepEqual(the.calls, ['own', 'editor', 'own']);
  });

  const unknownIssuer = network('UNABLE_TO_VERIFY_LEAF_SIGNATURE', { tls: true });
  const reports: readonly (readonly [own: Failure, editor: Failure, reported: 'own' | 'editor'])[] =
    [
      [network('ETIMEDOUT'), unknownIssuer, 'editor'],
      [network('PROXY_407'), network('PROXY_403'), 'own'],
      [network('PROXY_ECONNREFUSED'), network('PROXY_407'), 'editor'],
      [unknownIssuer, network('PROXY_407'), 'own'],
    ];
  it('reports the failure of the editor’s connection only if it got further than Mintscope’s own', async () => {
    for (const [ofOwn, ofEditor, which] of reports) {
      the.transport = the.start();
      the.own = () => Promise.reject(new UnsentError(ofOwn));
      the.editor = fails(ofEditor);
      const expected = which === 'own' ? ofOwn : ofEditor;
      assert.deepEqual(await failureOf(the.get()), expected, JSON.stringify([ofOwn, ofEditor]));
    }
  });
});

describe('Editor’s fetch', () => {
  const { fetch } = globalThis;
  const { NODE_TLS_REJECT_UNAUTHORIZED: variable } = process.env;
  let calls = 0;
  beforeEach(() => {
    calls = 0;
    globalThis.fetch = () => {
      calls++;
      return Promise.reject(new TypeError('fetch failed'));
    };
  });
  afterEach(() => {
    globalThis.fetch = fetch;
    if (variable === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = variable;
  });

  /** How often the editor's fetch is called for a host that cannot be reached otherwise. */
  const callsWith = async (settings: object) => {
    const transport = createFallbackTransport(
      { ...DIRECT, noProxy: [], proxy: 'no address', ...settings },
      () => 0,
      () => undefined,
    );
    const url = new URL(ORIGIN);
    const { signal } = new AbortController();
    await failureOf(transport.get({ url, headers: {}, signal, maxBodyBytes: 9 }));
    await transport.close();
    return calls;
  };

  it('calls the editor’s fetch only if http.fetchAdditionalSupport is on', async () => {
    assert.equal(await callsWith({ editorFetch: false }), 0);
    assert.equal(await callsWith({ editorFetch: true }), 1);
  });

  it('skips the editor’s fetch where it would accept any certificate against the settings', async () => {
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    assert.equal(await callsWith({ editorFetch: true }), 0);
    assert.equal(await callsWith({ editorFetch: true, strictSSL: false }), 1);
  });
});
