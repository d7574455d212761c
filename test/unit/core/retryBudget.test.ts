import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { RetryBudget } from '../../../src/core/client/retry.ts';
import { FakeClock } from '../../support/fakeClock.ts';

function start() {
  const clock = new FakeClock();
  const budget = new RetryBudget(clock.now);
  const send = (count: number) => {
    for (let n = 0; n < count; n++) budget.countRequest();
  };
  /** Takes all retries that are granted; each counts as a request too. */
  const takeAll = () => {
    let taken = 0;
    for (; budget.takeRetry(); taken++) send(1);
    return taken;
  };
  return { clock, budget, send, takeAll };
}

describe('RetryBudget', () => {
  it('grants one retry for each five requests above that, not counting retries', () => {
    for (const [requests, retries] of [
      [20, 4],
      [24, 4],
      [25, 5],
      [29, 5],
      [100, 20],
      [1000, 200],
    ] as const) {
      const { send, takeAll } = start();
      send(requests);
      assert.equal(takeAll(), retries, `${requests} requests`);
    }
  });

  it('grants retries again after a minute', () => {
    const { clock, send, takeAll } = start();
    send(1);
    assert.equal(takeAll(), 4);
    clock.pass(59_999);
    assert.equal(takeAll(), 0);
    clock.pass(1);
    assert.equal(takeAll(), 4);
  });

  it('counts no requests older than a minute', () => {
    const { clock, send, takeAll } = start();
    send(100);
    clock.pass(60_000);
    send(1);
    assert.equal(takeAll(), 4);
  });

  it('grants retries after the clock was set back by an hour', () => {
    const { clock, send, takeAll } = start();
    clock.set(3_600_000);
    send(1);
    assert.equal(takeAll(), 4);
    clock.set(0);
    assert.equal(takeAll(), 4);
  });
});
