import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { withDeadline } from '../../../src/core/client/deadline.ts';
import type { TransportResponse } from '../../../src/core/client/transport.ts';
import { type Failure, ServiceError } from '../../../src/core/model/serviceError.ts';
import { UnsentError } from '../../../src/net/networkError.ts';
import { failureOf } from '../../support/failures.ts';
import {
  responds,
  cannotConnect,
  fails,
  fallbackTransport,
  network,
  ORIGIN,
} from '../../support/fallback.ts';
import { turn } from '../../support/turn.ts';

const MINUTE = 60_000;

describe('FallbackTransport that tries the editor’s connection', () => {
  const the = fallbackTransport();

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

  it('tries the editor’s connection at once if the user retries', async () => {
    the.editor = cannotConnect();
    await failureOf(the.get());
    the.editor = responds;
    await failureOf(the.get());
    the.transport.probeNow(ORIGIN);
    await the.get();
    assert.deepEqual(the.calls, ['own', 'editor', 'own', 'own', 'editor']);
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

  it('one of several requests tries the editor’s connection also if it fails', async () => {
    the.editor = cannotConnect();
    await Promise.all([failureOf(the.get()), failureOf(the.get()), failureOf(the.get())]);
    assert.deepEqual(the.calls, ['own', 'own', 'own', 'editor']);
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
  it('reports the failure of the editor’s connection only if that got further', async () => {
    for (const [ofOwn, ofEditor, which] of reports) {
      the.transport = the.start(the.recording('editor', () => the.editor));
      the.own = () => Promise.reject(new UnsentError(ofOwn));
      the.editor = fails(ofEditor);
      const expected = which === 'own' ? ofOwn : ofEditor;
      assert.deepEqual(await failureOf(the.get()), expected, JSON.stringify([ofOwn, ofEditor]));
    }
  });

  it('a request that ended while another one tried the editor’s connection does not try it', async () => {
    const first = Promise.withResolvers<TransportResponse>();
    the.editor = () => first.promise;
    const canceled = new AbortController();
    const ended = new AbortController();
    const trial = failureOf(the.get(canceled.signal));
    const waiting = failureOf(the.get(ended.signal));
    await turn();
    ended.abort(new ServiceError({ kind: 'timeout', afterMs: 1 }));
    canceled.abort();
    first.reject(new ServiceError({ kind: 'aborted' }));
    assert.deepEqual([await trial, await waiting], [{ kind: 'aborted' }, network('ENOTFOUND')]);
    the.editor = responds;
    await the.get();
    assert.deepEqual(the.calls.toSorted(), ['editor', 'editor', 'own', 'own', 'own']);
  });
});
