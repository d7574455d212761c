import assert from 'node:assert/strict';
import type { Page } from '../../../src/core/model/decode.ts';
import type { PageRequest } from '../../../src/core/lists/pageWalk.ts';
import { type Failure, ServiceError } from '../../../src/core/model/serviceError.ts';
import { bare, honestPage, numbered, type Row, walkThrough } from '../../support/pages.ts';

const all = numbered(45);
type Lie = (page: Page<Row>, request: PageRequest) => Partial<Page<Row>>;

const walkLies = (lie: Lie) =>
  walkThrough((request) => {
    const page = honestPage(all, request);
    return { ...page, ...lie(page, request) };
  }, 10);

describe('PageWalk', () => {
  it('reads a list with correct totals (§4.4) with the fewest requests', async () => {
    for (const [count, pages] of [
      [0, 1],
      [20, 2],
      [21, 3],
    ] as const) {
      const rows = numbered(count);
      const { walk, requests } = await walkThrough((request) => honestPage(rows, request), 10);
      assert.deepEqual([requests.length, walk.rows], [pages, rows]);
      const { ended, short, drifted, total } = walk;
      assert.deepEqual([ended, short, drifted, total], [true, false, false, count]);
    }
  });

  it('without totals, ends at the first page that is not full, or the last that totalPages names', async () => {
    for (const count of [25, 20]) {
      const rows = numbered(count);
      const { walk, requests } = await walkThrough((page) => bare(honestPage(rows, page).rows), 10);
      assert.deepEqual(requests, ['1/10', '2/10', '3/10']);
      assert.deepEqual([walk.rows.length, walk.total, walk.short], [count, count, false]);
    }
    const lacking = await walkThrough(
      ({ page }) =>
        page === 1
          ? bare(all.slice(0, 8), { received: 10, unreadable: 2 })
          : bare(all.slice(8, 12)),
      10,
    );
    assert.deepEqual(
      [lacking.walk.total, lacking.walk.short],
      [14, false],
      'unreadable ones count',
    );
    const named = (request: PageRequest) => bare(honestPage(all, request).rows, { totalPages: 2 });
    const { walk, requests } = await walkThrough(named, 10);
    assert.deepEqual([requests, walk.rows.length], [['1/10', '2/10'], 20]);
  });

  // Others are in paging.property.test.ts; these need the most requests.

  it('gives no total below the number of loaded rows, and totalResults before totalPages', async () => {
    const { walk } = await walkLies(() => ({ totalResults: 7 }));
    assert.deepEqual([walk.total, walk.short], [45, false]);
    const totals = bare(numbered(10), { totalResults: 10, totalPages: 2 });
    const one = await walkThrough(() => totals, 10, { pages: 1 });
    assert.deepEqual([one.walk.total, one.walk.ended], [10, false]);
  });

  it('skips no row and repeats no request when the pages are smaller or larger than requested', async () => {
    for (const limit of [50, 10]) {
      const pages = ({ page }: PageRequest) => honestPage(all, { page, limit: 20 });
      const { walk, requests } = await walkThrough(pages, limit);
      assert.deepEqual([walk.rows, walk.drifted], [all, false]);
      assert.deepEqual(requests, [`1/${limit}`, '2/20', '3/20']);
    }
  });

  it('reports drift when a row comes twice after the limit became smaller', async () => {
    for (const isMoved of [false, true]) {
      const rows = numbered(45);
      const { walk } = await walkThrough(({ page }) => {
        if (page === 3 && isMoved) rows.unshift(rows.pop()!);
        // With six rows per page, page 2 begins with loaded rows, which is no drift.
        return honestPage(rows, { page, limit: page === 1 ? 10 : 6 });
      }, 10);
      assert.equal(walk.drifted, isMoved);
    }
  });

  it('continues after empty pages in the middle, up to ten, and says what it lacks', async () => {
    const rows = numbered(400);
    for (const [lastEmpty, isShort] of [
      [4, false],
      [11, true],
    ] as const) {
      const { walk } = await walkThrough((request) => {
        const isEmpty = request.page > 1 && request.page <= lastEmpty;
        return bare(isEmpty ? [] : honestPage(rows, request).rows, { totalPages: 40 });
      }, 10);
      assert.deepEqual([walk.rows.length > 260, walk.ended], [!isShort, true]);
      assert.deepEqual([walk.short, walk.total], [isShort, isShort ? undefined : 370]);
    }
    const empty = { rows: [], received: 0, limit: 0 };
    const { walk, requests } = await walkLies((_, { page }) => (page === 3 ? empty : {}));
    assert.deepEqual([walk.rows.length, walk.short, requests.at(-1)], [35, true, '5/10']);
  });

  it('ends and reports the list as short and drifted when each answer is the same page', async () => {
    const same = honestPage(all, { page: 1, limit: 10 });
    const { walk, requests } = await walkThrough(() => same, 10);
    assert.equal(walk.rows.length, 10);
    assert.ok(requests.length <= 4, requests.join(' '));
    assert.deepEqual([walk.short, walk.drifted], [true, true]);
  });

  it('ends at a last page that is given again without drift, but not at a service that counts its pages from 0', async () => {
    const pages = (echoed: (page: number) => number, last: number) =>
      walkThrough(({ page, limit }) => {
        const given = Math.min(page, last);
        return bare(honestPage(numbered(40), { page: given, limit }).rows, { page: echoed(given) });
      }, 10);
    const clamped = await pages((page) => page, 4);
    assert.deepEqual([clamped.requests.length, clamped.walk.drifted], [5, false]);
    const fromZero = await pages((page) => page - 1, 5);
    for (const { walk } of [clamped, fromZero]) assert.deepEqual(walk.rows, numbered(40));
  });

  it('a row that is missing, new or moved on the last page is reported as drift', async () => {
    const last = all.slice(10, 20);
    for (const [again, drifted] of [
      [last, false],
      [last.toReversed(), false],
      [last.slice(1), true],
      [[...last.slice(1), { key: 'new' }], true],
      [[...last.slice(1), all[3]!], true],
    ] as const) {
      let isLater = false;
      const respond = (request: PageRequest) => {
        const page = honestPage(all, request);
        return isLater && request.page === 2 ? { ...page, rows: again } : page;
      };
      const { walk } = await walkThrough(respond, 10, { pages: 2 });
      isLater = true;
      await walk.read(new AbortController().signal, { pages: 1, isResumed: true });
      assert.equal(walk.drifted, drifted, again.map(({ key }) => key).join());
    }
  });

  it('says that the list has changed if a page that was read before is missing', async () => {
    for (const failure of [
      { kind: 'notFound' },
      { kind: 'decode', what: 'noBody' },
    ] as const satisfies Failure[]) {
      let last = 2;
      const { walk } = await walkThrough(
        (request) => {
          if (request.page > last) throw new ServiceError(failure);
          return bare(honestPage(all, request).rows);
        },
        10,
        { pages: 2 },
      );
      last = 1;
      await walk.read(new AbortController().signal, { pages: 1, isResumed: true });
      assert.deepEqual([walk.rows.length, walk.ended, walk.drifted], [20, true, true]);
    }
  });
});

const TOO_LARGE: Failure = { kind: 'decode', what: 'tooLarge' };

describe('PageWalk whose pages are too large', () => {
  it('skips no row and reports no drift when it continues with half the limit, even or odd', async () => {
    for (const limit of [10, 7, 3]) {
      const { walk, requests } = await walkThrough((request) => {
        if (request.page > 1 && request.limit > 2) throw new ServiceError(TOO_LARGE);
        return honestPage(all, request);
      }, limit);
      assert.deepEqual([walk.rows, walk.drifted, walk.short], [all, false, false], String(limit));
      if (limit === 10)
        assert.deepEqual(requests.slice(0, 5), ['1/10', '2/10', '3/5', '6/2', '7/2']);
    }
  });
});
