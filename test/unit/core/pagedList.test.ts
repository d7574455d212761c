import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { openList, startList } from '../../support/heldList.ts';
import { listState } from '../../support/projects.ts';
import { turn } from '../../support/turn.ts';
import { bare, honestPage, keysOf, numbered } from '../../support/pages.ts';

describe('Opening a PagedList', () => {
  it('a list has no rows and sends no request before it is opened', () => {
    const { list, service } = startList({ count: 25 });
    assert.deepEqual(list.state, listState([], { total: undefined, asOf: undefined }));
    assert.equal(service.requests.length, 0);
  });

  it('a list requests its first page once, however often a view opens it', async () => {
    const { list, service, all, states } = startList({ count: 25 });
    const opened = Promise.all([list.open(), list.open(), list.loadMore()]);
    await turn();
    assert.deepEqual(service.pages, ['1/10']);
    service.waiting[0]!.respond();
    await opened;
    await list.open();
    await list.open();
    assert.deepEqual(service.pages, ['1/10']);
    const facts = { total: 25, hasMore: true, asOf: 1000 };
    assert.deepEqual(list.state, listState(all.slice(0, 10), facts));
    assert.deepEqual(states, ['0 rows, first', '10 rows, idle']);
  });
});

describe('Load More of a PagedList', () => {
  it('Load More adds one page each time and sends no request after the last page', async () => {
    const { list, service, all } = startList({ count: 25 });
    for (const rows of [10, 20, 25, 25]) {
      await service.serve(list.loadMore());
      assert.deepEqual(list.state.rows, all.slice(0, rows));
    }
    await service.serve(list.loadAll());
    assert.deepEqual(service.pages, ['1/10', '2/10', '3/10']);
    assert.equal(list.state.hasMore, false);
  });

  it('Load More sends one request and adds one page when it is chosen again meanwhile', async () => {
    const { list, service } = await openList();
    const both = Promise.all([list.loadMore(), list.loadMore(), list.loadMore()]);
    await turn();
    assert.deepEqual(service.pages, ['1/10', '2/10']);
    service.waiting[0]!.respond();
    await both;
    assert.equal(list.state.rows.length, 20);
  });

  it('a list announces each change of its state once', async () => {
    const { list, service, states } = await openList();
    states.length = 0;
    await service.serve(list.loadMore());
    assert.deepEqual(states.splice(0), ['10 rows, more', '20 rows, more', '20 rows, idle']);
    await service.serve(list.loadAll());
    assert.deepEqual(states, [
      '20 rows, all',
      // The last loaded page is read again to detect changes of the list.
      '20 rows, all',
      '30 rows, all',
      '40 rows, all',
      '45 rows, all',
      '45 rows, idle',
    ]);
  });

  it('a removed listener is not called', async () => {
    const { list, service } = startList();
    let calls = 0;
    const leave = list.onChange(() => calls++);
    leave();
    await service.serve(list.open());
    assert.equal(calls, 0);
  });

  it('sets `asOf` to the time at which the oldest rows were requested, not to when they came', async () => {
    const { list, service, clock } = startList();
    for (const [work, asOf] of [
      ['open', 1000],
      ['loadMore', 1000],
      ['refresh', 2000],
      ['loadAll', 2000],
    ] as const) {
      const done = list[work]();
      await turn();
      clock.pass(500);
      await service.serve(done);
      assert.equal(list.state.asOf, asOf, work);
    }
  });

  it('a list uses a new page size only from the next refresh or reset on', async () => {
    let limit = 10;
    const { list, service } = await openList({ count: 60, limit: () => limit });
    limit = 25;
    await service.serve(list.loadMore());
    await service.serve(list.refresh());
    await service.serve(list.loadMore());
    assert.deepEqual(service.pages, ['1/10', '2/10', '1/25', '2/25']);
    list.reset();
    limit = 7;
    await service.serve(list.open());
    assert.equal(service.pages.at(-1), '1/7');
  });
});

