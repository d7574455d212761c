import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { LONGEST_REST_MS, PollPlan } from '../../../src/core/watch/pollPlan.ts';

const KEY = 'project/t/1';
const counts = (confirmed: number, pending = 9) => ({
  ...{ total: undefined, confirmed, processing: undefined, pending },
});

describe('PollPlan', () => {
  /** Runs `act` whenever the project is due; returns the times in between. */
  function gaps(plan: PollPlan, time: { now: number }, count: number, act: () => void) {
    return Array.from({ length: count }, () => {
      act();
      const ms = plan.dueInMs(KEY, undefined);
      time.now += ms;
      return ms;
    });
  }
  function start() {
    const time = { now: 0 };
    return { time, plan: new PollPlan(() => time.now) };
  }

  it('a watched project is read every 5 s while any count changes, and less often up to a minute while none does', () => {
    const { time, plan } = start();
    let pending = 10;
    const moving = () => {
      plan.read(KEY, counts(0, pending), counts(0, --pending));
    };
    assert.deepEqual(gaps(plan, time, 3, moving), [5000, 5000, 5000]);
    const still = () => {
      plan.read(KEY, counts(1), counts(1));
    };
    assert.deepEqual(gaps(plan, time, 5, still), [10_000, 20_000, 40_000, 60_000, 60_000]);
  });

  it('a watched project is read every 10 min at most while nothing shows that anything is left', () => {
    const { time, plan } = start();
    const all = gaps(plan, time, 10, () => {
      plan.read(KEY, counts(1, 0), counts(1, 0));
    });
    assert.equal(all.at(-1), 600_000);
  });

  it('a watched project is read every minute at most while the service fails, and after 5 s once it answers', () => {
    const { time, plan } = start();
    const failing = gaps(plan, time, 6, () => {
      plan.failed(KEY);
    });
    assert.deepEqual(failing, [5000, 10_000, 20_000, 40_000, 60_000, 60_000]);
    plan.read(KEY, counts(1), counts(1));
    assert.equal(plan.dueInMs(KEY, undefined), 5000);
  });

  it('a watched project is read 5 s after the last reading when the user comes back', () => {
    const { time, plan } = start();
    gaps(plan, time, 8, () => {
      plan.read(KEY, counts(1), counts(1));
    });
    plan.read(KEY, counts(1), counts(1));
    assert.equal(plan.restOf(KEY), LONGEST_REST_MS);
    time.now += 1000;
    plan.hurry();
    assert.equal(plan.dueInMs(KEY, undefined), 4000);
    time.now += 9000;
    assert.equal(plan.dueInMs(KEY, undefined), 0);
  });

  it('the first wait counts from a reading that was stored before watching began', () => {
    const { time, plan } = start();
    time.now = 20_000;
    assert.equal(plan.dueInMs(KEY, undefined), 0);
    assert.equal(plan.dueInMs(KEY, 19_000), 4000);
    assert.equal(plan.dueInMs(KEY, 1000), 0);
  });

  it('a watched project waits no longer than usual after the clock was set back', () => {
    const { time, plan } = start();
    time.now = 10_000_000;
    gaps(plan, time, 3, () => {
      plan.read(KEY, counts(1), counts(1));
    });
    plan.read(KEY, counts(1), counts(1));
    time.now = 1000;
    assert.equal(plan.dueInMs(KEY, undefined), 40_000);
    time.now = 16_000;
    assert.equal(plan.dueInMs(KEY, undefined), 25_000);
  });
});
