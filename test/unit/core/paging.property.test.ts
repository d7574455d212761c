import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Page } from '../../../src/core/model/decode.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import { HeldReads } from '../../support/heldReads.ts';
import { honestPage, keysOf, numbered, type Row, walkThrough } from '../../support/pages.ts';
import { turn } from '../../support/turn.ts';

const size = fc.record({ count: fc.nat(120), limit: fc.integer({ min: 1, max: 40 }) });
/** Any total that a service may give: none, a wrong or an absurd one. */
const wrong = fc.oneof(
  fc.constant(undefined),
  fc.nat(200),
  fc.constantFrom(0, 1, 1e6, Number.MAX_SAFE_INTEGER),
);
const wrongs = fc.infiniteStream(wrong);
const next = <T>(stream: Iterator<T>) => stream.next().value as T;
/** The most requests: the pages of the list, and a few after its end if the totals promise more. */
const bound = (count: number, limit: number) => Math.ceil(count / limit) + 4;

describe('Any list that does not change', () => {
  /** Which totals may be wrong. The rows of each page are always right. */
  const survivable = ['neither total', 'totalResults', 'totalPages'] as const;
  for (const honest of survivable) {
    const what = honest === 'neither total' ? 'both totals are missing' : `only ${honest} is true`;
    it(`reads every row in order if ${what}, with any values of page and limit`, () => {
      fc.assert(
        fc.property(size, wrongs, ({ count, limit }, lies) => {
          const all = numbered(count);
          const { walk } = walkThrough(
            (request) => {
              const page = honestPage(all, request);
              const totals =
                honest === 'neither total'
                  ? { totalPages: undefined, totalResults: undefined }
                  : { totalPages: next(lies), totalResults: next(lies), [honest]: page[honest] };
              return { ...page, page: next(lies), limit: next(lies), ...totals };
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

  it('reads every row with any limit that the service uses instead', () => {
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
        // After a new limit, pages may have no new rows, and three such pages in a row end the walk.
        if (limits.length <= 2) assert.deepEqual(walk.rows, all);
        else if (totals && !walk.short) assert.equal(walk.rows.length, count);
        assert.equal(new Set(keysOf(walk.rows)).size, walk.rows.length);
      }),
      { numRuns: 400 },
    );
  });
});

describe('Any list that changes between two pages', () => {
  const changes = fc.array(
    fc.record({
      at: fc.nat(),
      to: fc.nat(),
      what: fc.constantFrom('insert', 'delete', 'move', 'none', 'none'),
    }),
    { maxLength: 40 },
  );

  /** Walks an honest list, to which `change` is applied before each page but the first. */
  function walkMoving(
    count: number,
    limit: number,
    steps: readonly { at: number; to: number; what: string }[],
  ) {
    const all = numbered(count);
    const gone = new Set<string>();
    let inserted = 0;
    let page = 0;
    const { walk } = walkThrough(
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
    const loaded = new Set(keysOf(walk.rows));
    const lost = keysOf(numbered(count)).filter((key) => !gone.has(key) && !loaded.has(key));
    return { walk, inserted, lost };
  }

  const reports = ({ short, drifted }: ReturnType<typeof walkMoving>['walk']) => short || drifted;

  for (const only of ['insert', 'delete', 'move']) {
    it(`reports every loss of rows if the only change is to ${only} rows`, () => {
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

  it('misses at most as many rows unreported as were inserted while it was read', () => {
    fc.assert(
      fc.property(size, changes, ({ count, limit }, steps) => {
        const { walk, lost, inserted } = walkMoving(count, limit, steps);
        if (!reports(walk)) assert.ok(lost.length <= inserted, `${lost.length} of ${inserted}`);
      }),
      { numRuns: 600 },
    );
  });
});

describe('Any pages', () => {
  it('reading any pages ends after a few without new rows, with no row twice', () => {
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
          const { walk, requests } = walkThrough(
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
            // Each page has one of 61 keys, or is one of at most three in a row without a new one.
            4 * 61,
          );
          assert.equal(new Set(keysOf(walk.rows)).size, walk.rows.length);
          assert.ok(keysOf(walk.rows).every((key) => sent.has(key)));
          for (const request of requests) {
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

/** Actions of the user and the editor. */
const ACTIONS = ['open', 'loadMore', 'loadAll', 'refresh', 'cancel', 'reset'] as const;
type Action = (typeof ACTIONS)[number];
const step = fc.oneof(
  fc.record({ do: fc.constant('ask'), action: fc.constantFrom(...ACTIONS) }),
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom('answer', 'fail'), which: fc.nat() }) },
  fc.record({ do: fc.constantFrom('insert', 'delete', 'move'), at: fc.nat(), to: fc.nat() }),
  fc.record({ do: fc.constant('wait'), ticks: fc.nat(12) }),
);
const total = fc.oneof(fc.constant(undefined), fc.nat(150), fc.constantFrom(0, 1, 1e6));
const lie = fc.record(
  { page: total, limit: total, totalPages: total, totalResults: total },
  { requiredKeys: [] },
);
const world = fc.record({
  count: fc.nat(90),
  limit: fc.integer({ min: 1, max: 30 }),
  steps: fc.array(step, { maxLength: 60 }),
  lies: fc.array(fc.option(lie, { nil: undefined }), { maxLength: 8 }),
  respectsSignal: fc.boolean(),
});

type Step = { readonly do: string } & Partial<{
  readonly action: Action;
  readonly which: number;
  readonly at: number;
  readonly to: number;
  readonly ticks: number;
}>;

/** A list under several accounts in turn, at a service that changes, lies, is late and fails. */
class World {
  readonly service: HeldReads;
  readonly list: PagedList<Row>;
  /** The current rows of the service. */
  readonly rows: Row[];
  #account = 0;
  #fresh = 0;
  #answers = 0;

  constructor(given: {
    count: number;
    limit: number;
    lies: readonly (Partial<Page<Row>> | undefined)[];
    respectsSignal: boolean;
  }) {
    const { count, limit, lies, respectsSignal } = given;
    this.rows = numbered(count);
    this.service = new HeldReads((request) => {
      const lie = lies.length > 0 ? lies[this.#answers++ % lies.length] : undefined;
      return { ...honestPage(this.rows, request), ...lie };
    }, respectsSignal);
    // Each account has rows of its own, so that rows of another account are detected.
    this.list = new PagedList<Row>(
      (request, signal) => {
        const account = this.#account;
        return this.service.read(request, signal).then((page) => ({
          ...page,
          rows: page.rows.map(({ key }) => ({ key: `${account}/${key}` })),
        }));
      },
      { limit: () => limit, now: () => 0 },
    );
    this.list.onChange(() => {
      this.check();
    });
  }

  check(): void {
    const { rows } = this.list.state;
    const keys = keysOf(rows);
    assert.deepEqual(
      keys.map((key) => this.list.rowOf(key)),
      rows,
    );
    assert.equal(new Set(keys).size, keys.length, 'a row twice');
    assert.ok(
      keys.every((key) => key.startsWith(`${this.#account}/`)),
      "another account's row",
    );
    assert.ok(this.service.waiting.length <= 4, `${this.service.waiting.length} at a time`);
    const pages = this.service.waiting.map(({ request }) => request.page);
    assert.deepEqual(pages, [...new Set(pages)], 'a page requested twice at a time');
  }

  async take(next: Step) {
    const { at = 0, to = 0, which = 0, ticks = 0 } = next;
    const { waiting } = this.service;
    const read = waiting[which % Math.max(1, waiting.length)];
    if (next.action) this.#act(next.action);
    else if (next.do === 'answer') read?.respond();
    else if (next.do === 'fail') read?.fail();
    else if (next.do === 'insert') {
      this.rows.splice(at % (this.rows.length + 1), 0, { key: `new ${this.#fresh++}` });
    } else if (next.do !== 'wait' && this.rows.length > 0) {
      const [row] = this.rows.splice(at % this.rows.length, 1);
      if (next.do === 'move') this.rows.splice(to % (this.rows.length + 1), 0, row!);
    }
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    this.check();
  }

  #act(action: Action): void {
    if (action === 'reset') this.#account++;
    void this.list[action]();
  }

  /** Responds to requests until there are none; returns how many were sent. */
  async calm(most: number): Promise<number> {
    const before = this.service.requests.length;
    await turn();
    while (this.service.waiting.length > 0) {
      this.service.waiting[0]!.respond();
      this.check();
      const requests = this.service.requests.length - before;
      assert.ok(requests <= most, `no end within ${requests} requests`);
      await turn();
    }
    return this.service.requests.length - before;
  }
}

async function run(given: ConstructorParameters<typeof World>[0] & { steps: readonly Step[] }) {
  const made = new World(given);
  for (const next of given.steps) await made.take(next);
  // In the worst case, each page has one new row, and a few pages after the end are read.
  await made.calm(400);
  return made;
}

describe('Any order of user actions, answers, failures and changes', () => {
  it('a list shows no row twice or of another account, finds each by its key, and has at most four requests at a time', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const { service, list } = await run(given);
        assert.equal(list.state.work, undefined);
        assert.deepEqual(service.waiting, []);
      }),
      { numRuns: 250 },
    );
  });

  it('a list can be read to the end afterwards, with exactly the rows of the service', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const made = await run({ ...given, lies: [] });
        void made.list.refresh();
        await made.calm(200);
        void made.list.loadAll();
        await made.calm(200);
        const { rows, drifted, short, failure, hasMore } = made.list.state;
        assert.deepEqual([drifted, short, failure, hasMore], [false, false, undefined, false]);
        const shown = keysOf(rows).map((key) => key.split('/')[1]);
        assert.deepEqual(shown, keysOf(made.rows));
      }),
      { numRuns: 250 },
    );
  });
});