describe('Load All of a PagedList', () => {
  it('Load All requests four pages at a time, and shows them in order whatever order they arrive in', async () => {
    const { list, service, all } = await openList({ count: 95 });
    const loaded = list.loadAll();
    await turn();
    // The last loaded page is requested a second time.
    assert.deepEqual(service.pages.slice(1), ['1/10', '2/10', '3/10', '4/10']);
    while (list.state.work) {
      assert.ok(service.waiting.length <= 4);
      service.waiting.at(-1)!.respond();
      await turn();
      assert.deepEqual(list.state.rows, all.slice(0, list.state.rows.length));
    }
    await loaded;
    const pages = Array.from({ length: 10 }, (_, at) => `${at + 1}/10`);
    assert.deepEqual(service.pages.slice(1), pages);
    assert.deepEqual(list.state.rows, all);
    assert.equal(list.state.drifted, false);
  });

  it('Load All requests one page at a time when the service gives no totals', async () => {
    const { all, list, service } = startList({
      respond: (rows, request) => bare(honestPage(rows, request).rows),
    });
    const loaded = list.loadAll();
    for (let page = 1; page <= 5; page++) {
      await turn();
      assert.equal(service.waiting.length, 1);
      service.waiting[0]!.respond();
    }
    await loaded;
    assert.deepEqual(list.state.rows, all);
    assert.equal(service.requests.length, 5);
  });

  it('Load All repeats the requests sent ahead when the service lowers its limit', async () => {
    const { all, list, service } = startList({
      count: 95,
      respond: (rows, { page, limit }) =>
        honestPage(rows, { page, limit: page === 1 ? limit : Math.min(limit, 6) }),
    });
    const loading = list.loadAll();
    await turn();
    while (list.state.work) {
      service.waiting[0]!.respond();
      await turn();
    }
    await loading;
    assert.deepEqual(list.state.rows, all);
    assert.deepEqual([list.state.hasMore, list.state.drifted], [false, false]);
    assert.equal(service.canceled.map(({ request }) => request.limit).join(), '10,10,10');
  });

  it('Load All reads each page once when it is chosen twice at once', async () => {
    const { list, service } = startList({ count: 95 });
    await service.serve(Promise.all([list.loadAll(), list.loadAll()]));
    assert.equal(service.requests.length, 10);
    assert.equal(list.state.drifted, false);
  });
});

describe('Refresh of a PagedList', () => {
  it('a refresh reads as many pages as are loaded, four at a time, and leaves the old rows until all have arrived', async () => {
    const { list, service, all, states } = startList({ count: 95 });
    for (let page = 0; page < 7; page++) await service.serve(list.loadMore());
    const { rows: shown } = list.state;
    const before = keysOf(shown);
    const sent = service.requests.length;
    all.unshift({ key: 'new' });
    states.length = 0;
    const refreshing = list.refresh();
    await turn();
    let most = 0;
    while (service.waiting.length > 0) {
      most = Math.max(most, service.waiting.length);
      assert.equal(list.state.rows, shown);
      assert.deepEqual([keysOf(shown), list.state.work], [before, 'refresh']);
      service.waiting[0]!.respond();
      await turn();
    }
    await refreshing;
    assert.equal(most, 4);
    const pages = service.pages.slice(sent);
    assert.deepEqual(pages, ['1/10', '2/10', '3/10', '4/10', '5/10', '6/10', '7/10']);
    assert.deepEqual([list.state.rows, list.state.hasMore], [all.slice(0, 70), true]);
    assert.notEqual(list.state.rows, shown, 'the old array is left as it was');
    assert.deepEqual(states, ['70 rows, refresh', '70 rows, idle']);
  });

  it('a refresh reads as many pages as are loaded when those of the service have more than 100 items', async () => {
    const { list, service } = await openList({
      count: 450,
      respond: (rows, { page }) => honestPage(rows, { page, limit: 200 }),
    });
    await service.serve(list.refresh());
    assert.deepEqual([list.state.rows.length, service.pages], [200, ['1/10', '1/10']]);
  });

  it('a refresh of a complete list shows it all, also if it became longer, shorter or empty', async () => {
    const { list, service, all } = startList({ count: 25 });
    await service.serve(list.loadAll());
    for (const rows of [numbered(55), numbered(3), [], numbered(1)]) {
      all.splice(0, all.length, ...rows);
      await service.serve(list.refresh());
      const { total, hasMore } = list.state;
      assert.deepEqual([list.state.rows, total, hasMore], [rows, rows.length, false]);
    }
  });

  it('a refresh cancels a running Load All and takes no rows from it', async () => {
    const { list, service, all } = await openList();
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
});
