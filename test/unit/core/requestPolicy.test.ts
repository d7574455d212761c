import assert from 'node:assert/strict';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { LASTING, OUT, PolicyBench } from '../../support/heldAttempts.ts';
import { turn } from '../../support/turn.ts';
import { retryDelay } from '../../../src/core/client/requestPolicy.ts';

/** Without random spread, so that each wait is 250 ms. */
const bench = () => new PolicyBench(() => 0);
const rateLimited = (retryAfterMs: number): Failure => ({ kind: 'rateLimited', retryAfterMs });

describe('Request policy', () => {
  it('sends four requests at a time, in the order in which they were made, and none that was canceled', async () => {
    const b = bench();
    const begun = () => b.attempts.map(({ what }) => what).join(' ');
    const canceled = new AbortController();
    const sent = Array.from('abcdef', (name) =>
      b.send(name, name === 'e' ? canceled.signal : undefined),
    );
    await turn();
    assert.equal(begun(), 'a b c d');
    canceled.abort();
    assert.deepEqual(await sent[4], { kind: 'aborted' });
    b.waiting[2]!.respond();
    // It comes at the moment when the place is free, and waits for those before it.
    sent.push(b.send('g'));
    await turn();
    assert.equal(begun(), 'a b c d f');
    b.waiting[0]!.fail(LASTING);
    await turn();
    assert.equal(begun(), 'a b c d f g');
    for (const attempt of b.waiting) attempt.respond();
    await Promise.all(sent);
    b.assertClean();
  });

  it('a request takes no place in the queue while it waits for another attempt', async () => {
    const b = bench();
    const sent = Array.from({ length: 4 }, () => b.send('failing'));
    const other = b.send('other');
    for (let n = 0; n < 4; n++) await b.next(OUT);
    assert.equal(b.waiting.map(({ what }) => what).join(), 'other');
    await b.next('response');
    assert.equal(await other, 'response');
    await b.clock.advance(250);
    for (let n = 0; n < 4; n++) await b.next('response');
    await Promise.all(sent);
    b.assertClean();
  });

  it('an attempt ends after ten seconds even if it ignores its signal, and the third is the last', async () => {
    const b = bench();
    const sent = b.send();
    await b.clock.advance(10_000);
    assert.equal(b.attempts[0]!.signal.aborted, true, 'so that sockets and bodies end');
    await b.clock.advance(21_000);
    assert.deepEqual(await sent, { kind: 'timeout', afterMs: 10_000 });
    assert.deepEqual(b.times, [0, 10_250, 21_000]);
    b.assertClean();
  });

  it('sends the next attempt at the requested time, even after the usual time limit', async () => {
    const b = bench();
    const sent = b.send();
    await b.next(rateLimited(60_000));
    await b.clock.advance(59_999);
    assert.equal(b.attempts.length, 1);
    await b.clock.advance(1);
    await b.next(rateLimited(60_000));
    await b.clock.advance(60_000);
    await b.next('response');
    assert.equal(await sent, 'response');
    assert.deepEqual(b.times, [0, 60_000, 120_000]);
  });
});

async function broken(): Promise<PolicyBench> {
  const b = bench();
  await b.fail(5);
  b.attempts.length = 0;
  return b;
}

const paused = (retryAfterMs: number, cause: Failure = OUT) => ({
  kind: 'paused',
  retryAfterMs,
  cause,
});

describe('Request policy while requests are paused', () => {
  it('a pause also ends the requests that wait for a place', async () => {
    const b = bench();
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

  it('a manual refresh sends a request at once, and says why it failed', async () => {
    const b = await broken();
    b.pause.probeNow();
    const sent = b.send();
    await b.next(OUT);
    await b.clock.advance(250);
    assert.deepEqual(await sent, OUT, 'and not that it is paused again');
    assert.deepEqual(await b.send(), paused(29_750));
    assert.equal(b.attempts.length, 1);
  });
});

const network = (code: string): Failure => ({ kind: 'network', code, tls: false });
const http = (status: number): Failure => ({ kind: 'http', status });

describe('Retries of a failure', () => {
  const attempts: readonly (readonly [most: number, failures: readonly Failure[]])[] = [
    [3, [408, 500, 502, 503, 504].map(http)],
    [3, [{ kind: 'rateLimited' }, { kind: 'timeout', afterMs: 10_000 }]],
    [3, ['ECONNREFUSED', 'PROXY_ETIMEDOUT'].map(network)],
    [2, [{ kind: 'decode', what: 'notJson' }, network('INCOMPLETE')]],
    [2, [{ kind: 'decode', what: 'noBody' }]],
    [1, [302, 400, 501, 505].map(http)],
    [1, [{ kind: 'auth', status: 401 }, { kind: 'notFound' }, { kind: 'aborted' }]],
    [1, [{ kind: 'network', code: 'EPROTO', tls: true }]],
    [1, ['ENOTFOUND', 'PROXY_407', 'NOT_HTTP'].map(network)],
    [1, [{ kind: 'decode', what: 'tooLarge' }]],
    [1, [{ kind: 'paused', retryAfterMs: 100, cause: network('ECONNREFUSED') }]],
  ];
  it('only a failure that may pass is tried again', () => {
    for (const [most, failures] of attempts) {
      for (const failure of failures) {
        let made = 1;
        while (retryDelay(failure, made, Math.random) !== undefined) made++;
        assert.equal(made, most, JSON.stringify(failure));
      }
    }
  });

  it('the first retry waits 250 to 500 ms, the second one three times as long', () => {
    const waits = [0, 1].map((drawn) => [1, 2].map((at) => retryDelay(http(503), at, () => drawn)));
    assert.deepEqual(waits, [
      [250, 750],
      [500, 1500],
    ]);
  });

  it('a retry waits as long as the service asks, up to a minute; for a longer wait there is no retry', () => {
    for (const failure of [{ kind: 'rateLimited' }, { kind: 'http', status: 500 }] as const) {
      const waitFor = (retryAfterMs: number) =>
        retryDelay({ ...failure, retryAfterMs }, 1, () => 0.5);
      assert.deepEqual([7000, 60_000, 60_001].map(waitFor), [7000, 60_000, undefined]);
      assert.equal(waitFor(1), 250, 'three requests at once would not help the service');
    }
  });
});
