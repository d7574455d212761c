import assert from 'node:assert/strict';
import { withDeadline } from '../../../src/core/client/deadline.ts';
import type { TransportResponse } from '../../../src/core/client/transport.ts';
import { type Failure, ServiceError } from '../../../src/core/model/serviceError.ts';
import type { NetworkSettings } from '../../../src/net/proxyChoice.ts';
import { Origin, windowTransport } from '../../../src/net/origin.ts';
import { UnsentError } from '../../../src/net/networkError.ts';
import { DIRECT, USER_AGENT, type WindowTransport } from '../../support/client.ts';
import { failureOf } from '../../support/failures.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { turn } from '../../support/turn.ts';

const MINUTE = 60_000;
const ORIGIN = 'https://api.example.test';
const FIRST = `Requests to ${ORIGIN}: proxy http://proxy.test:8080`;
const ANSWER: TransportResponse = { status: 200, headers: {}, body: Buffer.from('{}') };

const network = (code: string, more: object = {}): Failure => ({
  kind: 'network',
  code,
  tls: false,
  ...more,
});

const responds = () => Promise.resolve();

const cannotConnect =
  (code = 'ENOTFOUND', more = {}) =>
  () =>
    Promise.reject(new UnsentError(network(code, more)));

/** The request fails, and may have been sent. */
const fails = (failure: Failure) => () => Promise.reject(new ServiceError(failure));

const the = {
  /** What the two ways out do with a request. */
  own: cannotConnect() as () => Promise<void>,
  editor: responds,
  settings: {} as NetworkSettings,
  calls: [] as string[],
  logged: [] as string[],
  clock: new FakeClock(),
  transport: undefined as unknown as WindowTransport,

  start: () => {
    const log = (line: string) => the.logged.push(line);
    const { uptime } = the.clock;
    const network = () => ({ settings: the.settings, userAgent: USER_AGENT, uptime, log });
    return windowTransport(network, (...to) => new FakeOrigin(...to));
  },

  get: (signal = new AbortController().signal, origin = ORIGIN) =>
    the.transport.get({
      url: new URL(`${origin}/v2/projects`),
      headers: {},
      signal,
      maxBodyBytes: 9,
    }),
};

/** Records what is sent without the editor, and does with it what the case says. */
class FakeOrigin extends Origin {
  override async sendItself() {
    the.calls.push('own');
    await the.own();
    return ANSWER;
  }

  override close() {
    the.calls.push('closed');
  }
}

