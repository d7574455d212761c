import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { Page } from '../../../src/core/decode.ts';
import { PagedList } from '../../../src/core/pagedList.ts';
import { HeldReads, turn } from '../../support/heldReads.ts';
import { honestPage, keysOf, numbered, type Row } from '../../support/pages.ts';

/** What a person, the editor, the network and the service do, in any order. */
const wish = fc.constantFrom('open', 'loadMore', 'loadAll', 'refresh', 'cancel', 'signOut');
const step = fc.oneof(
  fc.record({ do: fc.constant('ask'), wish }),
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
  heedsSignal: fc.boolean(),
});

type Step = { readonly do: string } & Partial<{
  readonly wish: string;
  readonly which: number;
  readonly at: number;
  readonly to: number;
  readonly ticks: number;
}>;

/** A list of one account after another, at a service that changes, lies, is late and fails. */
class World {
  readonly service: HeldReads;
  readonly list: PagedList<Row>;
  /** As the service has them now. */
  readonly rows: Row[];
  #account = 0;
  #fresh = 0;
  #answers = 0;

  constructor(given: {
    count: number;
    limit: number;
    lies: readonly (Partial<Page<Row>> | undefined)[];
    heedsSignal: boolean;
  }) {
    const { count, limit, lies, heedsSignal } = given;
    this.rows = numbered(count);
    this.service = new HeldReads((request) => {
      const told = lies.length > 0 ? lies[this.#answers++ % lies.length] : undefined;
      return { ...honestPage(this.rows, request), ...told };
    }, heedsSignal);
    // Each account sees rows of its own, so that one account's rows show up if another has them.
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
    const keys = keysOf(this.list.state.rows);
    assert.equal(new Set(keys).size, keys.length, 'a row twice');
    assert.ok(
      keys.every((key) => key.startsWith(`${this.#account}/`)),
      "another account's row",
    );
    assert.ok(this.service.waiting.length <= 4, `${this.service.waiting.length} at a time`);
    const pages = this.service.waiting.map(({ request }) => request.page);
    assert.deepEqual(pages, [...new Set(pages)], 'a page asked twice at a time');
  }

  async take(next: Step) {
    const { at = 0, to = 0, which = 0, ticks = 0 } = next;
    const { waiting } = this.service;
    const held = waiting[which % Math.max(1, waiting.length)];
    if (next.do === 'ask') this.#ask(next.wish ?? '');
    else if (next.do === 'answer') held?.answer();
    else if (next.do === 'fail') held?.fail();
    else if (next.do === 'insert') {
      this.rows.splice(at % (this.rows.length + 1), 0, { key: `new ${this.#fresh++}` });
    } else if (next.do !== 'wait' && this.rows.length > 0) {
      const [row] = this.rows.splice(at % this.rows.length, 1);
      if (next.do === 'move') this.rows.splice(to % (this.rows.length + 1), 0, row!);
    }
    for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
    this.check();
  }

  #ask(wished: string): void {
    const { list } = this;
    if (wished === 'cancel') list.cancel();
    else if (wished === 'signOut') {
      this.#account++;
      list.reset();
    } else if (wished === 'open') void list.open();
    else if (wished === 'loadMore') void list.loadMore();
    else if (wished === 'loadAll') void list.loadAll();
    else void list.refresh();
  }

  /** Answers what is asked until nothing is; the number of requests it took. */
  async calm(most: number): Promise<number> {
    const before = this.service.asked.length;
    await turn();
    while (this.service.waiting.length > 0) {
      this.service.waiting[0]!.answer();
      this.check();
      const requests = this.service.asked.length - before;
      assert.ok(requests <= most, `no end within ${requests} requests`);
      await turn();
    }
    return this.service.asked.length - before;
  }
}

async function run(given: ConstructorParameters<typeof World>[0] & { steps: readonly Step[] }) {
  const made = new World(given);
  for (const next of given.steps) await made.take(next);
  // Rows come one by one at worst, and a list that promises more is asked a few times beyond.
  await made.calm(400);
  return made;
}

describe('a list, whatever people, network and service do in whatever order', () => {
  it('never shows a row twice or of another account, never asks a fifth page at a time', async () => {
    await fc.assert(
      fc.asyncProperty(world, async (given) => {
        const { service, list } = await run(given);
        assert.equal(list.state.work, undefined, 'work that nobody does');
        assert.deepEqual(service.waiting, []);
      }),
      { numRuns: 250 },
    );
  });

  it('can afterwards still be read to the end, and is then what the service has', async () => {
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
