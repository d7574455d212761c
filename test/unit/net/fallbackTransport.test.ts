import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { failureOf } from '../../support/failures.ts';
import {
  responds,
  cannotConnect,
  fails,
  fallbackTransport,
  network,
  ORIGIN,
} from '../../support/fallback.ts';

describe('FallbackTransport', () => {
  const the = fallbackTransport();

  it('uses the editor’s connection from then on if Mintscope itself cannot connect, and logs it once', async () => {
    await the.get();
    await the.get();
    assert.deepEqual(the.calls, ['own', 'editor', 'editor']);
    assert.equal(the.transport.transportFor(ORIGIN), 'editor');
    assert.deepEqual(the.logged, [
      `Requests to ${ORIGIN}: editor, because Mintscope itself cannot connect (network ENOTFOUND)`,
    ]);
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
    for (const failure of [
      network('ECONNRESET'),
      network('INCOMPLETE'),
      { kind: 'decode', what: 'tooLarge' },
      { kind: 'aborted' },
    ] satisfies Failure[]) {
      the.own = fails(failure);
      assert.deepEqual(await failureOf(the.get()), failure);
    }
    assert.deepEqual(new Set(the.calls), new Set(['own']));
  });

  it('uses no editor’s connection for this machine, because it could send the token to a proxy', async () => {
    for (const host of ['127.0.0.1:9', '127.0.0.2:9', 'localhost:9', '[::1]:9']) {
      await failureOf(the.get(undefined, `http://${host}`));
      await failureOf(the.get(undefined, `https://${host}`));
    }
    assert.deepEqual(new Set(the.calls), new Set(['own']));
  });

  it('the editor’s connection stays in use if what it reaches answers badly', async () => {
    for (const failure of [
      network('NOT_HTTP'),
      network('INCOMPLETE'),
      { kind: 'decode', what: 'tooLarge' },
    ] satisfies Failure[]) {
      the.transport = the.start(the.recording('editor', () => the.editor));
      the.editor = fails(failure);
      assert.deepEqual(await failureOf(the.get()), failure);
      assert.equal(the.transport.transportFor(ORIGIN), 'editor');
    }
  });

  it('chooses the connection for each origin separately', async () => {
    await the.get();
    the.own = responds;
    await the.get(undefined, 'https://other.example.test');
    assert.deepEqual(the.calls, ['own', 'editor', 'own']);
  });

  it('uses its own connection only where the editor’s fetch does not know its proxies', async () => {
    the.transport = the.start(undefined);
    assert.deepEqual(await failureOf(the.get()), network('ENOTFOUND'));
    assert.deepEqual(the.calls, ['own']);
    await the.transport.close();
    assert.deepEqual(the.calls.at(-1), 'own closed');
  });

  it('leaves the editor’s connection once it would accept any certificate', async () => {
    let verifies = true;
    the.transport = the.start(
      the.recording('editor', () => the.editor),
      () => verifies,
    );
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
});
