import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { PagedList } from '../../../src/core/pagedList.ts';
import { announcements, HeldReads, turn } from '../../support/heldReads.ts';
import { bare, honestPage, keysOf, numbered, type Row, rowsOf } from '../../support/pages.ts';

function start(count: number) {
  const all = numbered(count);
  const service = new HeldReads((request) => honestPage(all, request));
  let now = 0;
  const list = new PagedList<Row>(service.read, { limit: () => 10, now: () => ++now });
  return { all, service, list, told: announcements(list) };
}

describe('refreshing a list', () => {
  it('keeps the rows shown until the new ones are complete', async () => {
    const { list, service, all, told } = start(45);
    await service.serve(list.open());
    await service.serve(list.loadMore());
    await service.serve(list.loadMore());
    const before = keysOf(list.state.rows);
    const shown = list.state.rows;
    all.unshift({ key: 'new' });
    told.length = 0;
    const refreshing = list.refresh();
    await turn();
    while (service.waiting.length > 0) {
      assert.equal(list.state.rows, shown);
      assert.deepEqual(keysOf(shown), before);
      assert.equal(list.state.work, 'refresh');
      service.waiting[0]!.answer();
      await turn();
    }
    await refreshing;
    assert.deepEqual(list.state.rows, all.slice(0, 30));
    assert.notEqual(list.state.rows, shown, 'what holds the old rows does not see them change');
    assert.deepEqual(told, ['30 rows, refresh', '30 rows, idle']);
  });

  it('reads as many pages as are held, four at a time at most', async () => {
    const { list, service } = start(95);
    for (let page = 0; page < 7; page++) await service.serve(list.loadMore());
    const before = service.asked.length;
    const refreshing = list.refresh();
    let most = 0;
    await turn();
    while (list.state.work) {
      most = Math.max(most, service.waiting.length);
      service.waiting[0]!.answer();
      await turn();
    }
    await refreshing;
    assert.equal(most, 4);
    assert.deepEqual(
      service.asked.slice(before).map(({ request }) => request.page),
      [1, 2, 3, 4, 5, 6, 7],
    );
    assert.equal(list.state.rows.length, 70);
    assert.equal(list.state.hasMore, true);
  });

  it('of a whole list reads to the new end', async () => {
    const { list, service, all } = start(25);
    await service.serve(list.loadAll());
    all.push(...numbered(30, 100));
    await service.serve(list.refresh());
    assert.deepEqual(list.state.rows, all);
    assert.equal(list.state.hasMore, false);
  });

  it('shows a list that became shorter, or empty', async () => {
    const { list, service, all } = start(45);
    await service.serve(list.loadAll());
    all.length = 3;
    await service.serve(list.refresh());
    assert.deepEqual(list.state.rows, all);
    all.length = 0;
    await service.serve(list.refresh());
    assert.deepEqual([list.state.rows, list.state.total, list.state.hasMore], [[], 0, false]);
    all.push({ key: 'first' });
    await service.serve(list.refresh());
    assert.deepEqual(list.state.rows, all);
  });

  it('gives up a load under way and takes none of its rows', async () => {
    const { list, service, all } = start(45);
    await service.serve(list.open());
    const loading = list.loadAll();
    await turn();
    const old = service.waiting;
    all.splice(0, all.length, ...numbered(20, 100));
    const refreshing = list.refresh();
    assert.ok(old.every(({ signal }) => signal.aborted));
    await service.serve(refreshing);
    await loading;
    assert.deepEqual(list.state.rows, all.slice(0, 10));
  });

  it('forgets drift, shortness and unreadable rows of before', async () => {
    let honest = false;
    const all = numbered(20);
    const service = new HeldReads((request) =>
      honest
        ? honestPage(all, request)
        : bare(rowsOf([`a${Math.min(2, request.page)}`]), {
            unreadable: 1,
            limit: 10,
            totalResults: 90 + request.page,
            totalPages: 9,
          }),
    );
    const list = new PagedList<Row>(service.read, { limit: () => 10, now: () => 0 });
    await service.serve(list.loadAll());
    assert.deepEqual(
      [list.state.drifted, list.state.short, list.state.unreadable > 0],
      [true, true, true],
    );
    honest = true;
    await service.serve(list.refresh());
    const { rows, drifted, short, unreadable } = list.state;
    assert.deepEqual([rows, drifted, short, unreadable], [all, false, false, 0]);
  });

  it('clears an earlier failure once it went well, and moves the time on', async () => {
    const { list, service } = start(45);
    await service.serve(list.open());
    const more = list.loadMore();
    await turn();
    service.waiting[0]!.fail();
    await more;
    const { asOf } = list.state;
    await service.serve(list.refresh());
    assert.equal(list.state.failure, undefined);
    assert.ok(list.state.asOf! > asOf!);
  });
});
