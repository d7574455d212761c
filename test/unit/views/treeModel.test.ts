import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { Marks } from '../../../src/core/lists/changeMarks.ts';
import type { ListState } from '../../../src/core/lists/listState.ts';
import type { Project } from '../../../src/core/model/model.ts';
import { RowRanges } from '../../../src/views/tree/rowRanges.ts';
import { TreeModel } from '../../../src/views/tree/treeModel.ts';
import { listState, project } from '../../support/projects.ts';

describe('TreeModel', () => {
  let list: { state: ListState<Project> };
  /** What the model uses of an arranger. */
  class Arranger {
    isOn = false;
    version = 1;
    matching: number | undefined;
    topRows: () => readonly Project[] = () => some;
    groupOf = () => undefined;
  }
  let arranger: Arranger;
  let rows: TreeModel;
  let known: { marks: Marks };
  const some = [project('1'), project('2')];

  beforeEach(() => {
    list = { state: listState<Project>([]) };
    known = { marks: new Map() };
    arranger = new Arranger();
    rows = new TreeModel('projects', list as never, known, arranger as never);
  });
  const has = (loaded: readonly Project[], facts: Partial<ListState<Project>> = {}) => {
    list.state = listState(loaded, facts);
  };
  const kinds = (failed = false) => rows.top(failed).map(({ kind }) => kind);

  it('the tree lists gone rows last, as the same objects until they are viewed', () => {
    const was = { name: 'Lamp', status: 'pending' };
    has(some, { hasMore: true });
    known.marks = new Map([['project/t/9', { kind: 'gone', was }]]);
    const painted = rows.top(false);
    assert.deepEqual(painted.slice(2), [
      { kind: 'gone', key: 'project/t/9', list: 'projects', name: 'Lamp' },
      rows.loadMore,
    ]);
    known.marks = new Map([...known.marks, [some[0]!.key, { kind: 'new' }]]);
    assert.equal(rows.isUpToDate(false), true);
    assert.equal(rows.top(false)[2], painted[2]);
    known.marks = new Map();
    assert.equal(rows.isUpToDate(false), false);
    has([]);
    known.marks = new Map([['project/t/9', { kind: 'gone', was: {} }]]);
    assert.deepEqual(kinds(), ['gone']);
  });

  it('the tree lists the rows, Load more while there are more, and first the problem row if reading failed', () => {
    assert.deepEqual([kinds(true), kinds(false)], [['problem'], []]);
    has(some);
    assert.deepEqual(rows.top(false), some);
    has(some, { hasMore: true });
    assert.deepEqual(rows.top(true), [rows.problem, ...some, rows.loadMore]);
    has([], { hasMore: true });
    assert.deepEqual(kinds(), ['loadMore']);
  });

  it('the tree needs a repaint when rows arrive, and when the list has ended', () => {
    for (const hasMore of [true, false]) {
      has(some, { hasMore: true });
      rows.top(false);
      has(hasMore ? [...some] : some, { hasMore });
      assert.equal(rows.isUpToDate(false), false);
    }
  });

  it('the tree needs a repaint when the problem row comes or the account changes, or if there are no rows', () => {
    has(some);
    rows.top(false);
    has(some, { work: 'refresh' });
    assert.deepEqual([rows.wasPainted, rows.isUpToDate(false)], [true, true]);
    assert.equal(rows.isUpToDate(true), false);
    rows.forget();
    assert.deepEqual([rows.wasPainted, rows.isUpToDate(false)], [false, false]);
    has([]);
    rows.top(true);
    assert.equal(rows.isUpToDate(true), false, 'the text in their place may change');
  });

  it('the tree needs no repaint for new rows that the filter hides unless nothing matches', () => {
    const loaded = [...some];
    for (const [matching, upToDate] of [
      [2, true],
      [0, false],
    ] as const) {
      Object.assign(arranger, { isOn: true, matching });
      has(loaded);
      rows.top(false);
      loaded.push(project(`more-${loaded.length}`));
      assert.equal(rows.isUpToDate(false), upToDate, `${matching} match`);
    }
    arranger.isOn = false;
    rows.top(false);
    loaded.push(project('last'));
    assert.equal(rows.isUpToDate(false), false, 'as listed, all are shown');
  });

  it('the tree needs a repaint when Show Changes Only begins or ends, or the arrangement changes', () => {
    has(some);
    rows.top(false);
    rows.changesOnly.start(new Map([[some[1]!.key, { kind: 'new' }]]));
    assert.equal(rows.isUpToDate(false), false);
    assert.deepEqual(rows.top(false), [some[1]]);
    rows.changesOnly.end();
    assert.equal(rows.isUpToDate(false), false);
    arranger.isOn = true;
    rows.top(false);
    arranger.version = 2;
    assert.equal(rows.isUpToDate(false), false);
  });

  describe('with more than ten thousand rows', () => {
    const many = Array.from({ length: 10_500 }, (_, at) => project(`${at}`));
    beforeEach(() => {
      has(many);
    });

    it('the tree shows up to ten thousand rows by themselves, and more in ranges of a thousand, each once', () => {
      has(many.slice(0, 10_000));
      assert.equal(rows.top(false).length, 10_000);
      assert.deepEqual(
        [rows.parentOf(many[0]!), rows.isFoldedAround(many[0]!)],
        [undefined, false],
      );
      has(many.slice(0, 10_001));
      const ranges = rows.top(false);
      assert.equal(rows.paintedCount, 11);
      const below = ranges.flatMap((range) => rows.below(range));
      assert.equal(below.length, 10_001);
      assert.ok(below.every((row, at) => row === many[at]));
      assert.equal(rows.paintedCount, 11 + 10_001, 'what the editor was handed');
      assert.deepEqual(rows.contextOf(ranges[10] as never, new Map()).bounds, [10_001, 10_001]);
    });

    it('the tree keeps the range objects when rows are added', () => {
      const before = rows.top(false);
      has([...many, ...Array.from({ length: 2000 }, (_, at) => project(`added-${at}`))]);
      const after = rows.top(false);
      assert.deepEqual([before.length, after.length], [11, 13]);
      before.forEach((range, at) => {
        assert.equal(after[at], range);
      });
      has(many);
      assert.equal(rows.top(false).length, 11, 'fewer again');
    });

    it('the first row that Load More brings takes over the id of Load more, but not in a range', () => {
      rows.beforeMore = 1;
      for (const [count, taken] of [
        [10_001, undefined],
        [10_000, 'loadMore'],
      ] as const) {
        has(many.slice(0, count));
        rows.takePlaceOfLoadMore();
        assert.equal(rows.takenIdOf(many[1]!), taken);
      }
    });

    it('ranges in different groups have different keys', () => {
      const keys = ['a', 'b'].map((key) => {
        const ranges = new RowRanges({ kind: 'group', key, by: 'status', value: key });
        ranges.over(many);
        return ranges.ranges[0]!.key;
      });
      assert.equal(new Set(keys).size, 2);
    });

    it('the tree returns the range of each row, also of arranged rows', () => {
      const ranges = rows.top(false);
      assert.equal(rows.parentOf(many[10_400]!), ranges[10]);
      assert.equal(rows.parentOf(ranges[10]!), undefined);
      assert.equal(rows.rangeOf(many[0]!), ranges[0]);
      assert.equal(rows.isFoldedAround(many[0]!), true);
      Object.assign(arranger, { isOn: true, topRows: () => many.toReversed() });
      assert.equal(rows.parentOf(many[10_400]!), ranges[0]);
    });

    it('the marks of rows are also those of their range', () => {
      const [first] = rows.top(false) as [never];
      const marks = new Map([
        [many[5]!.key, { kind: 'new' }],
        [many[5000]!.key, { kind: 'new' }],
      ] as const);
      const { bounds, rows: below, marks: found } = rows.contextOf(first, marks);
      assert.deepEqual([bounds, below.length], [[1, 1000], 1000]);
      assert.deepEqual([...found.keys()], [many[5]!.key]);
    });
  });
});
