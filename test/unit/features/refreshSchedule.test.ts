import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { RefreshSchedule } from '../../../src/features/autoRefresh/keepFresh.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { EXTREME_WAITS_MS } from '../../support/extremeWaits.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const EVERY = 30 * SECOND;
const FAILED: Failure = { kind: 'http', status: 503 };

describe('RefreshSchedule', () => {
  let clock: FakeClock;
  let schedule: RefreshSchedule;
  /** When each refresh began. */
  let at: number[];

  beforeEach(() => {
    clock = new FakeClock();
    at = [];
    schedule = new RefreshSchedule(clock, () => at.push(clock.now()));
  });

  it('restarts the refresh interval after a manual refresh', async () => {
    schedule.set(EVERY, true);
    schedule.ended(0, undefined);
    await clock.advance(EVERY - SECOND);
    schedule.ended(0, undefined);
    await clock.advance(EVERY - 1);
    assert.deepEqual(at, []);
    await clock.advance(1);
    assert.equal(at.length, 1);
  });

  it('waits with a refresh at least twenty times as long as the last load took', async () => {
    schedule.set(EVERY, true);
    schedule.ended(4 * SECOND, undefined);
    await clock.advance(80 * SECOND - 1);
    assert.deepEqual(at, []);
    await clock.advance(1);
    assert.equal(at.length, 1);
  });

  it('does not restart the refresh interval after a short interruption', async () => {
    schedule.set(EVERY, true);
    schedule.ended(0, undefined);
    await clock.advance(EVERY / 2);
    schedule.set(EVERY, false);
    schedule.set(EVERY, true);
    await clock.advance(EVERY / 2);
    assert.deepEqual(at, [EVERY]);
  });

  it('waits longer after each failure, up to ten minutes, and as set after a success', async () => {
    schedule.set(EVERY, true);
    const waits: number[] = [];
    for (let tries = 1; tries <= 7; tries++) {
      schedule.ended(0, FAILED);
      const from = clock.now();
      await clock.advance(20 * MINUTE);
      waits.push((at.at(-1)! - from) / SECOND);
    }
    assert.deepEqual(waits, [60, 120, 240, 480, 600, 600, 600]);
    schedule.ended(0, undefined);
    const from = clock.now();
    await clock.advance(EVERY);
    assert.equal(at.at(-1)! - from, EVERY);
  });

  it('never refreshes earlier because of a failure, or before the service allows', async () => {
    schedule.set(30 * MINUTE, true);
    schedule.ended(0, FAILED);
    await clock.advance(30 * MINUTE);
    assert.deepEqual(at, [30 * MINUTE]);
    schedule.set(EVERY, true);
    schedule.ended(0, { kind: 'rateLimited', retryAfterMs: 60 * MINUTE });
    await clock.advance(60 * MINUTE - 1);
    assert.equal(at.length, 1);
    await clock.advance(1);
    assert.equal(at.length, 2);
  });

  for (const retryAfterMs of EXTREME_WAITS_MS) {
    it(`refreshes within an hour, but not constantly, after a Retry-After of ${retryAfterMs} ms`, async () => {
      schedule.set(EVERY, true);
      schedule.ended(0, { kind: 'rateLimited', retryAfterMs });
      const wait = retryAfterMs > HOUR ? HOUR : 2 * EVERY;
      await clock.advance(wait - 1);
      assert.deepEqual(at, []);
      await clock.advance(1);
      assert.deepEqual(at, [wait]);
    });
  }

  it('refreshes within an hour after a load during which the clock was set forward', async () => {
    schedule.set(EVERY, true);
    schedule.ended(1_000 * HOUR, undefined);
    await clock.advance(HOUR);
    assert.deepEqual(at, [HOUR]);
  });

  it('refreshes after the interval although the clock was set back', async () => {
    clock.set(100 * MINUTE);
    schedule.set(EVERY, true);
    schedule.ended(0, undefined);
    clock.set(0);
    schedule.set(EVERY, true);
    await clock.advance(EVERY);
    assert.equal(at.length, 1);
  });
});
