import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Failure } from '../../../src/core/model/serviceError.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import { OUT } from '../../support/heldCalls.ts';
import { openList, startList } from '../../support/heldList.ts';
import type { Row } from '../../support/pages.ts';
import { turn } from '../../support/turn.ts';

describe('Failures of a PagedList', () => {
  it('reports why the first page failed, and reads it on the next request, but not when it is opened again', async () => {
    for (const again of ['loadMore', 'loadAll', 'refresh'] as const) {
      const { list, service, states } = startList({ count: 25 });
      await service.fail(list.open());
      await list.open();
      const { rows, failure, hasMore, asOf } = list.state;
      assert.deepEqual([rows, hasMore, asOf], [[], false, undefined]);
      assert.deepEqual(failure, { during: 'first', failure: OUT, at: 1000 });
      assert.deepEqual(states, ['0 rows, first', '0 rows, idle first failed']);
      await service.serve(list[again]());
      assert.equal(list.state.failure, undefined);
      assert.ok(list.state.rows.length >= 10, again);
    }
  });

  it('a list keeps its rows when a later page fails, and requests that page again', async () => {
    const { list, service, all, clock } = await openList({ count: 95 });
    clock.pass(500);
    await service.fail(list.loadMore());
    assert.deepEqual(list.state.rows, all.slice(0, 10));
    assert.deepEqual(list.state.failure, { during: 'more', failure: OUT, at: 1500 });
    assert.deepEqual([list.state.asOf, list.state.hasMore], [1000, true]);
    const again = list.loadMore();
    assert.notEqual(list.state.failure, undefined, 'the failure stays until a page arrives');
    await service.serve(again);
    assert.equal(list.state.failure, undefined);
    assert.deepEqual(list.state.rows, all.slice(0, 20));
    assert.deepEqual(service.pages, ['1/10', '2/10', '2/10']);
  });

  it('Load All ends when the first page fails', async () => {
    const { list, service } = startList();
    const loading = list.loadAll();
    await turn();
    service.waiting[0]!.fail();
    await turn();
    assert.deepEqual([list.state.work, service.pages], [undefined, ['1/10']]);
    await loading;
    assert.equal(list.state.failure?.during, 'first');
  });

  it('Load All keeps the pages before the one that fails, and cancels the requests after it', async () => {
    const { list, service, all } = await openList({ count: 95 });
    const loading = list.loadAll();
    await turn();
    const [one, two, three, four] = service.waiting;
    one!.respond();
    await turn();
    three!.fail();
    await turn();
    assert.equal(list.state.work, 'all', 'the page before it is still to come');
    two!.respond();
    await loading;
    assert.deepEqual(list.state.rows, all.slice(0, 20));
    assert.deepEqual(list.state.failure, { during: 'all', failure: OUT, at: 1000 });
    assert.equal(four!.signal.aborted, true);
  });

  it('a failed refresh keeps the old rows and their state', async () => {
    const { list, service } = await openList();
    await service.serve(list.loadMore());
    const before = list.state;
    const refreshing = list.refresh();
    await turn();
    service.waiting[0]!.respond();
    await turn();
    service.waiting[0]!.fail({ kind: 'timeout', afterMs: 5 });
    await refreshing;
    assert.deepEqual(list.state, {
      ...before,
      failure: { during: 'refresh', failure: { kind: 'timeout', afterMs: 5 }, at: 1000 },
    });
    assert.equal(list.state.rows, before.rows);
  });

  it('a list rethrows an error that is a bug and not a failure of the service', async () => {
    const read = () => Promise.reject(new TypeError('ours'));
    const list = new PagedList<Row>(read, { limit: () => 10, now: () => 0 });
    await assert.rejects(list.open(), TypeError);
    assert.equal(list.state.work, undefined);
  });
});

const REFUSED: Failure = { kind: 'auth', status: 401 };

describe('PagedList with a refused token, and then with another', () => {
  const interrupted: readonly (readonly [
    what: string,
    work: 'open' | 'loadMore' | 'loadAll',
    failure: Failure,
    rows: number,
  ])[] = [
    ['reads the first page if that was refused', 'open', REFUSED, 10],
    ['reads the loaded pages again if Load More was refused', 'loadMore', REFUSED, 20],
    ['reads to the end if Load All was refused', 'loadAll', REFUSED, 46],
    ['does not read to the end if Load All failed for another reason', 'loadAll', OUT, 20],
  ];
  for (const [what, work, failure, rows] of interrupted) {
    it(`resume ${what}, and Load More continues there`, async () => {
      const { all, service, list } = startList();
      for (let page = 0; work !== 'open' && page < 2; page++) await service.serve(list.loadMore());
      await service.fail(list[work](), failure);
      all.unshift({ key: 'new' });
      await service.serve(list.resume());
      assert.deepEqual(list.state.rows, all.slice(0, rows));
      assert.equal(list.state.failure, undefined);
      await service.serve(list.loadMore());
      assert.deepEqual(list.state.rows, all.slice(0, rows + 10));
    });
  }

  it('resume cancels requests with the old token and repeats the work with the new one', async () => {
    const { all, service, list } = await openList();
    const old = list.loadAll();
    await turn();
    const before = service.waiting;
    await service.serve(list.resume());
    await old;
    assert.ok(before.length > 0 && before.every(({ signal }) => signal.aborted));
    assert.deepEqual(list.state.rows, all);
    assert.equal(list.state.failure, undefined);
  });

  it('resume ends after being stopped or signed out', async () => {
    for (const end of ['cancel', 'reset'] as const) {
      const { service, list } = await openList();
      await service.fail(list.loadAll(), REFUSED);
      const resumed = list.resume();
      await turn();
      list[end]();
      await resumed;
      await turn();
      assert.deepEqual([list.state.work, service.waiting], [undefined, []], end);
    }
  });
});
