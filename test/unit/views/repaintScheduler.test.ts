import assert from 'node:assert/strict';
import { mock } from 'node:test';
import { afterEach, beforeEach, describe, it } from 'mocha';
import { RepaintScheduler } from '../../../src/views/repaintScheduler.ts';

describe('a repaint of a tree', () => {
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

  it('happens at once if a person waits for it', () => {
    repaints.now();
    assert.equal(painted, 1);
  });

  it('happens once for many changes, and later for more rows', () => {
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

  it('is delayed for a change that may be short', () => {
    repaints.ifItLasts();
    repaints.ifItLasts();
    assert.equal(paintsIn(249), 0);
    assert.equal(paintsIn(10_000), 1);
  });

  it('is not repeated for a change that was painted meanwhile', () => {
    repaints.ifItLasts();
    repaints.now();
    assert.equal(paintsIn(10_000), 0);
    repaints.soon(0);
    assert.equal(paintsIn(400), 1, 'and what comes later is painted');
  });

  it('does not happen after the view was disposed', () => {
    repaints.soon(0);
    repaints.dispose();
    assert.equal(paintsIn(10_000), 0);
  });
});
