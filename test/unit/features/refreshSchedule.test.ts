import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { RefreshSchedule } from '../../../src/features/autoRefresh/keepFresh.ts';
import { FakeClock } from '../../support/fakeClock.ts';

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

  it('refreshes a list the set interval after the last load ended', async () => {
    schedule.set(EVERY, true);
    await clock.advance(10 * MINUTE);
    assert.deepEqual(at, [], 'a list that was never loaded is not refreshed');
    schedule.ended(SECOND, undefined);
    await clock.advance(EVERY - 1);
    assert.deepEqual(at, []);
    await clock.advance(1);
    assert.equal(at.length, 1);
    await clock.advance(10 * MINUTE);
    assert.equal(at.length, 1, 'not again before that has ended');
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

  it('does not refresh while not allowed, and refreshes once when allowed again', async () => {
    schedule.set(EVERY, true);
    schedule.ended(0, undefined);
    schedule.set(EVERY, false);
    assert.equal(clock.pending, 0);
    await clock.advance(10 * EVERY);
    assert.deepEqual(at, []);
    schedule.set(EVERY, true);
    await clock.advance(0);
    assert.deepEqual(at, [10 * EVERY]);
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

  it('applies a changed interval immediately', async () => {
    schedule.set(0, true);
    schedule.ended(0, undefined);
    await clock.advance(MINUTE);
    assert.deepEqual([at, clock.pending], [[], 0]);
    schedule.set(EVERY, true);
    await clock.advance(0);
    assert.equal(at.length, 1);
    schedule.ended(0, undefined);
    schedule.set(0, true);
    assert.equal(clock.pending, 0);
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

  // What a `Retry-After` of years, of 310 digits, in the past and between two milliseconds becomes.
  for (const retryAfterMs of [382_013_495_555, Infinity, -5, 0.5]) {
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

  it('waits for the first load of another connection', async () => {
    schedule.set(EVERY, true);
    schedule.ended(0, FAILED);
    schedule.restart();
    await clock.advance(MINUTE);
    assert.deepEqual(at, []);
    schedule.ended(0, undefined);
    await clock.advance(EVERY);
    assert.equal(at.length, 1);
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

  it('leaves no timer of the refresh behind', () => {
    schedule.set(EVERY, true);
    schedule.ended(0, undefined);
    schedule.dispose();
    assert.equal(clock.pending, 0);
  });
});
