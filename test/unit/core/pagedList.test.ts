import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { PagedList } from '../../../src/core/pagedList.ts';
import { announcements, HeldReads, turn } from '../../support/heldReads.ts';
import { bare, honestPage, numbered, type Row } from '../../support/pages.ts';

function start(count: number, limit = 10) {
  const all = numbered(count);
  const service = new HeldReads((request) => honestPage(all, request));
  let now = 1000;
  const list = new PagedList<Row>(service.read, { limit: () => limit, now: () => now++ });
  return { all, service, list, told: announcements(list) };
}

describe('a list that is opened', () => {
  it('holds nothing and asks for nothing before that', () => {
    const { list, service } = start(25);
    assert.deepEqual(list.state, {
      rows: [],
      total: undefined,
      hasMore: false,
      work: undefined,
      failure: undefined,
      unreadable: 0,
      short: false,
      drifted: false,
      asOf: undefined,
    });
    assert.equal(service.asked.length, 0);
  });

  it('reads the first page once, however often it is painted', async () => {
    const { list, service, all, told } = start(25);
    const opened = Promise.all([list.open(), list.open(), list.loadMore()]);
    await turn();
    assert.deepEqual(service.pages, ['1/10']);
    service.waiting[0]!.answer();
    await opened;
    await list.open();
    await list.open();
    assert.deepEqual(service.pages, ['1/10']);
    assert.deepEqual(list.state, {
      rows: all.slice(0, 10),
      total: 25,
      hasMore: true,
      work: undefined,
      failure: undefined,
      unreadable: 0,
      short: false,
      drifted: false,
      asOf: 1000,
    });
    assert.deepEqual(told, ['0 rows, first', '10 rows, idle']);
  });

  it('is not tried again by a repaint once it failed', async () => {
    const { list, service } = start(25);
    const opened = list.open();
    await turn();
    service.waiting[0]!.fail();
    await opened;
    await list.open();
    assert.equal(service.asked.length, 1);
  });
});

describe('a list that is read on', () => {
  it('grows by a page each time, and asks for nothing past its end', async () => {
    const { list, service, all } = start(25);
    for (const rows of [10, 20, 25, 25]) {
      await service.serve(list.loadMore());
      assert.deepEqual(list.state.rows, all.slice(0, rows));
    }
    await service.serve(list.loadAll());
    assert.deepEqual(service.pages, ['1/10', '2/10', '3/10']);
    assert.equal(list.state.hasMore, false);
  });

  it('a second click on Load more while it loads costs no page and no request', async () => {
    const { list, service } = start(45);
    await service.serve(list.open());
    const both = Promise.all([list.loadMore(), list.loadMore(), list.loadMore()]);
    await turn();
    assert.deepEqual(service.pages, ['1/10', '2/10']);
    service.waiting[0]!.answer();
    await both;
    assert.equal(list.state.rows.length, 20);
  });

  it('tells of each change once', async () => {
    const { list, service, told } = start(45);
    await service.serve(list.open());
    told.length = 0;
    await service.serve(list.loadMore());
    assert.deepEqual(told.splice(0), ['10 rows, more', '20 rows, more', '20 rows, idle']);
    await service.serve(list.loadAll());
    assert.deepEqual(told, [
      '20 rows, all',
      // The page it held last, read again to see whether the list moved: it is from now.
      '20 rows, all',
      '30 rows, all',
      '40 rows, all',
      '45 rows, all',
      '45 rows, idle',
    ]);
  });

  it('tells that it changed at the service while it was read', async () => {
    for (const change of ['push', 'pop'] as const) {
      const { list, service, all } = start(45);
      await service.serve(list.open());
      all[change]({ key: 'new' });
      await service.serve(list.loadMore());
      assert.equal(list.state.drifted, true, change);
    }
  });

  it('tells nobody who no longer listens', async () => {
    const { list, service } = start(45);
    let calls = 0;
    const leave = list.onChange(() => calls++);
    leave();
    await service.serve(list.open());
    assert.equal(calls, 0);
  });

  it('notes when the newest page came', async () => {
    const { list, service } = start(25);
    await service.serve(list.open());
    const opened = list.state.asOf!;
    await service.serve(list.loadMore());
    assert.ok(list.state.asOf! > opened);
  });

  it('keeps its page size until it is read anew', async () => {
    let limit = 10;
    const service = new HeldReads((request) => honestPage(numbered(60), request));
    const list = new PagedList<Row>(service.read, { limit: () => limit, now: () => 0 });
    await service.serve(list.open());
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

describe('a list of which all is loaded', () => {
  it('asks for four pages at a time, in order, each once but the one it held last', async () => {
    const { list, service, all } = start(95);
    await service.serve(list.open());
    const loaded = list.loadAll();
    await turn();
    assert.deepEqual(service.pages.slice(1), ['1/10', '2/10', '3/10', '4/10']);
    while (list.state.work) {
      assert.ok(service.waiting.length <= 4);
      service.waiting[0]!.answer();
      await turn();
    }
    await loaded;
    assert.deepEqual(
      service.pages.slice(1),
      Array.from({ length: 10 }, (_, at) => `${at + 1}/10`),
    );
    assert.deepEqual(list.state.rows, all);
    assert.equal(list.state.drifted, false);
  });

  it('shows rows in the order of the service though answers come in another', async () => {
    const { list, service, all } = start(95);
    const loaded = list.loadAll();
    await turn();
    service.waiting[0]!.answer();
    await turn();
    while (list.state.work) {
      assert.ok(service.waiting.length <= 4);
      service.waiting.at(-1)!.answer();
      await turn();
      assert.deepEqual(list.state.rows, all.slice(0, list.state.rows.length));
    }
    await loaded;
    assert.deepEqual(list.state.rows, all);
    assert.equal(service.asked.length, 10);
  });

  it('feels its way page by page where no totals promise more', async () => {
    const all = numbered(45);
    const service = new HeldReads((request) => bare(honestPage(all, request).rows));
    const list = new PagedList<Row>(service.read, { limit: () => 10, now: () => 0 });
    const loaded = list.loadAll();
    for (let page = 1; page <= 5; page++) {
      await turn();
      assert.equal(service.waiting.length, 1);
      service.waiting[0]!.answer();
    }
    await loaded;
    assert.deepEqual(list.state.rows, all);
    assert.equal(service.asked.length, 5);
  });

  it('asks anew what it asked ahead under a limit the service then lowers', async () => {
    const all = numbered(95);
    const service = new HeldReads(({ page, limit }) =>
      honestPage(all, { page, limit: page === 1 ? limit : Math.min(limit, 6) }),
    );
    const list = new PagedList<Row>(service.read, { limit: () => 10, now: () => 0 });
    const loading = list.loadAll();
    await turn();
    while (list.state.work) {
      service.waiting[0]!.answer();
      await turn();
    }
    await loading;
    assert.deepEqual(list.state.rows, all);
    assert.deepEqual([list.state.hasMore, list.state.drifted], [false, false]);
    assert.deepEqual(
      service.calledOff.map(({ request }) => request.limit),
      [10, 10, 10],
    );
  });

  it('asked twice at once, is loaded once', async () => {
    const { list, service } = start(95);
    const both = Promise.all([list.loadAll(), list.loadAll()]).then(() => undefined);
    await service.serve(both);
    assert.equal(service.asked.length, 10);
    assert.equal(list.state.drifted, false);
  });
});
