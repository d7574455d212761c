import assert from 'node:assert/strict';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { retryDelay } from '../../../src/core/client/requestPolicy.ts';

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
