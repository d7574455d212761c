import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from '../../../src/core/decode.ts';
import type { PageRequest } from '../../../src/core/pageWalk.ts';
import { bare, honestPage, numbered, type Row, walkThrough } from '../../support/pages.ts';

const all = numbered(45);
type Lie = (page: Page<Row>, request: PageRequest) => Partial<Page<Row>>;

/** Walks the 45 rows, ten a page, through a lie. */
function lied(lie: Lie) {
  return walkThrough((request) => {
    const page = honestPage(all, request);
    return { ...page, ...lie(page, request) };
  }, 10);
}

describe('a service that is wrong about itself: every row comes, once, in order, and it ends', () => {
  const lies: Readonly<Record<string, readonly [Lie, mostRequests: number]>> = {
    'totalPages 0': [() => ({ totalPages: 0 }), 5],
    'totalPages 1': [() => ({ totalPages: 1 }), 5],
    'totalPages one too few': [() => ({ totalPages: 4 }), 5],
    'totalPages huge': [() => ({ totalPages: 1e9 }), 6],
    'totalPages missing': [() => ({ totalPages: undefined }), 5],
    'totalPages growing': [(_, { page }) => ({ totalPages: page + 1 }), 6],
    'totalPages counted by another limit': [() => ({ totalPages: 1 }), 5],
    'totalResults 0': [() => ({ totalResults: 0 }), 5],
    'totalResults 1': [() => ({ totalResults: 1 }), 5],
    'totalResults of the page alone': [({ received }) => ({ totalResults: received }), 5],
    'totalResults huge': [() => ({ totalResults: 1e15 }), 8],
    'totalResults missing': [() => ({ totalResults: undefined }), 5],
    'totalResults growing': [(_, { page }) => ({ totalResults: 45 + page * 10 }), 8],
    'both totals missing': [() => ({ totalPages: undefined, totalResults: undefined }), 5],
    'both totals 0': [() => ({ totalPages: 0, totalResults: 0 }), 5],
    'both totals huge': [() => ({ totalPages: 1e9, totalResults: 1e15 }), 8],
    'page always 1': [() => ({ page: 1 }), 5],
    'page 0-based': [(_, { page }) => ({ page: page - 1 }), 5],
    'page huge': [() => ({ page: 1e9 }), 5],
    'limit 0': [() => ({ limit: 0 }), 5],
    'limit 1': [() => ({ limit: 1 }), 5],
    'limit missing': [() => ({ limit: undefined }), 5],
    'limit larger': [() => ({ limit: 100 }), 5],
    'limit huge': [() => ({ limit: 1e9 }), 5],
    'limit the number of items': [({ received }) => ({ limit: received }), 5],
    'no envelope at all': [
      () => ({ page: undefined, limit: undefined, totalPages: undefined, totalResults: undefined }),
      5,
    ],
  };
  for (const [name, [lie, most]] of Object.entries(lies)) {
    it(name, () => {
      const { walk, asked } = lied(lie);
      assert.deepEqual(walk.rows, all);
      assert.ok(asked.length <= most, `${asked.length} requests: ${asked.join(' ')}`);
      assert.equal(walk.ended, true);
    });
  }

  it('says so when it was promised more than came', () => {
    const { walk } = lied(() => ({ totalPages: 1e9, totalResults: 1e15 }));
    assert.deepEqual([walk.short, walk.total], [true, 1e15]);
  });

  it('never claims a total below what is held', () => {
    const { walk } = lied(() => ({ totalResults: 7 }));
    assert.equal(walk.total, 45);
    assert.equal(walk.short, false);
  });
});

