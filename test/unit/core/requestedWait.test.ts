import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import { RequestedWait } from '../../../src/core/client/requestedWait.ts';
import { FakeClock } from '../../support/fakeClock.ts';

describe('The wait that a service asks for', () => {
  let clock: FakeClock;
  let wait: RequestedWait;
  const limited = (retryAfterMs?: number) =>
    ({ kind: 'rateLimited', ...(retryAfterMs !== undefined && { retryAfterMs }) }) as const;

  beforeEach(() => {
    clock = new FakeClock(1_700_000_000_000);
    wait = new RequestedWait(clock);
  });

  it('a wait is an hour at most and five seconds at least, whatever the service names', () => {
    for (const [asked, waitMs] of [
      [undefined, 5_000],
      [0, 5_000],
      [382_013_495_555, 3_600_000],
      [Infinity, 3_600_000],
    ] as const) {
      wait = new RequestedWait(clock);
      wait.failed(limited(asked));
      assert.equal(wait.leftMs, waitMs);
    }
  });

  it('without a named time it doubles with each further refusal up to a minute, until a request succeeds', () => {
    const lengths = Array.from({ length: 6 }, () => {
      // Requests that are refused together.
      for (let at = 0; at < 4; at++) wait.failed(limited(0));
      const { leftMs } = wait;
      clock.pass(leftMs);
      return leftMs;
    });
    assert.deepEqual(lengths, [5_000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    wait.succeeded(clock.uptime());
    wait.failed(limited(0));
    assert.equal(wait.leftMs, 5_000);
  });

  it('a 503 with a wait holds too; one without, and the refusal of one project, do not', () => {
    wait.failed({ kind: 'http', status: 503 });
    wait.failed({ kind: 'http', status: 400, retryAfterMs: 60_000 });
    assert.equal(wait.leftMs, 0);
    wait.failed({ kind: 'http', status: 503, retryAfterMs: 7_000 });
    assert.equal(wait.leftMs, 7_000);
  });

  it('a clock that is set back or forward neither ends nor extends it', () => {
    wait.failed(limited(30_000));
    clock.set(clock.now() - 1);
    assert.equal(wait.leftMs, 30_000);
    clock.set(clock.now() + 86_400_000);
    assert.equal(wait.leftMs, 30_000);
  });

  it('says when it begins, becomes longer and ends', async () => {
    const reported: number[] = [];
    const stop = wait.onChange(() => reported.push(Math.round(wait.leftMs)));
    wait.failed(limited(30_000));
    wait.failed(limited(20_000));
    wait.failed(limited(40_000));
    await clock.advance(40_000);
    wait.failed(limited(10_000));
    wait.succeeded(clock.uptime());
    assert.deepEqual(reported, [30_000, 40_000, 0, 10_000, 0]);
    assert.equal(clock.pending, 0);
    stop();
    wait.failed(limited(10_000));
    assert.equal(reported.length, 5);
  });

  it('one request of the user may pass, and only its success ends the wait', () => {
    const before = clock.uptime();
    clock.pass(1);
    wait.failed(limited(30_000));
    assert.equal(wait.takeTurn(), false);
    wait.probeNow();
    assert.deepEqual([wait.takeTurn(), wait.takeTurn()], [true, false]);
    wait.succeeded(before);
    assert.equal(wait.leftMs, 30_000, 'that request was sent before the refusal');
    wait.succeeded(clock.uptime());
    assert.equal(wait.leftMs, 0);
  });
});
