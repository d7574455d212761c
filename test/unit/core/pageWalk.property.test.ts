import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Page } from '../../../src/core/decode.ts';
import { honestPage, keysOf, numbered, type Row, walkThrough } from '../../support/pages.ts';

const size = fc.record({ count: fc.nat(120), limit: fc.integer({ min: 1, max: 40 }) });
/** A total as a service may give it: none, wrong or absurd. */
const wrong = fc.oneof(
  fc.constant(undefined),
  fc.nat(200),
  fc.constantFrom(0, 1, 1e6, Number.MAX_SAFE_INTEGER),
);
const wrongs = fc.infiniteStream(wrong);
const next = <T>(stream: Iterator<T>) => stream.next().value as T;
/** Pages it takes, and the patience with a list that claims to go on. */
const bound = (count: number, limit: number) => Math.ceil(count / limit) + 4;

describe('walking a list that stays as it is', () => {
  /** Envelope members that may lie on every page while rows are cut honestly. */
  const survivable = ['neither total', 'totalResults', 'totalPages'] as const;
  for (const honest of survivable) {
    const what = honest === 'neither total' ? 'both totals are missing' : `only ${honest} is true`;
    it(`brings every row in order if ${what}, whatever page and limit say`, () => {
      fc.assert(
        fc.property(size, wrongs, ({ count, limit }, lies) => {
          const all = numbered(count);
          const { walk } = walkThrough(
            (request) => {
              const page = honestPage(all, request);
              const silent = honest === 'neither total';
              return {
                ...page,
                page: next(lies),
                limit: next(lies),
                totalResults:
                  honest === 'totalResults' ? page.totalResults : silent ? undefined : next(lies),
                totalPages:
                  honest === 'totalPages' ? page.totalPages : silent ? undefined : next(lies),
              };
            },
            limit,
            3 * bound(count, 1),
          );
          assert.deepEqual(walk.rows, all);
        }),
        { numRuns: 400 },
      );
    });
  }

  it('brings every row under whatever limit the service prefers', () => {
    const caps = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });
    fc.assert(
      fc.property(size, caps, fc.boolean(), ({ count, limit }, limits, totals) => {
        const all = numbered(count);
        let answered = 0;
        const { walk } = walkThrough(
          (request) => {
            const cap = limits[Math.min(answered++, limits.length - 1)]!;
            const page = honestPage(all, { ...request, limit: Math.min(cap, request.limit) });
            return totals ? page : { ...page, totalPages: undefined, totalResults: undefined };
          },
          limit,
          3 * bound(count, 1),
        );
        // Pages under a new limit may bring nothing new, and patience ends after three in a row.
        if (limits.length <= 2) assert.deepEqual(walk.rows, all);
        else if (totals && !walk.short) assert.equal(walk.rows.length, count);
        assert.equal(new Set(keysOf(walk.rows)).size, walk.rows.length);
      }),
      { numRuns: 400 },
    );
  });
});

