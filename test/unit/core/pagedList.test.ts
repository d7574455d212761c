import assert from 'node:assert/strict';
import { openList, startList } from '../../support/heldList.ts';
import { listState } from '../../support/projects.ts';
import { turn } from '../../support/turn.ts';
import { numbered } from '../../support/pages.ts';

describe('PagedList', () => {
  it('a list has no rows before it is opened, and requests its first page once, however often a view opens it', async () => {
    const { list, service, all, states } = startList({ count: 25 });
    const leave = list.onChange(() => assert.fail('a removed listener was called'));
    leave();
    assert.deepEqual(list.state, listState([], { total: undefined, asOf: undefined }));
    assert.equal(service.requests.length, 0);
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

  it('Load More adds one page, however often it is chosen meanwhile, reads the page before again, and sends no request after the last page', async () => {
    const { list, service, all } = startList({ count: 25 });
    for (const rows of [10, 20, 25, 25]) {
      await service.serve(Promise.all([list.loadMore(), list.loadMore()]));
      assert.deepEqual(list.state.rows, all.slice(0, rows));
    }
    await service.serve(list.loadAll());
    assert.deepEqual(service.pages, ['1/10', '1/10', '2/10', '2/10', '3/10']);
    assert.equal(list.state.hasMore, false);
  });

  it('a list uses a new page size only from the next refresh on', async () => {
    let limit = 10;
    const { list, service } = await openList({ count: 60, limit: () => limit });
    limit = 25;
    await service.serve(list.loadMore());
    await service.serve(list.refresh());
    await service.serve(list.loadMore());
    assert.deepEqual(service.pages, ['1/10', '1/10', '2/10', '1/25', '1/25', '2/25']);
  });

  it('Load All reads each page once, four at a time, even if chosen twice, and shows them in order whatever order they arrive in', async () => {
    const { list, service, all } = await openList({ count: 95 });
    const loaded = Promise.all([list.loadAll(), list.loadAll()]);
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

  it('a refresh reads as many pages as are loaded, and leaves the old rows until all have arrived', async () => {
    const { list, service, all, states } = startList({ count: 95 });
    for (let page = 0; page < 7; page++) await service.serve(list.loadMore());
    const { rows: shown } = list.state;
    const sent = service.requests.length;
    all.unshift({ key: 'new' });
    states.length = 0;
    const refreshing = list.refresh();
    await turn();
    while (service.waiting.length > 0) {
      assert.deepEqual([list.state.rows === shown, list.state.work], [true, 'refresh']);
      service.waiting[0]!.respond();
      await turn();
    }
    await refreshing;
    const pages = service.pages.slice(sent);
    assert.deepEqual(pages, ['1/10', '2/10', '3/10', '4/10', '5/10', '6/10', '7/10']);
    assert.deepEqual([list.state.rows, list.state.hasMore], [all.slice(0, 70), true]);
    assert.deepEqual(states, ['70 rows, refresh', '70 rows, idle']);
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

  it('Cancel keeps the pages that arrived, cancels the other requests at once, and can continue', async () => {
    const { list, service, all, states } = await openList({ count: 95 });
    const loading = list.loadAll();
    for (let pages = 0; pages < 2; pages++) {
      await turn();
      service.waiting[0]!.respond();
    }
    await turn();
    states.length = 0;
    list.cancel();
    assert.equal(list.state.work, undefined, 'before any answer');
    assert.deepEqual(service.waiting, []);
    assert.deepEqual(states, ['20 rows, idle']);
    await loading;
    assert.deepEqual([list.state.rows, list.state.failure], [all.slice(0, 20), undefined]);
    await service.serve(list.loadAll());
    assert.deepEqual([list.state.rows, list.state.drifted], [all, false]);
  });

  it('Load More during a refresh reads one more page after it, however often it is chosen', async () => {
    const { list, service, all } = await openList({ count: 95 });
    const refreshing = list.refresh();
    const more = Promise.all([list.loadMore(), list.loadMore()]);
    await turn();
    assert.deepEqual(service.pages, ['1/10', '1/10']);
    await service.serve(Promise.all([refreshing, more]));
    assert.deepEqual(service.pages, ['1/10', '1/10', '2/10']);
    assert.deepEqual(list.state.rows, all.slice(0, 20));
  });
});
