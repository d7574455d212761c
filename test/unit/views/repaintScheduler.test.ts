import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { RepaintScheduler } from '../../../src/views/repaintScheduler.ts';

describe('when a tree is painted again', () => {
  let painted: number;
  let repaints: RepaintScheduler;
  beforeEach(() => {
    mock.timers.enable({ apis: ['setTimeout'] });
    painted = 0;
    repaints = new RepaintScheduler(() => {
      painted++;
    });
  });
  afterEach(() => {
    repaints.dispose();
    mock.timers.reset();
  });
  const paintsIn = (ms: number) => {
    const before = painted;
    mock.timers.tick(ms);
    return painted - before;
  };

  it('is at once where a person waits for it', () => {
    repaints.now();
    assert.equal(painted, 1);
  });

  it('is once for many changes, and later the more rows there are', () => {
    for (const [rows, ms] of [
      [0, 400],
      [1000, 500],
      [20_000, 2400],
    ] as const) {
      for (let n = 0; n < 3; n++) repaints.soon(rows);
      assert.equal(paintsIn(ms - 1), 0, `${rows} rows`);
      assert.equal(paintsIn(1), 1, `${rows} rows`);
      assert.equal(paintsIn(10_000), 0, `${rows} rows`);
    }
  });

  it('is a moment later for a look that may pass', () => {
    repaints.ifItLasts();
    repaints.ifItLasts();
    assert.equal(paintsIn(249), 0);
    assert.equal(paintsIn(10_000), 1);
  });

  it('is not once more for what was painted at once meanwhile', () => {
    repaints.ifItLasts();
    repaints.now();
    assert.equal(paintsIn(10_000), 0);
    repaints.soon(0);
    assert.equal(paintsIn(400), 1, 'and what comes later is painted');
  });

  it('is each second as long as something counts down, in one count alone', () => {
    let left = 3;
    let told = 0;
    const count = () => {
      repaints.eachSecond(
        () => left > 0,
        () => {
          left--;
          told++;
        },
      );
    };
    count();
    count();
    assert.equal(told, 0);
    mock.timers.tick(1000);
    assert.equal(told, 1);
    for (let seconds = 0; seconds < 10; seconds++) mock.timers.tick(1000);
    assert.equal(told, 3);
  });

  it('is never where nothing counts down', () => {
    repaints.eachSecond(
      () => false,
      () => assert.fail('nothing to tell'),
    );
    mock.timers.tick(10_000);
  });

  it('is never after the view is gone', () => {
    repaints.soon(0);
    repaints.eachSecond(
      () => true,
      () => assert.fail('nothing to tell'),
    );
    repaints.dispose();
    assert.equal(paintsIn(10_000), 0);
  });
});