describe('a service with a limit of its own', () => {
  /** Cuts pages by its own limit and echoes it. */
  const capped =
    (cap: (request: PageRequest) => number) =>
    (request: PageRequest): Page<Row> =>
      honestPage(all, { page: request.page, limit: cap(request) });

  it('smaller from the first page: pages are counted in its units', () => {
    const { walk, asked } = walkThrough(
      capped(({ limit }) => Math.min(limit, 20)),
      50,
    );
    assert.deepEqual(walk.rows, all);
    assert.deepEqual(asked, ['1/50', '2/20', '3/20']);
    assert.equal(walk.drifted, false);
  });

  it('smaller from the middle on: nothing is skipped', () => {
    for (const cap of [1, 3, 5, 7, 9]) {
      const { walk } = walkThrough(
        capped(({ page, limit }) => (page === 1 && limit === 10 ? 10 : Math.min(limit, cap))),
        10,
      );
      assert.deepEqual(walk.rows, all, `cap ${cap}`);
    }
  });

  it('smaller without any totals: nothing is skipped', () => {
    const { walk } = walkThrough((request) => {
      const { rows } = capped(() => 20)(request);
      return bare(rows, { limit: 20 });
    }, 50);
    assert.deepEqual(walk.rows, all);
  });

  it('larger, and really larger pages: nothing is skipped or asked twice', () => {
    const { walk, asked } = walkThrough(
      capped(() => 20),
      10,
    );
    assert.deepEqual(walk.rows, all);
    assert.deepEqual(asked, ['1/10', '2/20', '3/20']);
  });

  it('of its own for all requests never makes us ask for more than a hundred a page', () => {
    const many = numbered(450);
    const { walk, asked } = walkThrough(({ page }) => honestPage(many, { page, limit: 200 }), 50);
    assert.deepEqual(walk.rows, many);
    assert.ok(
      asked.every((request) => Number(request.split('/')[1]) <= 100),
      asked.join(' '),
    );
  });

  it('that gives everything at once, whatever is asked, brings every row once', () => {
    const { walk, asked } = walkThrough(
      () => ({ ...honestPage(all, { page: 1, limit: 10 }), rows: all, received: 45 }),
      10,
    );
    assert.deepEqual(walk.rows, all);
    assert.ok(asked.length <= 5);
  });
});

describe('a service that sends pages amiss', () => {
  it('an empty page in the middle does not end a list that goes on', () => {
    const { walk } = lied((_, { page }) => (page === 3 ? { rows: [], received: 0 } : {}));
    assert.equal(walk.rows.length, 35);
    assert.equal(walk.short, true);
  });

  it('an empty page under a limit of 0 is no reason to ask for page Infinity', () => {
    const { walk, asked } = lied((_, { page }) =>
      page === 3 ? { rows: [], received: 0, limit: 0 } : {},
    );
    assert.equal(walk.rows.length, 35);
    assert.equal(asked.at(-1), '5/10');
  });

  it('the same page for ever ends, and is told from a whole list', () => {
    const { walk, asked } = walkThrough(() => honestPage(all, { page: 1, limit: 10 }), 10);
    assert.equal(walk.rows.length, 10);
    assert.ok(asked.length <= 4, asked.join(' '));
    assert.deepEqual([walk.short, walk.drifted], [true, true]);
  });

  it('the same page twice costs no row and is noticed', () => {
    const { walk } = walkThrough(({ page, limit }) => {
      const shifted = honestPage(all, { page: page === 1 ? 1 : page - 1, limit });
      return { ...shifted, page };
    }, 10);
    assert.equal(new Set(walk.rows).size, walk.rows.length);
    assert.ok(walk.drifted);
  });

  it('pages past the end for ever, all empty, end at once or within a few', () => {
    for (const totals of [{}, { totalResults: 1e6 }, { totalResults: 1e6, totalPages: 1e6 }]) {
      const { asked } = walkThrough(() => bare([], { limit: 10, ...totals }), 10);
      assert.ok(asked.length <= 3, asked.join(' '));
    }
  });

  it('more rows than the limit are all kept', () => {
    const { walk } = walkThrough(({ page, limit }) => {
      const honest = honestPage(all, { page, limit });
      const rows = all.slice((page - 1) * limit, page * limit + 3);
      return { ...honest, rows, received: rows.length };
    }, 10);
    assert.deepEqual(walk.rows, all);
  });

  it('nothing but rows that cannot be read ends, and counts them', () => {
    const unreadable = (total: number) =>
      walkThrough(({ page, limit }) => {
        const { received, ...envelope } = honestPage(numbered(total), { page, limit });
        return { ...envelope, rows: [], received, unreadable: received };
      }, 10);
    const few = unreadable(25).walk;
    assert.deepEqual([few.rows.length, few.unreadable, few.short], [0, 25, false]);
    const many = unreadable(1000);
    assert.ok(many.asked.length <= 100);
    assert.deepEqual([many.walk.ended, many.walk.rows.length], [true, 0]);
  });
});
