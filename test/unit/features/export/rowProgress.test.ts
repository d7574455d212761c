import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { rowProgress } from '../../../../src/features/export/exportFile.ts';

type Written = readonly [ms: number, rows: number];

/** The text and the increment of each report of rows written at times in milliseconds. */
function reportsOf(total: number | undefined, rows: readonly Written[]) {
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
}

describe('rowProgress of an export', () => {
  const times: readonly (readonly [string, readonly Written[], readonly [number, number][]])[] = [
    [
      'reports progress at once, and then at most ten times a second',
      [
        [0, 100],
        [99, 200],
        [100, 300],
        [199, 350],
        [200, 400],
      ],
      [
        [100, 25],
        [300, 50],
        [400, 25],
      ],
    ],
    [
      'goes on reporting progress after the clock was set back by a day',
      [
        [86_400_000, 100],
        [0, 200],
        [100, 300],
      ],
      [
        [100, 25],
        [200, 25],
        [300, 25],
      ],
    ],
  ];
  for (const [name, rows, expected] of times) {
    it(name, () => {
      assert.deepEqual(
        reportsOf(400, rows),
        expected.map(([written, increment]) => [`${written} of 400 projects`, increment]),
      );
    });
  }

  it('never reports more than 100 %, even with more rows than the total', () => {
    const rows: readonly Written[] = [
      [0, 100],
      [100, 200],
    ];
    assert.deepEqual(reportsOf(100, rows), [
      ['100 of 100 projects', 100],
      ['200 of 100 projects', 0],
    ]);
  });

  it('reports no share if the total is not known', () => {
    assert.deepEqual(reportsOf(undefined, [[0, 1500]]), [['1,500 projects', 0]]);
  });

  it('reports one row in the singular', () => {
    assert.deepEqual(reportsOf(1, [[0, 1]]), [['1 of 1 project', 100]]);
    assert.deepEqual(reportsOf(undefined, [[0, 1]]), [['1 project', 0]]);
  });
});
