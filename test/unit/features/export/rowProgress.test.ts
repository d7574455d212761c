import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { rowProgress } from '../../../../src/features/export/exportFile.ts';

describe('The progress of an export', () => {
  /** What is reported of rows written at times in milliseconds. */
  const told = (
    total: number | undefined,
    rows: readonly (readonly [ms: number, rows: number])[],
  ) => {
    const reports: [string, number][] = [];
    let now = 0;
    const onRows = rowProgress(
      'projects',
      (text, increment) => reports.push([text, increment]),
      () => now,
    );
    for (const [ms, written] of rows) {
      now = ms;
      onRows(written, total);
    }
    return reports;
  };

  it('is reported at once, and then at most ten times a second', () => {
    const texts = told(400, [
      [0, 100],
      [99, 200],
      [100, 300],
      [199, 350],
      [200, 400],
    ]);
    assert.deepEqual(
      texts.map(([text]) => text),
      ['100 of 400 projects', '300 of 400 projects', '400 of 400 projects'],
    );
  });

  it('is reported on after the clock was set back by a day', () => {
    const texts = told(400, [
      [86_400_000, 100],
      [0, 200],
      [100, 300],
    ]);
    assert.deepEqual(
      texts.map(([text]) => text),
      ['100 of 400 projects', '200 of 400 projects', '300 of 400 projects'],
    );
  });

  it('increases by the share written since the last report', () => {
    const texts = told(400, [
      [0, 100],
      [50, 200],
      [100, 300],
      [200, 400],
    ]);
    assert.deepEqual(
      texts.map(([, increment]) => increment),
      [25, 50, 25],
    );
  });

  it('never exceeds 100 %, even if there are more rows than the total', () => {
    const texts = told(100, [
      [0, 100],
      [100, 200],
    ]);
    assert.deepEqual(texts, [
      ['100 of 100 projects', 100],
      ['200 of 100 projects', 0],
    ]);
  });

  it('gives no share if the total is not known', () => {
    assert.deepEqual(told(undefined, [[0, 1500]]), [['1,500 projects', 0]]);
  });

  it('uses the singular for one row', () => {
    assert.deepEqual(told(1, [[0, 1]]), [['1 of 1 project', 100]]);
    assert.deepEqual(told(undefined, [[0, 1]]), [['1 project', 0]]);
  });
});
