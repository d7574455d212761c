import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { LASTING, OUT, PolicyBench } from '../../support/heldAttempts.ts';
import { turn } from '../../support/turn.ts';

const ORIGIN = 'https://api.example.com';

/** A service that has just failed five times in a row. */
async function broken(): Promise<PolicyBench> {
  const b = new PolicyBench(() => 0);
  await b.fail(5);
  b.attempts.length = 0;
  return b;
}

const paused = (retryAfterMs: number, cause: Failure = OUT) => ({
  kind: 'paused',
  retryAfterMs,
  cause,
});

describe('RequestPolicy while requests are paused', () => {
  it('a pause also ends the requests that wait for a place', async () => {
    const b = new PolicyBench(() => 0);
    await b.fail(3);
    const sent = Array.from({ length: 10 }, () => b.send('crowd'));
    await turn();
    while (b.waiting.length > 0) await b.next(OUT);
    await b.clock.advance(250);
    const ends = await Promise.all(sent);
    for (const end of ends.slice(5)) assert.deepEqual(end, paused(30_000));
    // Four were sent before the fifth failure in a row, and one took the place of the first.
    const crowd = b.attempts.filter(({ what }) => what === 'crowd');
    assert.equal(crowd.length, 5);
    b.assertClean();
  });

  it('a manual refresh sends a request at once, and the pause restarts if that fails', async () => {
    const b = await broken();
    b.requests.probeNow(ORIGIN);
    const sent = b.send();
    await b.next(OUT);
    await b.clock.advance(250);
    assert.deepEqual(await sent, OUT, 'why it failed, and not that it is paused again');
    assert.deepEqual(await b.send(), paused(29_750));
    assert.equal(b.attempts.length, 1);
    b.requests.probeNow(ORIGIN);
    const again = b.send();
    await b.next('response');
    assert.equal(await again, 'response');
  });
});

describe('Probe of a RequestPolicy', () => {
  it('a probe that is canceled at any step allows another at once', async () => {
    for (let steps = 0; steps < 20; steps++) {
      const b = await broken();
      await b.clock.advance(30_000);
      const caller = new AbortController();
      const probe = b.send('', caller.signal);
      for (let step = 0; step < steps; step++) await Promise.resolve();
      caller.abort();
      assert.deepEqual(await probe, { kind: 'aborted' });
      const next = b.send();
      await b.next('response');
      assert.equal(await next, 'response', `after ${steps} steps`);
      b.assertClean();
    }
  });

  it('a probe that ends with a bug counts as no failure of the service', async () => {
    const b = await broken();
    await b.clock.advance(30_000);
    const { signal } = new AbortController();
    await assert.rejects(
      b.policy(signal, () => Promise.reject(new TypeError('ours'))),
      TypeError,
    );
    const probe = b.send();
    await turn();
    assert.deepEqual(await b.send(), paused(0, LASTING), 'not taken for an answer');
    await b.next('response');
    assert.equal(await probe, 'response');
  });
});
