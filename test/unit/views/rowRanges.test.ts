import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Project } from '../../../src/core/model/model.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { RowRanges } from '../../../src/views/tree/rowRanges.ts';
import type { GroupRow } from '../../../src/views/tree/treeNodes.ts';
import { sentProjects } from '../../support/projects.ts';

const rows = (count: number): readonly Project[] =>
  PROJECTS.decode({ results: sentProjects(count) }).rows;

describe('RowRanges', () => {
  it('makes no ranges of up to ten thousand rows', () => {
    const ranges = new RowRanges();
    const all = rows(10_000);
    assert.equal(ranges.over(all), all);
    assert.equal(ranges.rangeOf(all[9_999]!), undefined);
  });

  it('puts each row into one range of rows, in order', () => {
    const ranges = new RowRanges();
    const all = rows(10_001);
    const shown = ranges.over(all);
    assert.deepEqual(shown, ranges.ranges);
    assert.equal(shown.length, 11);
    assert.deepEqual(ranges.bounds(ranges.ranges[0]!), [1, 1000]);
    assert.deepEqual(ranges.bounds(ranges.ranges[10]!), [10_001, 10_001]);
    assert.deepEqual(
      ranges.ranges.flatMap((range) => ranges.rowsOf(range)),
      all,
    );
    for (const at of [0, 999, 1000, 10_000]) {
      assert.equal(ranges.rangeOf(all[at]!), ranges.ranges[Math.floor(at / 1000)]);
    }
  });

  it('keeps the range objects when rows are added', () => {
    const ranges = new RowRanges();
    const all = rows(12_500);
    const before = [...ranges.over(all.slice(0, 10_500))];
    const after = ranges.over(all);
    assert.deepEqual([before.length, after.length], [11, 13]);
    before.forEach((range, at) => {
      assert.equal(after[at], range);
    });
    assert.equal(ranges.over(all.slice(0, 10_500)).length, 11, 'fewer again');
    assert.equal(ranges.over(all.slice(0, 5)).length, 5);
  });

  it('gives ranges of different groups different keys', () => {
    const group = (key: string): GroupRow => ({ kind: 'group', key, by: 'status', value: key });
    const keys = [new RowRanges(), new RowRanges(group('a')), new RowRanges(group('b'))].map(
      (ranges) => {
        ranges.over(rows(10_001));
        return ranges.ranges[0]!.key;
      },
    );
    assert.equal(new Set(keys).size, 3);
  });
});
