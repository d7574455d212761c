import assert from 'node:assert/strict';
import { Later } from '../../../src/core/base/later.ts';
import { FakeClock } from '../../support/fakeClock.ts';

describe('Later', () => {
  let clock: FakeClock;
  let ranAt: number[];
  let later: Later;
  const run = () => {
    ranAt.push(clock.now());
  };
  beforeEach(() => {
    clock = new FakeClock();
    ranAt = [];
    later = new Later(clock, run);
  });
  afterEach(() => {
    later.cancel();
    assert.equal(clock.pending, 0);
  });

  it('a Later runs once for all calls during the wait, and again after the next call', async () => {
    later.soon(100);
    await clock.advance(60);
    later.soon(100);
    later.soon(10);
    await clock.advance(1000);
    assert.deepEqual(ranAt, [100]);
    later.soon(100);
    await clock.advance(100);
    assert.deepEqual(ranAt, [100, 1160]);
  });

  it('`now` runs a due call at once, and only once', async () => {
    later.soon(100);
    later.now();
    assert.equal(later.isDue, false);
    await clock.advance(1000);
    assert.deepEqual(ranAt, [0]);
  });

  it('a Later waits after each run, but not before the first one', async () => {
    later = new Later(clock, run, 500);
    later.soon(10);
    await clock.advance(10);
    later.soon(10);
    await clock.advance(1000);
    assert.deepEqual(ranAt, [10, 510]);
  });
});
