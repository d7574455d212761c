import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { describe, it } from 'mocha';
import { ConcurrencyLimiter } from '../../../src/core/client/concurrencyLimiter.ts';
import { failureOf } from '../../support/failures.ts';
import { turn } from '../../support/turn.ts';

const noAbort = new AbortController().signal;

/** Work that ends when the test says so. */
class Bench {
  readonly limiter = new ConcurrencyLimiter(4);
  /** Names of what has begun, in order. */
  readonly begun: string[] = [];
  readonly #ends = new Map<string, (error?: Error) => void>();

  start(name: string, signal = noAbort): Promise<void> {
    return this.limiter.run(
      signal,
      () =>
        new Promise((resolve, reject) => {
          this.begun.push(name);
          this.#ends.set(name, (error) => {
            if (error) reject(error);
            else resolve();
          });
        }),
    );
  }

  async end(name: string, error?: Error): Promise<void> {
    this.#ends.get(name)!(error);
    await turn();
  }
}

describe('ConcurrencyLimiter', () => {
  it('starts waiting requests in the order in which they were made', async () => {
    const bench = new Bench();
    const all = Array.from('abcdefgh').map((name) => bench.start(name));
    await turn();
    assert.equal(bench.begun.join(''), 'abcd');
    await bench.end('c');
    assert.equal(bench.begun.join(''), 'abcde');
    await bench.end('a');
    await bench.end('e');
    assert.equal(bench.begun.join(''), 'abcdefg');
    for (const name of 'bdfgh') await bench.end(name);
    await Promise.all(all);
  });

  it('starts no new request before a waiting one, even at the moment a place becomes free', async () => {
    const bench = new Bench();
    const all = Array.from('abcde').map((name) => bench.start(name));
    await turn();
    void bench.end('a');
    all.push(bench.start('newcomer'));
    await turn();
    assert.deepEqual(bench.begun, ['a', 'b', 'c', 'd', 'e']);
    for (const name of 'bcde') await bench.end(name);
    await bench.end('newcomer');
    await Promise.all(all);
  });

  it('frees the place of a request that fails', async () => {
    const bench = new Bench();
    const failing = Array.from('abcd').map((name) => bench.start(name).catch(String));
    const waiting = Array.from('efgh').map((name) => bench.start(name));
    await turn();
    for (const name of 'abcd') await bench.end(name, new Error(name));
    assert.deepEqual(
      await Promise.all(failing),
      Array.from('abcd', (name) => `Error: ${name}`),
    );
    assert.equal(bench.begun.join(''), 'abcdefgh');
    for (const name of 'efgh') await bench.end(name);
    await Promise.all(waiting);
  });

  it('rejects a request at once that is canceled while it waits, and never starts it', async () => {
    const bench = new Bench();
    const running = Array.from('abcd').map((name) => bench.start(name));
    const caller = new AbortController();
    const given = bench.start('given up', caller.signal);
    const last = bench.start('last');
    await turn();
    caller.abort();
    assert.deepEqual(await failureOf(given), { kind: 'aborted' });
    assert.equal(getEventListeners(caller.signal, 'abort').length, 0);
    await bench.end('a');
    assert.deepEqual(bench.begun, ['a', 'b', 'c', 'd', 'last']);
    for (const name of ['b', 'c', 'd', 'last']) await bench.end(name);
    await Promise.all([...running, last]);
  });

  it('starts no request that was canceled before', async () => {
    const bench = new Bench();
    assert.deepEqual(await failureOf(bench.start('a', AbortSignal.abort())), { kind: 'aborted' });
    assert.deepEqual(bench.begun, []);
  });

  it('fifty requests leave no listener on a signal, and four free places', async () => {
    const bench = new Bench();
    const { signal } = new AbortController();
    const all = Array.from({ length: 50 }, (_, at) => bench.start(String(at), signal));
    for (let at = 0; at < 50; at++) {
      await turn();
      await bench.end(String(at));
    }
    await Promise.all(all);
    assert.equal(getEventListeners(signal, 'abort').length, 0);
    bench.begun.length = 0;
    const again = Array.from('abcde').map((name) => bench.start(name));
    await turn();
    assert.equal(bench.begun.join(''), 'abcd');
    for (const name of 'abcde') await bench.end(name);
    await Promise.all(again);
  });
});
