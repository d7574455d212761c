import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'mocha';
import type { Marks } from '../../../src/core/lists/changeMarks.ts';
import type { ListState } from '../../../src/core/lists/listState.ts';
import type { Project } from '../../../src/core/model/model.ts';
import { TreeModel } from '../../../src/views/tree/treeModel.ts';
import { listState, project } from '../../support/projects.ts';

describe('TreeModel', () => {
  let list: { state: ListState<Project> };
  let arranged: { version: number; matching: number | undefined; topRows(): Project[] } | undefined;
  let rows: TreeModel;
  let known: { marks: Marks };
  const some = [project('1'), project('2')];

  beforeEach(() => {
    list = { state: listState<Project>([]) };
    known = { marks: new Map() };
    arranged = undefined;
    const arranger = {
      get isOn() {
        return arranged !== undefined;
      },
      get version() {
        return arranged?.version;
      },
      get matching() {
        return arranged?.matching;
      },
      topRows: () => arranged?.topRows(),
      groupOf: () => undefined,
    };
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
    assert.deepEqual(kinds(), ['project', 'project', 'loadMore']);
    has([]);
    known.marks = new Map([['project/t/9', { kind: 'gone', was: {} }]]);
    assert.deepEqual(kinds(), ['gone']);
  });

  it('the tree lists the rows, and Load more while there are more', () => {
    has(some);
    assert.deepEqual(rows.top(false), some);
    has(some, { hasMore: true });
    assert.deepEqual(rows.top(false), [...some, rows.loadMore]);
    has([], { hasMore: true });
    assert.deepEqual(kinds(), ['loadMore']);
  });

  it('the tree lists the problem row first if the list could not be loaded', () => {
    assert.deepEqual(kinds(true), ['problem']);
    assert.deepEqual(kinds(false), []);
    has(some, { hasMore: true });
    assert.deepEqual(rows.top(true), [rows.problem, ...some, rows.loadMore]);
  });

  describe('isUpToDate', () => {
    it('the tree needs a paint before the first one', () => {
      has(some);
      assert.deepEqual([rows.wasPainted, rows.isUpToDate(false)], [false, false]);
      rows.top(false);
      assert.deepEqual([rows.wasPainted, rows.isUpToDate(false)], [true, true]);
      rows.forget();
      assert.deepEqual([rows.wasPainted, rows.isUpToDate(false)], [false, false]);
    });

    it('the tree needs a repaint when the problem row comes or goes', () => {
      has(some);
      rows.top(false);
      assert.equal(rows.isUpToDate(true), false);
      rows.top(true);
      assert.deepEqual([rows.isUpToDate(true), rows.isUpToDate(false)], [true, false]);
    });

    it('the tree needs a repaint when rows or the last page arrive, whatever the list is doing', () => {
      has(some, { hasMore: true });
      rows.top(false);
      has(some, { hasMore: true, work: 'more' });
      assert.equal(rows.isUpToDate(false), true);
      has(some);
      assert.equal(rows.isUpToDate(false), false);
      has([...some], { hasMore: true });
      assert.equal(rows.isUpToDate(false), false);
    });

    it('the tree needs a repaint if there are no rows, whose text may change', () => {
      has([]);
      rows.top(true);
      assert.equal(rows.isUpToDate(true), false);
    });

    it('the tree needs no repaint for new hidden rows unless nothing matches', () => {
      const loaded = [...some];
      for (const [matching, upToDate] of [
        [2, true],
        [undefined, true],
        [0, false],
      ] as const) {
        arranged = { version: 1, matching, topRows: () => some };
        has(loaded);
        rows.top(false);
        assert.equal(rows.isUpToDate(false), true);
        loaded.push(project(`more-${loaded.length}`));
        assert.equal(rows.isUpToDate(false), upToDate, `${matching} match`);
      }
      arranged = undefined;
      rows.top(false);
      loaded.push(project('last'));
      assert.equal(rows.isUpToDate(false), false, 'as listed, all are shown');
    });

    it('the tree needs a repaint when Show Changes Only begins or ends', () => {
      has(some);
      rows.top(false);
      rows.changesOnly.start(new Map([[some[1]!.key, { kind: 'new' }]]));
      assert.equal(rows.isUpToDate(false), false);
      assert.deepEqual(rows.top(false), [some[1]]);
      assert.equal(rows.isUpToDate(false), true);
      rows.changesOnly.end();
      assert.equal(rows.isUpToDate(false), false);
    });

    it('the tree needs a repaint when the arrangement changes', () => {
      arranged = { version: 1, matching: undefined, topRows: () => some };
      has(some);
      rows.top(false);
      arranged.version = 2;
      assert.equal(rows.isUpToDate(false), false);
    });
  });

  describe('with more than ten thousand rows', () => {
    const many = Array.from({ length: 10_500 }, (_, at) => project(`${at}`));
    beforeEach(() => {
      has(many);
    });

    it('the tree counts only the rows of open ranges as handed to the editor', () => {
      const ranges = rows.top(false);
      assert.equal(rows.paintedCount, 11);
      assert.deepEqual(rows.below(ranges[0]!), many.slice(0, 1000));
      assert.equal(rows.paintedCount, 1011);
      rows.top(false);
      assert.equal(rows.paintedCount, 11);
      assert.deepEqual(rows.below(many[0]!), []);
    });

    it('the tree returns the range of each row, also of arranged rows', () => {
      const ranges = rows.top(false);
      assert.equal(rows.parentOf(many[10_400]!), ranges[10]);
      assert.equal(rows.parentOf(ranges[10]!), undefined);
      assert.equal(rows.rangeOf(many[0]!), ranges[0]);
      assert.equal(rows.isFoldedAround(many[0]!), true);
      arranged = { version: 1, matching: undefined, topRows: () => many.toReversed() };
      assert.equal(rows.parentOf(many[10_400]!), ranges[0]);
    });

    it('the tree returns no range for few rows', () => {
      has(some);
      rows.top(false);
      assert.deepEqual(
        [rows.parentOf(some[0]!), rows.rangeOf(some[0]!), rows.isFoldedAround(some[0]!)],
        [undefined, undefined, false],
      );
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
