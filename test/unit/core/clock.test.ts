import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { systemClock } from '../../../src/editor/systemClock.ts';

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

describe('The clock of the machine', () => {
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
  const after = (ms: number) => systemClock.after(ms, () => calls++);
  const pass = (ms: number) => {
    // In steps of an hour, because a machine that is awake does not skip time.
    for (let left = ms; left > 0; left -= HOUR) mock.timers.tick(Math.min(left, HOUR));
  };
  /** Sets the clock, without time passing. */
  const set = (now: number) => {
    mock.method(Date, 'now', () => now);
  };

  it('the clock ends a wait of 0, NaN or -Infinity ms at once', () => {
    for (const ms of [0, NaN, -Infinity]) after(ms);
    pass(1);
    assert.equal(calls, 3);
  });

  it('the clock never ends a wait too early, also one of a fraction', () => {
    after(1.5);
    pass(1);
    assert.equal(calls, 0);
    pass(1);
    assert.equal(calls, 1);
  });

  it('the clock ends a wait of more than 2^31 ms when it is over, and not at once', () => {
    after(40 * 24 * HOUR + 7);
    pass(40 * 24 * HOUR + 6);
    assert.equal(calls, 0);
    pass(1);
    assert.equal(calls, 1);
    pass(HOUR);
    assert.equal(calls, 1);
  });

  it('the clock cancels a wait also when a part of it is over', () => {
    const callOff = after(3 * HOUR);
    pass(2 * HOUR + 1);
    callOff();
    pass(2 * HOUR);
    assert.equal(calls, 0);
  });

  it('the clock ends a long wait within an hour if it was set beyond its end', () => {
    after(YEAR);
    set(2 * YEAR);
    pass(HOUR);
    assert.equal(calls, 1);
  });

  it('the clock waits no longer if it was set back', () => {
    set(2 * YEAR);
    after(3 * HOUR);
    set(0);
    pass(3 * HOUR);
    assert.equal(calls, 1);
  });
});
