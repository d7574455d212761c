import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Clock } from '../../../src/core/base/clock.ts';
import { systemClock } from '../../../src/editor/systemClock.ts';
import { FakeClock } from '../../support/fakeClock.ts';

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

/** A clock under test, with its time. */
interface Time {
  readonly clock: Clock;
  readonly pass: (ms: number) => void;
  /** Sets the clock, without time passing. */
  readonly set: (now: number) => void;
}

const real = (): Time => ({
  clock: systemClock,
  pass: (ms) => {
    // In steps of an hour, because a machine that is awake does not skip time.
    for (let left = ms; left > 0; left -= HOUR) mock.timers.tick(Math.min(left, HOUR));
  },
  set: (now) => {
    mock.method(Date, 'now', () => now);
  },
});

const times: Record<string, () => Time> = {
  'the clock of the machine': real,
  'the clock of tests': () => {
    const clock = new FakeClock();
    return {
      clock,
      pass: (ms) => {
        for (let left = ms; left > 0; left -= HOUR) clock.pass(Math.min(left, HOUR));
      },
      set: (now) => {
        clock.set(now);
      },
    };
  },
};

for (const [name, start] of Object.entries(times)) {
  describe(`Waits by ${name}`, () => {
    let time: Time;
    let calls: number;
    let waits: number[];
    beforeEach(() => {
      mock.timers.enable({ apis: ['setTimeout', 'Date'], now: 0 });
      const { setTimeout } = globalThis;
      waits = [];
      mock.method(globalThis, 'setTimeout', (call: () => void, ms: number) => {
        waits.push(ms);
        return setTimeout(call, ms);
      });
      time = start();
      calls = 0;
    });
    afterEach(() => {
      // Also forgets the mocks: a later `restoreAll` would bring back the stopped `setTimeout`.
      mock.reset();
      assert.ok(
        waits.every((ms) => ms >= 0 && ms <= HOUR),
        'a timer of more than 2^31 ms would go off at once, and again and again',
      );
    });
    const after = (ms: number) => time.clock.after(ms, () => calls++);

    for (const ms of [0, -5, NaN, -Infinity]) {
      it(`${name} ends a wait of ${ms} ms at once`, () => {
        after(ms);
        time.pass(1);
        assert.equal(calls, 1);
      });
    }

    it(`${name} never ends a wait too early, also one of a fraction`, () => {
      after(1.5);
      time.pass(1);
      assert.equal(calls, 0);
      time.pass(1);
      assert.equal(calls, 1);
    });

    it(`${name} ends a wait of more than 2^31 ms when it is over, and not at once`, () => {
      after(40 * 24 * HOUR + 7);
      time.pass(40 * 24 * HOUR + 6);
      assert.equal(calls, 0);
      time.pass(1);
      assert.equal(calls, 1);
      time.pass(HOUR);
      assert.equal(calls, 1);
    });

    it(`${name} never ends a wait without an end`, () => {
      const callOff = after(Infinity);
      time.pass(60 * 24 * HOUR);
      assert.equal(calls, 0);
      callOff();
    });

    it(`${name} cancels a wait also when a part of it is over`, () => {
      const callOff = after(3 * HOUR);
      time.pass(2 * HOUR + 1);
      callOff();
      time.pass(2 * HOUR);
      assert.equal(calls, 0);
    });

    it(`${name} ends a long wait within an hour if it was set beyond its end`, () => {
      after(YEAR);
      time.set(2 * YEAR);
      time.pass(HOUR);
      assert.equal(calls, 1);
    });

    it(`${name} waits no longer if it was set back`, () => {
      time.set(2 * YEAR);
      after(3 * HOUR);
      time.set(0);
      time.pass(3 * HOUR);
      assert.equal(calls, 1);
    });
  });
}
