import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { asksToWait, retryDelay } from '../../../src/core/client/retry.ts';

const network = (code: string, tls = false): Failure => ({ kind: 'network', code, tls });
const http = (status: number): Failure => ({ kind: 'http', status });

/** How many attempts are made for a failure. */
const tries = (failure: Failure): number => {
  let attempts = 1;
  while (retryDelay(failure, attempts, 0, Math.random) !== undefined) attempts++;
  return attempts;
};

it('only a 429, or a Retry-After of another status, asks to send no requests for a while', () => {
  const wait = { retryAfterMs: 1000 };
  for (const failure of [{ kind: 'rateLimited' }, { kind: 'http', status: 503, ...wait }] as const)
    assert.equal(asksToWait(failure), true);
  for (const failure of [http(503), network('EPIPE')]) assert.equal(asksToWait(failure), false);
});

describe('Attempts for each failure', () => {
  const table: Readonly<Record<1 | 2 | 3, readonly Failure[]>> = {
    3: [
      ...[408, 500, 502, 503, 504].map(http),
      { kind: 'rateLimited' },
      { kind: 'rateLimited', retryAfterMs: 60_000 },
      { kind: 'http', status: 503, retryAfterMs: 0 },
      { kind: 'timeout', afterMs: 10_000 },
      ...['ECONNREFUSED', 'ECONNRESET', 'ETIMEDOUT', 'EPIPE', 'EAI_AGAIN'].map((code) =>
        network(code),
      ),
    ],
    2: [
      { kind: 'decode', what: 'notJson' },
      { kind: 'decode', what: 'noBody' },
      network('INCOMPLETE'),
    ],
    1: [
      ...[400, 402, 405, 406, 409, 410, 422, 451, 501, 505].map(http),
      ...[204, 301, 302, 304].map(http),
      { kind: 'http', status: 400, retryAfterMs: 1000 },
      { kind: 'http', status: 302, leadsTo: 'elsewhere.example.com' },
      { kind: 'auth', status: 401 },
      { kind: 'auth', status: 403 },
      { kind: 'notFound' },
      network('CERT_HAS_EXPIRED', true),
      // A code that would be tried again without TLS.
      network('ECONNRESET', true),
      network('ENOTFOUND'),
      ...['NOT_HTTP', 'HEADERS_TOO_LARGE', 'PROXY_407'].map((code) => network(code)),
      network('UNKNOWN'),
      { kind: 'decode', what: 'notAList' },
      { kind: 'decode', what: 'notStats' },
      { kind: 'decode', what: 'tooLarge' },
      { kind: 'decode', what: 'encoding' },
      { kind: 'paused', retryAfterMs: 100, cause: network('ECONNREFUSED') },
      { kind: 'internal' },
      { kind: 'aborted' },
    ],
  };
  for (const [most, failures] of Object.entries(table)) {
    for (const failure of failures) {
      const { kind, ...rest } = failure;
      it(`tries ${most} times at most: ${kind} ${Object.values(rest).join(' ')}`, () => {
        assert.equal(tries(failure), Number(most));
      });
    }
  }
});

describe('Wait before another attempt', () => {
  const random = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });

  it('retries wait 250 to 500 ms at first, then at most three times the earlier wait and 8 seconds', () => {
    const waitAfter = (previousMs: number, drawn: number) =>
      retryDelay(http(503), 1, previousMs, () => drawn)!;
    assert.equal(waitAfter(0, 0), 250);
    const longest = [0, 1000, 8000].map((previousMs) => Math.round(waitAfter(previousMs, 0.999)));
    assert.deepEqual(longest, [500, 2997, 8000]);
    fc.assert(
      fc.property(random, fc.nat(60_000), (drawn, previousMs) => {
        const wait = waitAfter(previousMs, drawn);
        assert.ok(wait >= 250 && wait <= 8000, String(wait));
        assert.ok(wait <= Math.max(500, previousMs * 3));
      }),
    );
  });

  it('waits of retries differ for two windows that fail at the same moment, also before the second attempt', () => {
    for (const previousMs of [0, 250, 1000]) {
      const waits = [0.1, 0.5, 0.9].map((drawn) =>
        retryDelay(http(503), 1, previousMs, () => drawn),
      );
      assert.equal(new Set(waits).size, 3, `after ${previousMs} ms`);
    }
  });

  it('a retry waits as long as the service asks, up to a minute; above that there is no other attempt', () => {
    for (const failure of [
      { kind: 'rateLimited' },
      { kind: 'http', status: 503 },
      { kind: 'http', status: 500 },
    ] as const) {
      const waitFor = (retryAfterMs: number) =>
        retryDelay({ ...failure, retryAfterMs }, 1, 0, () => 0.5);
      assert.equal(waitFor(7000), 7000);
      assert.equal(waitFor(60_000), 60_000);
      assert.equal(waitFor(60_001), undefined);
      assert.equal(waitFor(3_600_000), undefined);
      assert.equal(waitFor(Infinity), undefined);
    }
  });
});
