import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { retryDelay } from '../../../src/core/client/retry.ts';

const network = (code: string, tls = false): Failure => ({ kind: 'network', code, tls });
const http = (status: number): Failure => ({ kind: 'http', status });

/** How many attempts are made for a failure. */
const tries = (failure: Failure): number => {
  let attempts = 1;
  while (retryDelay(failure, attempts, 0, Math.random) !== undefined) attempts++;
  return attempts;
};

describe('Attempts for each failure', () => {
  const table: Readonly<Record<1 | 2 | 3, readonly Failure[]>> = {
    3: [
      ...[408, 500, 502, 503, 504].map(http),
      { kind: 'rateLimited' },
      { kind: 'timeout', afterMs: 10_000 },
      network('ECONNREFUSED'),
      network('PROXY_ETIMEDOUT'),
    ],
    2: [
      { kind: 'decode', what: 'notJson' },
      { kind: 'decode', what: 'noBody' },
      network('INCOMPLETE'),
    ],
    1: [
      ...[302, 400, 501, 505].map(http),
      { kind: 'http', status: 400, retryAfterMs: 1000 },
      { kind: 'auth', status: 401 },
      { kind: 'notFound' },
      // ECONNRESET is retried, but not as a failure of TLS.
      network('ECONNRESET', true),
      network('ENOTFOUND'),
      network('PROXY_407'),
      { kind: 'decode', what: 'tooLarge' },
      { kind: 'paused', retryAfterMs: 100, cause: network('ECONNREFUSED') },
    ],
  };
  for (const [most, failures] of Object.entries(table)) {
    for (const failure of failures) {
      it(`makes at most ${most} attempts: ${JSON.stringify(failure)}`, () => {
        assert.equal(tries(failure), Number(most));
      });
    }
  }
});

describe('Wait before another attempt', () => {
  it('retries wait 250 to 500 ms at first, then at most three times the previous wait, up to 8 seconds', () => {
    const waitAfter = (previousMs: number, drawn: number) =>
      retryDelay(http(503), 1, previousMs, () => drawn)!;
    assert.equal(waitAfter(0, 0), 250);
    const longest = [0, 1000, 8000].map((previousMs) => Math.round(waitAfter(previousMs, 0.999)));
    assert.deepEqual(longest, [500, 2997, 8000]);
  });

  it('a retry waits as long as the service asks, up to a minute; for a longer wait there is no retry', () => {
    for (const failure of [{ kind: 'rateLimited' }, { kind: 'http', status: 500 }] as const) {
      const waitFor = (retryAfterMs: number) =>
        retryDelay({ ...failure, retryAfterMs }, 1, 0, () => 0.5);
      assert.deepEqual([7000, 60_000, 60_001].map(waitFor), [7000, 60_000, undefined]);
      assert.equal(waitFor(1), 250, 'three requests at once would not help the service');
    }
  });
});
