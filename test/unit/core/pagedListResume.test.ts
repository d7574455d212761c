import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Failure } from '../../../src/core/failure.ts';
import { PagedList } from '../../../src/core/pagedList.ts';
import { HeldReads, turn } from '../../support/heldReads.ts';
import { honestPage, keysOf, numbered, type Row } from '../../support/pages.ts';

const REFUSED: Failure = { kind: 'auth', status: 401 };

function start(count = 45) {
  const all = numbered(count);
  const service = new HeldReads((request) => honestPage(all, request));
  let now = 1000;
  const list = new PagedList<Row>(service.read, { limit: () => 10, now: () => now });
  return {
    all,
    service,
    list,
    pass: (ms: number) => {
      now += ms;
    },
    /** What was asked is refused, and what was asked ahead is dropped with that reason. */
    refuse: async (done: Promise<void>, failure: Failure = REFUSED) => {
      await turn();
      for (const held of service.waiting) held.fail(failure);
      await done;
      service.asked.length = 0;
    },
  };
}

describe('a list whose token is refused', () => {
  it('keeps its rows, says of when they are, and since when it is refused', async () => {
    const { all, service, list, pass, refuse } = start();
    await service.serve(list.open());
    pass(500);
    await refuse(list.loadMore());
    assert.deepEqual(list.state.rows, all.slice(0, 10));
    assert.equal(list.state.asOf, 1000);
    assert.deepEqual(list.state.failure, { during: 'more', failure: REFUSED, at: 1500 });
  });
});

describe('a list after another token was found', () => {
  it('that was being opened, is opened', async () => {
    const { all, service, list, refuse } = start();
    await refuse(list.open());
    await service.serve(list.resume());
    assert.deepEqual([list.state.rows, list.state.failure], [all.slice(0, 10), undefined]);
  });

  it('that was read on, has its rows anew and goes on by Load more', async () => {
    const { all, service, list, refuse } = start();
    await service.serve(list.open());
    await service.serve(list.loadMore());
    await refuse(list.loadMore());
    await service.serve(list.resume());
    assert.deepEqual(service.pages, ['1/10', '2/10']);
    assert.deepEqual([list.state.rows, list.state.failure], [all.slice(0, 20), undefined]);
    await service.serve(list.loadMore());
    assert.deepEqual(list.state.rows, all.slice(0, 30));
  });

  it('of which all was being loaded, is loaded to the end', async () => {
    const { all, service, list, refuse } = start();
    await service.serve(list.open());
    await refuse(list.loadAll());
    assert.equal(list.state.failure?.during, 'all');
    await service.serve(list.resume());
    assert.deepEqual(keysOf(list.state.rows), keysOf(all));
    assert.deepEqual([list.state.hasMore, list.state.failure], [false, undefined]);
  });

  it('that was refreshed, is refreshed', async () => {
    const { all, service, list, refuse } = start();
    await service.serve(list.open());
    await refuse(list.refresh());
    all.unshift({ key: 'new' });
    await service.serve(list.resume());
    assert.deepEqual([list.state.rows, list.state.failure], [all.slice(0, 10), undefined]);
  });

  it('that was never opened, is asked nothing', async () => {
    const { service, list } = start();
    await list.resume();
    await turn();
    assert.equal(service.asked.length, 0);
    assert.equal(list.state.failure, undefined);
  });

  it('that was complete and at rest, is read anew: another token may see other rows', async () => {
    const { all, service, list } = start();
    await service.serve(list.loadAll());
    all.length = 7;
    await service.serve(list.resume());
    assert.deepEqual(keysOf(list.state.rows), keysOf(all));
  });

  it('in the midst of work under the old token: does that work with the new one', async () => {
    for (const work of ['open', 'loadAll'] as const) {
      const { all, service, list } = start();
      if (work === 'loadAll') await service.serve(list.open());
      const old = list[work]();
      await turn();
      const before = service.waiting;
      await service.serve(list.resume());
      await old;
      assert.ok(before.length > 0 && before.every(({ signal }) => signal.aborted));
      const rows = work === 'open' ? all.slice(0, 10) : all;
      assert.deepEqual(keysOf(list.state.rows), keysOf(rows), work);
      assert.equal(list.state.failure, undefined);
    }
  });

  it('does not load all because of another failure of long ago', async () => {
    const { all, service, list, refuse } = start();
    await service.serve(list.open());
    await refuse(list.loadAll(), { kind: 'http', status: 500 });
    await service.serve(list.resume());
    assert.deepEqual(list.state.rows, all.slice(0, 10));
  });

  it('refused again: rows stay, and it can be taken up again', async () => {
    const { all, service, list, refuse } = start();
    await service.serve(list.open());
    await refuse(list.loadMore());
    await refuse(list.resume());
    assert.deepEqual(list.state.rows, all.slice(0, 10));
    assert.deepEqual(list.state.failure?.failure, REFUSED);
    await service.serve(list.resume());
    assert.equal(list.state.failure, undefined);
  });

  it('stopped or signed out meanwhile, does not go on by itself', async () => {
    for (const end of ['cancel', 'reset'] as const) {
      const { service, list, refuse } = start();
      await service.serve(list.open());
      await refuse(list.loadAll());
      const resumed = list.resume();
      await turn();
      list[end]();
      await resumed;
      await turn();
      assert.deepEqual([list.state.work, service.waiting], [undefined, []], end);
    }
  });
});