describe('walking a list that moves between two pages', () => {
  const changes = fc.array(
    fc.record({
      at: fc.nat(),
      to: fc.nat(),
      what: fc.constantFrom('insert', 'delete', 'move', 'none', 'none'),
    }),
    { maxLength: 40 },
  );

  /** Walks an honest list of which `change` is applied before each page but the first. */
  function walkMoving(
    count: number,
    limit: number,
    steps: readonly { at: number; to: number; what: string }[],
  ) {
    const all = numbered(count);
    const gone = new Set<string>();
    let inserted = 0;
    let page = 0;
    const walked = walkThrough(
      (request) => {
        const step = page++ > 0 ? steps[page % Math.max(1, steps.length)] : undefined;
        if (step?.what === 'insert') {
          all.splice(step.at % (all.length + 1), 0, { key: `new ${inserted++}` });
        } else if (step && all.length > 0) {
          const [row] = step.what === 'none' ? [] : all.splice(step.at % all.length, 1);
          if (row && step.what === 'delete') gone.add(row.key);
          else if (row) all.splice(step.to % (all.length + 1), 0, row);
        }
        return honestPage(all, request);
      },
      limit,
      10 * bound(count, 1),
    );
    const held = new Set(keysOf(walked.walk.rows));
    const lost = keysOf(numbered(count)).filter((key) => !gone.has(key) && !held.has(key));
    return { ...walked, held, inserted, lost, now: all };
  }

  const reports = ({ short, drifted }: ReturnType<typeof walkMoving>['walk']) => short || drifted;

  it('brings no row twice and none that the service never sent, and ends', () => {
    fc.assert(
      fc.property(size, changes, ({ count, limit }, steps) => {
        const { walk, held } = walkMoving(count, limit, steps);
        assert.equal(held.size, walk.rows.length);
        assert.equal(walk.ended, true);
      }),
      { numRuns: 400 },
    );
  });

  for (const only of ['insert', 'delete', 'move']) {
    it(`loses nothing unnoticed if rows only ${only}`, () => {
      fc.assert(
        fc.property(size, changes, ({ count, limit }, steps) => {
          const same = steps.map((step) => ({ ...step, what: step.what === 'none' ? '' : only }));
          const { walk, lost } = walkMoving(
            count,
            limit,
            same.filter(({ what }) => what !== ''),
          );
          if (!reports(walk)) assert.deepEqual(lost, []);
        }),
        { numRuns: 300 },
      );
    });
  }

  it('unnoticed it loses at most as many rows as came in while it was read', () => {
    fc.assert(
      fc.property(size, changes, ({ count, limit }, steps) => {
        const { walk, lost, inserted } = walkMoving(count, limit, steps);
        if (!reports(walk)) assert.ok(lost.length <= inserted, `${lost.length} of ${inserted}`);
      }),
      { numRuns: 600 },
    );
  });

  it('cannot notice a row that goes as another comes: the count stays and no row shows twice', () => {
    const all = numbered(20);
    const { walk } = walkThrough((request) => {
      if (request.page === 2) all.splice(0, 1).forEach(() => all.push({ key: 'new' }));
      return honestPage(all, request);
    }, 10);
    // A limit of what totals can tell, kept here so that nobody promises more.
    assert.ok(!keysOf(walk.rows).includes('10'));
    assert.equal(reports(walk), false);
  });
});

describe('walking whatever a service makes up', () => {
  it('brings no row twice and ends as soon as pages bring nothing new', () => {
    const keys = fc.array(fc.nat(60), { maxLength: 25 });
    const claimed = fc.record({
      keys,
      unreadable: fc.nat(3),
      ...{ page: wrong, limit: wrong, totalPages: wrong, totalResults: wrong },
    });
    fc.assert(
      fc.property(
        fc.array(claimed, { minLength: 1 }),
        fc.integer({ min: 1, max: 100 }),
        (pages, limit) => {
          let at = 0;
          const sent = new Set<string>();
          const { walk, asked } = walkThrough(
            () => {
              const { keys: own, ...envelope } = pages[at++ % pages.length]!;
              const rows: Row[] = own.map((key) => ({ key: String(key) }));
              for (const { key } of rows) sent.add(key);
              const page: Page<Row> = {
                ...envelope,
                rows,
                received: rows.length + envelope.unreadable,
              };
              return page;
            },
            limit,
            // Each page brings one of 61 keys or is one of three in a row that do not.
            4 * 61,
          );
          assert.equal(new Set(keysOf(walk.rows)).size, walk.rows.length);
          assert.ok(keysOf(walk.rows).every((key) => sent.has(key)));
          for (const request of asked) {
            const [page, items] = request.split('/').map(Number) as [number, number];
            assert.ok(Number.isInteger(page) && page >= 1, request);
            assert.ok(items >= 1 && items <= 100, request);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