/** Mintscope itself cannot connect and the editor can, unless a case changes that. */
describe('Transport of a window', () => {
  const { fetch } = globalThis;
  const { NODE_TLS_REJECT_UNAUTHORIZED: variable } = process.env;
  beforeEach(() => {
    the.own = cannotConnect();
    the.editor = responds;
    the.settings = { ...DIRECT, proxy: 'http://proxy.test:8080', noProxy: [], editorFetch: true };
    the.calls = [];
    the.logged = [];
    the.clock = new FakeClock();
    the.transport = the.start();
    globalThis.fetch = async () => {
      the.calls.push('editor');
      await the.editor();
      return new Response('{}');
    };
  });
  afterEach(() => {
    globalThis.fetch = fetch;
    if (variable === undefined) delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    else process.env.NODE_TLS_REJECT_UNAUTHORIZED = variable;
  });

  it('uses the editor’s fetch for an origin from then on if Mintscope itself cannot connect, and logs it once', async () => {
    await the.get();
    await the.get();
    assert.deepEqual(the.calls, ['own', 'editor', 'editor']);
    assert.equal(the.transport.at(ORIGIN)?.sentBy, 'editor');
    assert.deepEqual(the.logged, [
      FIRST,
      `Requests to ${ORIGIN}: editor, because Mintscope itself cannot connect (network ENOTFOUND)`,
    ]);
    the.own = responds;
    await the.get(undefined, 'https://other.example.test');
    assert.deepEqual(the.calls.slice(3), ['own']);
  });

  it('gives the editor no request that may have been sent, none for this machine, and none against its settings', async () => {
    const here = 'https://localhost:9';
    const cases: readonly (readonly [() => Promise<void>, editorFetch: boolean, to: string])[] = [
      [fails(network('ECONNRESET')), true, ORIGIN],
      [cannotConnect(), false, ORIGIN],
      [cannotConnect(), true, here],
    ];
    for (const [own, editorFetch, to] of cases) {
      the.own = own;
      the.settings = { ...the.settings, editorFetch };
      the.transport = the.start();
      await failureOf(the.get(undefined, to));
      the.transport.at(to)?.probeNow();
      await failureOf(the.get(undefined, to));
    }
    assert.deepEqual(the.calls, Array(6).fill('own'));
  });

  it('leaves the editor’s fetch while it would accept any certificate against the settings', async () => {
    await the.get();
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    assert.deepEqual(await failureOf(the.get()), network('ENOTFOUND'));
    delete process.env.NODE_TLS_REJECT_UNAUTHORIZED;
    await the.get();
    assert.deepEqual(the.calls, ['own', 'editor', 'own', 'editor']);
    process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';
    the.settings = { ...the.settings, strictSSL: false };
    await the.transport.close();
    await the.get();
    assert.deepEqual(the.calls.slice(-2), ['own', 'editor']);
  });

  it('tries the editor’s fetch once a minute while both fail, or when the user retries if it wants a log-in', async () => {
    for (const [code, afterMinute] of [
      ['ECONNREFUSED', ['own', 'editor']],
      // Its dialog would open by itself.
      ['PROXY_407', ['own']],
    ] as const) {
      the.transport = the.start();
      the.editor = fails(network(code));
      the.calls = [];
      the.logged = [];
      for (let n = 0; n < 3; n++) await failureOf(the.get());
      assert.deepEqual(the.calls.splice(0), ['own', 'editor', 'own', 'own']);
      the.clock.pass(MINUTE);
      await failureOf(the.get());
      assert.deepEqual(the.calls.splice(0), afterMinute);
      the.transport.at(ORIGIN)?.probeNow();
      await failureOf(the.get());
      assert.deepEqual(the.calls, ['own', 'editor']);
      const line = `No connection to ${ORIGIN}: network ENOTFOUND; with the editor's connection: network ${code}`;
      assert.equal(the.logged[1], line);
    }
  });

  it('uses its own connection once that has worked, until the user retries in another network', async () => {
    the.own = responds;
    await the.get();
    the.own = cannotConnect();
    assert.deepEqual(await failureOf(the.get()), network('ENOTFOUND'));
    assert.equal(the.transport.at(ORIGIN)?.sentBy, 'proxy http://proxy.test:8080');
    the.transport.at(ORIGIN)?.probeNow();
    await the.get();
    the.transport.at(ORIGIN)?.probeNow();
    await the.get();
    assert.deepEqual(the.calls, ['own', 'own', 'own', 'editor', 'editor']);
  });

  it('the editor’s fetch counts as failed if it does not answer in time', async () => {
    const request = failureOf(
      withDeadline(the.clock, 10_000, new AbortController().signal, (signal) => {
        the.editor = () =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              reject(new DOMException('x', 'AbortError'));
            });
          });
        return the.get(signal);
      }),
    );
    await turn();
    the.clock.pass(10_000);
    assert.deepEqual(await request, { kind: 'timeout', afterMs: 10_000 });
    await turn();
    await failureOf(the.get());
    assert.deepEqual(the.calls, ['own', 'editor', 'own']);
  });

  const unknownIssuer = network('UNABLE_TO_VERIFY_LEAF_SIGNATURE', { tls: true });
  type Case = readonly [own: Failure, editor: Failure, reported: 'own' | 'editor'];
  const reports: readonly Case[] = [
    [network('ETIMEDOUT'), unknownIssuer, 'editor'],
    [network('PROXY_407'), network('PROXY_403'), 'own'],
    [network('PROXY_ECONNREFUSED'), network('PROXY_407'), 'editor'],
    [unknownIssuer, network('PROXY_407'), 'own'],
  ];
  it('reports the failure of the editor’s fetch only if it got an answer and Mintscope itself none', async () => {
    for (const [ofOwn, ofEditor, which] of reports) {
      the.transport = the.start();
      the.own = () => Promise.reject(new UnsentError(ofOwn));
      the.editor = fails(ofEditor);
      const expected = which === 'own' ? ofOwn : ofEditor;
      assert.deepEqual(await failureOf(the.get()), expected, JSON.stringify([ofOwn, ofEditor]));
    }
  });
});
