import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from '../../../src/core/model/decode.ts';
import { type PageRequest, PageWalk } from '../../../src/core/lists/pageWalk.ts';
import {
  bare,
  honestPage,
  numbered,
  type Row,
  type Walked,
  walkThrough,
} from '../../support/pages.ts';

const all = numbered(45);
type Lie = (page: Page<Row>, request: PageRequest) => Partial<Page<Row>>;

/** Reads the 45 rows, ten per page, from a service whose pages have the totals of `lie`. */
function walkLies(lie: Lie): Walked {
  return walkThrough((request) => {
    const page = honestPage(all, request);
    return { ...page, ...lie(page, request) };
  }, 10);
}

describe('PageWalk at a correct service (§4.4)', () => {
  const cases: readonly (readonly [count: number, expected: readonly string[]])[] = [
    [0, ['1/10']],
    [20, ['1/10', '2/10']],
    [21, ['1/10', '2/10', '3/10']],
  ];
  for (const [count, expected] of cases) {
    it(`reads ${count} rows, 10 per page, with ${expected.length} request(s) and each row once`, () => {
      const all = numbered(count);
      const walked = walkThrough((request) => honestPage(all, request), 10);
      assert.deepEqual(walked.requests, expected);
      assert.deepEqual(walked.walk.rows, all);
      const { ended, short, drifted, total } = walked.walk;
      assert.deepEqual([ended, short, drifted, total], [true, false, false, count]);
    });
  }

  it('a walk reads ahead only as far as the totals promise pages', () => {
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
    assert.deepEqual([doubtful.total, doubtful.ended], [undefined, false]);
  });
});

describe('PageWalk without totals', () => {
  it('a walk without totals ends at the first page that is not full', () => {
    for (const count of [25, 20]) {
      const rows = numbered(count);
      const { walk, requests } = walkThrough((page) => bare(honestPage(rows, page).rows), 10);
      assert.deepEqual(requests, ['1/10', '2/10', '3/10']);
      assert.deepEqual([walk.rows.length, walk.total, walk.short], [count, count, false]);
    }
  });

  it('a walk ends at the last page that totalPages names', () => {
    const { walk, requests } = walkThrough(
      (request) => bare(honestPage(all, request).rows, { totalPages: 2 }),
      10,
    );
    assert.deepEqual([requests, walk.rows.length], [['1/10', '2/10'], 20]);
  });
});

describe('PageWalk at a service with wrong envelopes', () => {
  // Others are in paging.property.test.ts; these need the most requests.
  const lies: Readonly<Record<string, readonly [Lie, mostRequests: number]>> = {
    'totalPages huge': [() => ({ totalPages: 1e9 }), 6],
    'both totals 0': [() => ({ totalPages: 0, totalResults: 0 }), 5],
    'both totals huge': [() => ({ totalPages: 1e9, totalResults: 1e15 }), 15],
  };
  for (const [name, [lie, most]] of Object.entries(lies)) {
    it(`reads every row once and in order from a service that gives ${name}`, () => {
      const { walk, requests } = walkLies(lie);
      assert.deepEqual(walk.rows, all);
      assert.ok(requests.length <= most, `${requests.length} requests: ${requests.join(' ')}`);
      assert.equal(walk.ended, true);
    });
  }

  it('gives no total below the number of loaded rows', () => {
    const { walk } = walkLies(() => ({ totalResults: 7 }));
    assert.deepEqual([walk.total, walk.short], [45, false]);
  });

  it('gives totalResults as the total although totalPages says that more is to come', () => {
    const walk = new PageWalk<Row>(10);
    walk.add({ page: 1, limit: 10 }, bare(numbered(10), { totalResults: 10, totalPages: 2 }));
    assert.deepEqual([walk.total, walk.ended], [10, false]);
  });
});

describe('PageWalk at a service with a limit of its own', () => {
  for (const [size, limit] of [
    ['smaller', 50],
    ['larger', 10],
  ] as const) {
    it(`skips no row and repeats no request when the pages of the service are ${size} than requested`, () => {
      const { walk, requests } = walkThrough(
        ({ page }) => honestPage(all, { page, limit: 20 }),
        limit,
      );
      assert.deepEqual(walk.rows, all);
      assert.deepEqual(requests, [`1/${limit}`, '2/20', '3/20']);
      assert.equal(walk.drifted, false);
    });
  }

  it('reports drift when a row comes twice after the limit became smaller', () => {
    const rows = numbered(45);
    const walk = new PageWalk<Row>(10);
    walk.add({ page: 1, limit: 10 }, honestPage(rows, { page: 1, limit: 10 }));
    // With six rows per page, page 2 begins with loaded rows, which is no drift.
    walk.add({ page: 2, limit: 10 }, honestPage(rows, { page: 2, limit: 6 }));
    assert.equal(walk.drifted, false);
    rows.unshift(rows.pop()!);
    walk.add({ page: 3, limit: 6 }, honestPage(rows, { page: 3, limit: 6 }));
    assert.equal(walk.drifted, true);
  });

  it('never requests more than 100 items per page when the limit of the service is above 100', () => {
    const many = numbered(250);
    const { walk, requests } = walkThrough(
      ({ page }) => honestPage(many, { page, limit: 200 }),
      50,
    );
    assert.deepEqual([walk.rows, requests], [many, ['1/50', '2/100']]);
  });

  it('keeps each row once when every answer contains the whole list', () => {
    const { walk, requests } = walkThrough(
      () => ({ ...honestPage(all, { page: 1, limit: 10 }), rows: all, received: 45 }),
      10,
    );
    assert.deepEqual(walk.rows, all);
    assert.equal(walk.drifted, false);
    assert.ok(requests.length <= 5);
  });
});

