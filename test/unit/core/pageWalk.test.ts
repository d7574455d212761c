import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { PageWalk } from '../../../src/core/pageWalk.ts';
import {
  bare,
  honestPage,
  keysOf,
  numbered,
  type Row,
  rowsOf,
  walkThrough,
} from '../../support/pages.ts';

describe('walking an honest list (§4.4)', () => {
  const cases: readonly (readonly [count: number, limit: number, asked: readonly string[]])[] = [
    [0, 10, ['1/10']],
    [1, 10, ['1/10']],
    [10, 10, ['1/10']],
    [11, 10, ['1/10', '2/10']],
    [20, 10, ['1/10', '2/10']],
    [21, 10, ['1/10', '2/10', '3/10']],
    [3, 1, ['1/1', '2/1', '3/1']],
    [230, 100, ['1/100', '2/100', '3/100']],
  ];
  for (const [count, limit, asked] of cases) {
    it(`${count} rows, ${limit} a page: ${asked.length} requests, no row lost or twice`, () => {
      const all = numbered(count);
      const walked = walkThrough((request) => honestPage(all, request), limit);
      assert.deepEqual(walked.asked, asked);
      assert.deepEqual(walked.walk.rows, all);
      const { ended, short, drifted, total } = walked.walk;
      assert.deepEqual([ended, short, drifted, total], [true, false, false, count]);
    });
  }

  it('says how many there are from the first page on', () => {
    const all = numbered(230);
    const walk = new PageWalk<Row>(50);
    assert.equal(walk.total, undefined);
    walk.add({ page: 1, limit: 50 }, honestPage(all, { page: 1, limit: 50 }));
    assert.deepEqual([walk.total, walk.ended, walk.itemsCovered], [230, false, 50]);
    assert.deepEqual(walk.request(), { page: 2, limit: 50 });
  });

  it('asking what comes next moves nothing', () => {
    const walk = new PageWalk<Row>(50);
    for (let n = 0; n < 3; n++) assert.deepEqual(walk.request(), { page: 1, limit: 50 });
  });

  it('reads ahead only as far as the totals promise pages', () => {
    const all = numbered(45);
    const walk = new PageWalk<Row>(10);
    assert.equal(walk.request(1), undefined);
    walk.add({ page: 1, limit: 10 }, honestPage(all, { page: 1, limit: 10 }));
    assert.deepEqual(
      [0, 1, 2, 3, 4].map((ahead) => walk.request(ahead)?.page),
      [2, 3, 4, 5, undefined],
    );
    const doubtful = new PageWalk<Row>(10);
    doubtful.add({ page: 1, limit: 10 }, bare(numbered(10)));
    assert.deepEqual([doubtful.request()?.page, doubtful.request(1)], [2, undefined]);
  });

  it('a held array of rows only grows, so that a painted list stays true', () => {
    const all = numbered(25);
    const walk = new PageWalk<Row>(10);
    const { rows } = walk;
    for (let request = walk.request(); request; request = walk.request()) {
      walk.add(request, honestPage(all, request));
    }
    assert.equal(walk.rows, rows);
    assert.equal(rows.length, 25);
  });
});

describe('walking a list without totals', () => {
  const silent = (all: readonly Row[]) => (request: { page: number; limit: number }) =>
    bare(honestPage(all, request).rows);

  it('ends at the first page that is not full', () => {
    const { walk, asked } = walkThrough(silent(numbered(25)), 10);
    assert.deepEqual(asked, ['1/10', '2/10', '3/10']);
    assert.deepEqual([walk.rows.length, walk.total, walk.short], [25, 25, false]);
  });

  it('asks once more after a full last page', () => {
    const { walk, asked } = walkThrough(silent(numbered(20)), 10);
    assert.deepEqual(asked, ['1/10', '2/10', '3/10']);
    assert.equal(walk.rows.length, 20);
  });

  it('keeps to a total that only the first page gave', () => {
    const all = numbered(45);
    const walk = new PageWalk<Row>(10);
    const first = { page: 1, limit: 10 };
    walk.add(first, bare(honestPage(all, first).rows, { totalResults: 45 }));
    walk.add({ page: 2, limit: 10 }, bare(all.slice(10, 20)));
    assert.deepEqual([walk.total, walk.drifted, walk.ended], [45, false, false]);
  });

  it('has no total to speak of until the end', () => {
    const walk = new PageWalk<Row>(10);
    walk.add({ page: 1, limit: 10 }, bare(numbered(10)));
    assert.deepEqual([walk.total, walk.ended], [undefined, false]);
  });
});

describe('walking a list that moves', () => {
  it('an insert shows a row again: it is kept once and the drift is known', () => {
    const all = numbered(20);
    const { walk } = walkThrough((request) => {
      if (request.page === 2) all.unshift({ key: 'new' });
      return honestPage(all, request);
    }, 10);
    assert.deepEqual(keysOf(walk.rows), keysOf(numbered(20)));
    assert.equal(walk.drifted, true);
  });

  it('a delete that swallows a row is known by the total', () => {
    const all = numbered(20);
    const { walk } = walkThrough((request) => {
      if (request.page === 2) all.shift();
      return honestPage(all, request);
    }, 10);
    assert.ok(!keysOf(walk.rows).includes('10'));
    assert.equal(walk.drifted, true);
  });

  it('a reorder that swallows a row is known by the row it shows again', () => {
    const all = numbered(20);
    const { walk } = walkThrough((request) => {
      if (request.page === 2) all.unshift(all.pop()!);
      return honestPage(all, request);
    }, 10);
    assert.ok(!keysOf(walk.rows).includes('19'));
    assert.equal(walk.drifted, true);
    assert.equal(walk.short, true);
  });

  it('rows that cannot be read count towards the end, so the list is not called short', () => {
    const { walk } = walkThrough(
      ({ page }) =>
        page === 1
          ? bare(rowsOf(['a']), { unreadable: 9, totalPages: 2, totalResults: 12, limit: 10 })
          : bare(rowsOf(['b', 'c']), { totalPages: 2, totalResults: 12, limit: 10 }),
      10,
    );
    assert.deepEqual([walk.rows.length, walk.unreadable, walk.short], [3, 9, false]);
  });
});
