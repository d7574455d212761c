import assert from 'node:assert/strict';
import fc from 'fast-check';
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
    it(`reads every row in order if ${what}, with any values of page and limit`, async () => {
      await fc.assert(
        fc.asyncProperty(size, wrongs, async ({ count, limit }, lies) => {
          const all = numbered(count);
          const { walk } = await walkThrough(
            (request) => {
              const page = honestPage(all, request);
              const totals =
                honest === 'neither total'
                  ? { totalPages: undefined, totalResults: undefined }
                  : { totalPages: next(lies), totalResults: next(lies), [honest]: page[honest] };
              return { ...page, page: next(lies), limit: next(lies), ...totals };
            },
            limit,
            {},
            3 * bound(count, 1),
          );
          assert.deepEqual(walk.rows, all);
        }),
        { numRuns: 400 },
      );
    });
  }

  it('reads every row with any limit that the service uses instead', async () => {
    const caps = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(size, caps, fc.boolean(), async ({ count, limit }, limits, totals) => {
        const all = numbered(count);
        let answered = 0;
        const { walk } = await walkThrough(
          (request) => {
            const cap = limits[Math.min(answered++, limits.length - 1)]!;
            const page = honestPage(all, { ...request, limit: Math.min(cap, request.limit) });
            return totals ? page : { ...page, totalPages: undefined, totalResults: undefined };
          },
          limit,
          {},
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
  const changes = fc.array(fc.record({ at: fc.nat(), to: fc.nat() }), { maxLength: 40 });

  for (const only of ['insert', 'delete', 'move']) {
    it(`reports every loss of rows if the only change is to ${only} rows`, async () => {
      await fc.assert(
        fc.asyncProperty(size, changes, async ({ count, limit }, steps) => {
          const all = numbered(count);
          const gone = new Set<string>();
          let inserted = 0;
          let page = 0;
          const { walk } = await walkThrough(
            (request) => {
              const step = page++ > 0 ? steps[page % Math.max(1, steps.length)] : undefined;
              if (step && only === 'insert') {
                all.splice(step.at % (all.length + 1), 0, { key: `new ${inserted++}` });
              } else if (step && all.length > 0) {
                const [row] = all.splice(step.at % all.length, 1);
                if (only === 'delete') gone.add(row!.key);
                else all.splice(step.to % (all.length + 1), 0, row!);
              }
              return honestPage(all, request);
            },
            limit,
            {},
            10 * bound(count, 1),
          );
          if (walk.short || walk.drifted) return;
          const loaded = new Set(keysOf(walk.rows));
          const expected = keysOf(numbered(count)).filter((key) => !gone.has(key));
          assert.deepEqual(
            expected.filter((key) => !loaded.has(key)),
            [],
          );
        }),
        { numRuns: 300 },
      );
    });
  }
});

/** Actions of the user and the editor. */
const ACTIONS = ['open', 'loadMore', 'loadAll', 'refresh', 'cancel', 'reset'] as const;
const step = fc.record({
  does: fc.oneof(
    fc.constantFrom(...ACTIONS),
    { weight: 4, arbitrary: fc.constantFrom('answer', 'fail') },
    fc.constantFrom('insert', 'delete', 'move'),
  ),
  at: fc.nat(),
  to: fc.nat(),
  /** How much ready work runs after it. */
  ticks: fc.oneof(fc.constant(0), fc.nat(12)),
});
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

type Given = typeof world extends fc.Arbitrary<infer One> ? One : never;

/** A list under several accounts in turn, at a service that changes, lies, is late and fails. */
class World {
  readonly service: HeldReads;
  readonly list: PagedList<Row>;
  /** The current rows of the service. */
  readonly rows: Row[];
  isHonest = false;
  #account = 0;
  #fresh = 0;
  #answers = 0;

  constructor({ count, limit, lies, respectsSignal }: Given) {
    this.rows = numbered(count);
    this.service = new HeldReads((request) => {
      const lie = this.isHonest ? undefined : lies[this.#answers++ % lies.length];
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
    const requests = this.service.waiting.map(({ request }) => request);
    const pages = requests.map(({ page }) => page);
    assert.deepEqual(pages, [...new Set(pages)], 'a page requested twice at a time');
    assert.ok(pages.every((page) => Number.isInteger(page) && page >= 1));
    assert.ok(requests.every(({ limit }) => limit >= 1 && limit <= 100));
  }

  async take({ does, at, to, ticks }: Given['steps'][number]): Promise<void> {
    const { waiting } = this.service;
    const read = waiting[at % Math.max(1, waiting.length)];
    const action = ACTIONS.find((one) => one === does);
    if (action === 'reset') this.#account++;
    if (action) void this.list[action]();
    else if (does === 'answer') read?.respond();
    else if (does === 'fail') read?.fail();
    else if (does === 'insert') {
      this.rows.splice(at % (this.rows.length + 1), 0, { key: `new ${this.#fresh++}` });
    } else if (this.rows.length > 0) {
      const [row] = this.rows.splice(at % this.rows.length, 1);
      if (does === 'move') this.rows.splice(to % (this.rows.length + 1), 0, row!);
    }
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    this.check();
  }

  /** Responds to requests until there are none. */
  async calm(most: number): Promise<void> {
    const before = this.service.requests.length;
    await turn();
    while (this.service.waiting.length > 0) {
      this.service.waiting[0]!.respond();
      this.check();
      assert.ok(this.service.requests.length - before <= most, `no end within ${most} requests`);
      await turn();
    }
    assert.equal(this.list.state.work, undefined);
  }
}

describe('Any order of user actions, answers, failures and changes', () => {
  it('a list shows no row twice or of another account, finds each by its key, and can then be read to its end', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const made = new World(given);
        for (const next of given.steps) await made.take(next);
        // In the worst case, each page has one new row, and a few pages after the end are read.
        await made.calm(400);
        made.isHonest = true;
        void made.list.refresh();
        await made.calm(200);
        void made.list.loadAll();
        await made.calm(200);
        const { rows, drifted, short, failure, hasMore } = made.list.state;
        assert.deepEqual([drifted, short, failure, hasMore], [false, false, undefined, false]);
        const shown = keysOf(rows).map((key) => key.split('/')[1]);
        assert.deepEqual(shown, keysOf(made.rows));
      }),
      { numRuns: 400 },
    );
  });
});