describe('PageWalk and wrong pages', () => {
  it('a walk continues after empty pages in the middle, up to ten, and says what it lacks', () => {
    const rows = numbered(400);
    for (const [lastEmpty, found, isShort] of [
      [4, 250, false],
      [11, 0, true],
    ] as const) {
      const { walk } = walkThrough((request) => {
        const isEmpty = request.page > 1 && request.page <= lastEmpty;
        const page = honestPage(rows, request);
        return bare(isEmpty ? [] : page.rows, { totalPages: 40 });
      }, 10);
      const after = walk.rows.length - 10;
      assert.deepEqual([after > found, walk.ended, walk.short], [found > 0, true, isShort]);
      assert.equal(walk.total, isShort ? undefined : 370);
    }
  });

  it('a walk continues after an empty page in the middle', () => {
    for (const limit of [10, 0]) {
      const empty = { rows: [], received: 0, limit };
      const { walk, requests } = walkLies((_, { page }) => (page === 3 ? empty : {}));
      assert.deepEqual([walk.rows.length, walk.short, requests.at(-1)], [35, true, '5/10']);
    }
  });

  it('ends and reports the list as short and drifted when each answer is the same page', () => {
    const { walk, requests } = walkThrough(() => honestPage(all, { page: 1, limit: 10 }), 10);
    assert.equal(walk.rows.length, 10);
    assert.ok(requests.length <= 4, requests.join(' '));
    assert.deepEqual([walk.short, walk.drifted], [true, true]);
  });

  it('a walk ends and counts the items when no item can be read', () => {
    const { walk } = walkThrough((request) => {
      const { received, ...envelope } = honestPage(numbered(25), request);
      return { ...envelope, rows: [], received, unreadable: received };
    }, 10);
    assert.deepEqual([walk.rows.length, walk.unreadable, walk.short], [0, 25, false]);
  });
});

/** A walk to which two honest pages of ten rows were added. */
function startWalk() {
  const walk = new PageWalk<Row>(10);
  for (let page = 1; page <= 2; page++)
    walk.add({ page, limit: 10 }, honestPage(all, { page, limit: 10 }));
  return walk;
}

describe('PageWalk that compares its last page', () => {
  it('a row that is missing or new on the last page is reported as drift', () => {
    for (const rows of [all.slice(10, 19), [...all.slice(11, 20), { key: 'new' }]]) {
      const walk = startWalk();
      assert.deepEqual(walk.lastRequest, { page: 2, limit: 10 });
      walk.compare(honestPage(all, walk.lastRequest));
      assert.equal(walk.drifted, false);
      walk.compare(bare(rows));
      assert.equal(walk.drifted, true);
      assert.equal(walk.rows.length, 20);
    }
  });

  it('a walk compares no pages of different limits', () => {
    const walk = startWalk();
    walk.compare(honestPage(all, { page: 2, limit: 6 }));
    assert.equal(walk.drifted, false);
  });
});

const TOO_LARGE = { kind: 'decode', what: 'tooLarge' } as const;

describe('PageWalk whose pages are too large', () => {
  it('skips no row and reports no drift when it continues with half the limit, even or odd', () => {
    for (const limit of [10, 7, 3]) {
      const walk = new PageWalk<Row>(limit);
      const requests: string[] = [];
      for (let request = walk.request(); request; request = walk.request()) {
        requests.push(`${request.page}/${request.limit}`);
        const isTooLarge = request.page > 1 && request.limit > 2;
        if (isTooLarge) assert.equal(walk.failed(request, TOO_LARGE), undefined);
        else walk.add(request, honestPage(all, request));
      }
      assert.deepEqual([walk.rows, walk.drifted, walk.short], [all, false, false], String(limit));
      if (limit === 10)
        assert.deepEqual(requests.slice(0, 5), ['1/10', '2/10', '3/5', '6/2', '7/2']);
    }
  });

  it('does not compare a page that ends within the next one of the smaller limit', () => {
    const walk = new PageWalk<Row>(7);
    walk.add({ page: 1, limit: 7 }, honestPage(all, { page: 1, limit: 7 }));
    assert.deepEqual(walk.lastRequest, { page: 1, limit: 7 });
    walk.failed({ page: 2, limit: 7 }, TOO_LARGE);
    assert.deepEqual([walk.request(), walk.lastRequest], [{ page: 3, limit: 3 }, undefined]);
  });
});
