import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { withDeadline } from '../../../src/core/client/deadline.ts';
import type { Transport, TransportResponse } from '../../../src/core/client/transport.ts';
import { type Failure, ServiceError } from '../../../src/core/model/serviceError.ts';
import { FallbackTransport } from '../../../src/net/fallbackTransport.ts';
import { UnsentError } from '../../../src/net/networkError.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { failureOf } from '../../support/failures.ts';
import { turn } from '../../support/turn.ts';

const ORIGIN = 'https://api.example.test';
const MINUTE = 60_000;

type Answer = () => Promise<TransportResponse>;

const network = (code: string, more: object = {}): Failure => ({
  kind: 'network',
  code,
  tls: false,
  ...more,
});
const answers: Answer = () =>
  Promise.resolve({ status: 200, headers: {}, body: Buffer.from('{}') });
const cannotConnect =
  (code = 'ENOTFOUND', more = {}): Answer =>
  () =>
    Promise.reject(new UnsentError(network(code, more)));
const fails =
  (failure: Failure): Answer =>
  () =>
    Promise.reject(new ServiceError(failure));

describe('a network that only the editor knows', () => {
  let own: Answer;
  let editor: Answer;
  let asked: string[];
  let logged: string[];
  let clock: FakeClock;
  let transport: FallbackTransport;

  /** Notes who is asked, and answers as the test says. */
  const asking = (name: string, answer: () => Answer): Transport => ({
    get: () => {
      asked.push(name);
      return answer()();
    },
    close: () => {
      asked.push(`${name} closed`);
      return Promise.resolve();
    },
  });
  const start = (second?: Transport, mayUse?: () => boolean) =>
    new FallbackTransport(
      Object.assign(
        asking('own', () => own),
        { transportFor: () => 'proxy http://proxy.test:8080' },
      ),
      second,
      clock.now,
      (line) => logged.push(line),
      mayUse,
    );
  const get = (signal = new AbortController().signal, origin = ORIGIN) =>
    transport.get({ url: new URL(`${origin}/v2/projects`), headers: {}, signal, maxBodyBytes: 9 });

  beforeEach(() => {
    own = cannotConnect();
    editor = answers;
    asked = [];
    logged = [];
    clock = new FakeClock();
    transport = start(asking('editor', () => editor));
  });

  it('is used from then on if Mintscope itself cannot connect, and told once', async () => {
    await get();
    await get();
    assert.deepEqual(asked, ['own', 'editor', 'editor']);
    assert.equal(transport.transportFor(ORIGIN), 'editor');
    assert.deepEqual(logged, [
      `Requests to ${ORIGIN}: editor, because Mintscope itself cannot connect (network ENOTFOUND)`,
    ]);
  });

  it('is not used once Mintscope itself has connected', async () => {
    own = answers;
    await get();
    own = cannotConnect('ECONNREFUSED');
    assert.deepEqual(await failureOf(get()), network('ECONNREFUSED'));
    assert.deepEqual(asked, ['own', 'own']);
    assert.equal(transport.transportFor(ORIGIN), 'proxy http://proxy.test:8080');
    assert.deepEqual(logged, [`Requests to ${ORIGIN}: proxy http://proxy.test:8080`]);
  });

  it('is not asked for a request that may have been sent', async () => {
    for (const failure of [
      network('ECONNRESET'),
      network('INCOMPLETE'),
      { kind: 'decode', what: 'tooLarge' },
      { kind: 'aborted' },
    ] satisfies Failure[]) {
      own = fails(failure);
      assert.deepEqual(await failureOf(get()), failure);
    }
    assert.deepEqual(new Set(asked), new Set(['own']));
  });

  it('is not asked for this machine, because it could send the token to a proxy', async () => {
    for (const host of ['127.0.0.1:9', '127.0.0.2:9', 'localhost:9', '[::1]:9']) {
      await failureOf(get(undefined, `http://${host}`));
      await failureOf(get(undefined, `https://${host}`));
    }
    assert.deepEqual(new Set(asked), new Set(['own']));
  });

  it('is asked once a minute while both fail, so that an outage is not asked twice', async () => {
    editor = cannotConnect('ECONNREFUSED');
    for (let n = 0; n < 5; n++) await failureOf(get());
    assert.deepEqual(asked, ['own', 'editor', 'own', 'own', 'own', 'own']);
    clock.pass(MINUTE);
    await failureOf(get());
    assert.deepEqual(asked.slice(6), ['own', 'editor']);
    assert.deepEqual(logged.length, 2);
    assert.equal(
      logged[0],
      `No connection to ${ORIGIN}: network ENOTFOUND; with the editor's connection: network ECONNREFUSED`,
    );
  });

  it('is asked only by a person once it wants a log-in, so that no dialog comes by itself', async () => {
    editor = fails(network('PROXY_407'));
    await failureOf(get());
    clock.pass(1000 * MINUTE);
    await failureOf(get());
    assert.deepEqual(asked, ['own', 'editor', 'own']);
    transport.probeNow(ORIGIN);
    await failureOf(get());
    assert.deepEqual(asked.slice(3), ['own', 'editor']);
  });

  it('is asked at once if a person tries again', async () => {
    editor = cannotConnect();
    await failureOf(get());
    editor = answers;
    await failureOf(get());
    transport.probeNow(ORIGIN);
    await get();
    assert.deepEqual(asked, ['own', 'editor', 'own', 'own', 'editor']);
  });

  it('is tried if a person tries again in another network, where Mintscope itself cannot connect', async () => {
    own = answers;
    await get();
    transport.probeNow(ORIGIN);
    await get();
    own = cannotConnect();
    transport.probeNow(ORIGIN);
    await get();
    transport.probeNow(ORIGIN);
    await get();
    assert.deepEqual(asked, ['own', 'own', 'own', 'editor', 'editor']);
    assert.deepEqual(logged, [
      `Requests to ${ORIGIN}: proxy http://proxy.test:8080`,
      `Requests to ${ORIGIN}: editor, because Mintscope itself cannot connect (network ENOTFOUND)`,
    ]);
  });

  it('is tried by one of several requests, which the others wait for', async () => {
    const reached = Promise.withResolvers<undefined>();
    editor = async () => {
      await reached.promise;
      return answers();
    };
    const requests = [get(), get(), get()];
    await turn();
    assert.deepEqual(asked, ['own', 'own', 'own', 'editor']);
    reached.resolve(undefined);
    await Promise.all(requests);
    assert.deepEqual(asked.slice(4), ['editor', 'editor']);
  });

  it('is tried by one of several requests also if it fails', async () => {
    editor = cannotConnect();
    await Promise.all([failureOf(get()), failureOf(get()), failureOf(get())]);
    assert.deepEqual(asked, ['own', 'own', 'own', 'editor']);
  });

  it('is tried by the next request if a person cancels the first', async () => {
    const canceled = Promise.withResolvers<undefined>();
    editor = async () => {
      await canceled.promise;
      throw new ServiceError({ kind: 'aborted' });
    };
    const one = failureOf(get());
    await turn();
    const other = get();
    await turn();
    canceled.resolve(undefined);
    editor = answers;
    assert.deepEqual(await one, { kind: 'aborted' });
    await other;
    assert.deepEqual(asked, ['own', 'editor', 'own', 'editor']);
    assert.equal(transport.transportFor(ORIGIN), 'editor');
  });

  it('counts as failed if it does not answer in time', async () => {
    let aborted = 0;
    const request = failureOf(
      withDeadline(clock, 10_000, new AbortController().signal, (signal) => {
        editor = () =>
          new Promise((_, reject) => {
            signal.addEventListener('abort', () => {
              aborted++;
              reject(new ServiceError({ kind: 'aborted' }));
            });
          });
        return get(signal);
      }),
    );
    await turn();
    clock.pass(10_000);
    assert.deepEqual(await request, { kind: 'timeout', afterMs: 10_000 });
    await turn();
    assert.equal(aborted, 1);
    await failureOf(get());
    assert.deepEqual(asked, ['own', 'editor', 'own']);
  });

  it('stays in use if what it reaches answers badly', async () => {
    for (const failure of [
      network('NOT_HTTP'),
      network('INCOMPLETE'),
      { kind: 'decode', what: 'tooLarge' },
    ] satisfies Failure[]) {
      transport = start(asking('editor', () => editor));
      editor = fails(failure);
      assert.deepEqual(await failureOf(get()), failure);
      assert.equal(transport.transportFor(ORIGIN), 'editor');
    }
  });

  it('is found out for each origin by itself', async () => {
    await get();
    own = answers;
    await get(undefined, 'https://other.example.test');
    assert.deepEqual(asked, ['own', 'editor', 'own']);
  });

  const unknownIssuer = network('UNABLE_TO_VERIFY_LEAF_SIGNATURE', { tls: true });
  const told: readonly (readonly [own: Failure, editor: Failure, told: 'own' | 'editor'])[] = [
    [network('ENOTFOUND'), network('ENOTFOUND'), 'own'],
    [network('ENOTFOUND'), network('PROXY_407'), 'editor'],
    [network('ETIMEDOUT'), unknownIssuer, 'editor'],
    [network('PROXY_407'), network('ENOTFOUND'), 'own'],
    [network('PROXY_407'), network('PROXY_403'), 'own'],
    [network('PROXY_ECONNREFUSED'), network('PROXY_407'), 'editor'],
    [
      network('UNABLE_TO_VERIFY_LEAF_SIGNATURE', { tls: true, issuer: 'Proxy of Example Inc.' }),
      unknownIssuer,
      'own',
    ],
    [unknownIssuer, network('PROXY_407'), 'own'],
  ];
  it('is named by its failure only if that one came further', async () => {
    for (const [ofOwn, ofEditor, which] of told) {
      transport = start(asking('editor', () => editor));
      own = () => Promise.reject(new UnsentError(ofOwn));
      editor = fails(ofEditor);
      const expected = which === 'own' ? ofOwn : ofEditor;
      assert.deepEqual(await failureOf(get()), expected, JSON.stringify([ofOwn, ofEditor]));
    }
  });

  it('is not used where the editor’s fetch does not know its proxies', async () => {
    transport = start(undefined);
    assert.deepEqual(await failureOf(get()), network('ENOTFOUND'));
    assert.deepEqual(asked, ['own']);
    await transport.close();
    assert.deepEqual(asked.at(-1), 'own closed');
  });

  it('is not used any more once it would accept any certificate', async () => {
    let verifies = true;
    transport = start(
      asking('editor', () => editor),
      () => verifies,
    );
    await get();
    verifies = false;
    assert.deepEqual(await failureOf(get()), network('ENOTFOUND'));
    assert.equal(transport.transportFor(ORIGIN), 'proxy http://proxy.test:8080');
    verifies = true;
    await get();
    assert.deepEqual(asked, ['own', 'editor', 'own', 'editor']);
  });

  it('is not asked by a request that ended while another one tried it', async () => {
    const first = Promise.withResolvers<TransportResponse>();
    editor = () => first.promise;
    const canceled = new AbortController();
    const ended = new AbortController();
    const trial = failureOf(get(canceled.signal));
    const waiting = failureOf(get(ended.signal));
    await turn();
    ended.abort(new ServiceError({ kind: 'timeout', afterMs: 1 }));
    canceled.abort();
    first.reject(new ServiceError({ kind: 'aborted' }));
    assert.deepEqual([await trial, await waiting], [{ kind: 'aborted' }, network('ENOTFOUND')]);
    editor = answers;
    await get();
    assert.deepEqual(asked.toSorted(), ['editor', 'editor', 'own', 'own', 'own']);
  });

  it('is closed with the other', async () => {
    await transport.close();
    assert.deepEqual(asked, ['own closed', 'editor closed']);
  });
});
