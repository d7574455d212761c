import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { openList, startList } from '../../support/heldList.ts';
import { turn } from '../../support/turn.ts';

describe('Sign-out and Cancel while a PagedList is read', () => {
  it('a list drops its rows when the user signs out at any step of an answer', async () => {
    for (const work of ['open', 'loadMore', 'refresh', 'loadAll'] as const) {
      for (let steps = 0; steps < 30; steps++) {
        const { list, service } = startList({ count: 95, respectsSignal: false });
        if (work !== 'open') await service.serve(list.open());
        void list[work]();
        await turn();
        service.waiting[0]!.respond();
        for (let step = 0; step < steps; step++) await Promise.resolve();
        list.reset();
        await turn();
        assert.equal(list.state.rows.length, 0, `${work}, after ${steps} steps`);
        assert.equal(list.state.asOf, undefined, `${work}, after ${steps} steps`);
      }
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
    assert.deepEqual(list.state.rows, all.slice(0, 20));
    assert.equal(list.state.failure, undefined);
    await service.serve(list.loadAll());
    assert.deepEqual(list.state.rows, all);
    assert.equal(list.state.drifted, false);
  });

  it('a list drops a page that arrives after Cancel', async () => {
    const { list, service, all } = await openList({ count: 95, respectsSignal: false });
    void list.loadMore();
    await turn();
    const [late] = service.waiting;
    list.cancel();
    late!.respond();
    await turn();
    assert.deepEqual(list.state.rows, all.slice(0, 10));
    await service.serve(list.loadMore());
    assert.deepEqual(list.state.rows, all.slice(0, 20));
    assert.equal(list.state.drifted, false);
  });

  it('a list sends no request after a listener stopped it', async () => {
    const { list, service } = await openList({ count: 95 });
    const loading = list.loadAll();
    await turn();
    let sent = 0;
    list.onChange(() => {
      if (list.state.rows.length < 20 || sent > 0) return;
      sent = service.requests.length;
      list.cancel();
    });
    for (const read of service.waiting) read.respond();
    await loading;
    await turn();
    assert.equal(service.requests.length, sent);
    assert.deepEqual([list.state.work, list.state.rows.length], [undefined, 20]);
  });

  for (const [who, end] of [
    ['Cancel', 'cancel'],
    ['a sign-out', 'reset'],
  ] as const) {
    it(`${who} ends a Load All that waits for another request`, async () => {
      const { list, service } = await openList({ count: 95 });
      void list.loadMore();
      const waiting = list.loadAll();
      await turn();
      list[end]();
      await waiting;
      await turn();
      assert.deepEqual(service.pages, ['1/10', '2/10']);
      assert.deepEqual([list.state.work, list.state.failure], [undefined, undefined]);
    });
  }

  it('reports the first page as stopped, and reads it on the next request', async () => {
    const { list, service, all } = startList({ count: 95 });
    void list.open();
    await turn();
    list.cancel();
    assert.deepEqual(list.state.failure, {
      during: 'first',
      failure: { kind: 'aborted' },
      at: 1000,
    });
    await turn();
    await service.serve(list.loadMore());
    assert.deepEqual([list.state.rows, list.state.failure], [all.slice(0, 10), undefined]);
  });

  it('Cancel announces nothing when nothing is being read', () => {
    const { list, states } = startList({ count: 95 });
    list.cancel();
    assert.deepEqual(states, []);
  });
});

describe('Concurrent work of a PagedList', () => {
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

  it('Load More during a refresh ends with it when it is stopped, replaced or fails', async () => {
    for (const end of ['cancel', 'reset', 'refresh', 'fail'] as const) {
      const { list, service } = await openList({ count: 95 });
      void list.refresh();
      const more = list.loadMore();
      await turn();
      if (end === 'fail') service.waiting[0]!.fail();
      else void list[end]();
      await more;
      await turn();
      assert.ok(!service.pages.includes('2/10'), end);
      assert.equal(list.state.failure?.during, end === 'fail' ? 'refresh' : undefined, end);
    }
  });

  it('waiting until the list is idle sends no request', async () => {
    const { list, service } = startList({ count: 95 });
    await list.idle();
    assert.deepEqual(service.pages, []);
    for (const work of ['open', 'loadMore', 'refresh'] as const) {
      const done = list[work]();
      const before = service.requests.length;
      const idle = list.idle();
      await turn();
      assert.notEqual(list.state.work, undefined, work);
      await service.serve(idle);
      assert.equal(list.state.work, undefined, work);
      await done;
      assert.ok(service.requests.length <= before + 2, work);
    }
    assert.deepEqual(service.pages, ['1/10', '2/10', '1/10', '2/10']);
  });

  it('Load All during Load More or a refresh continues after it', async () => {
    for (const first of ['loadMore', 'refresh'] as const) {
      const { list, service, all } = await openList({ count: 95 });
      void list[first]();
      await service.serve(list.loadAll());
      assert.deepEqual(list.state.rows, all);
      assert.equal(new Set(service.pages.slice(1)).size, first === 'refresh' ? 10 : 9);
      assert.equal(list.state.drifted, false);
    }
  });

  it('reads no page twice when a listener calls loadMore during Load All', async () => {
    const { list, service, all } = startList({ count: 95 });
    let once = true;
    list.onChange(() => {
      if (!once || list.state.work !== undefined || list.state.rows.length === 0) return;
      once = false;
      void list.loadMore();
    });
    await service.serve(list.loadAll());
    assert.deepEqual(list.state.rows, all);
    assert.equal(list.state.drifted, false);
    assert.equal(new Set(service.pages).size, service.pages.length, service.pages.join(' '));
  });

  it('a list sends one request when a listener calls open as a refresh replaces the first page', async () => {
    const { list, service } = startList({ count: 95 });
    void list.open();
    await turn();
    let once = true;
    list.onChange(() => {
      if (!once) return;
      once = false;
      void list.open();
    });
    const refreshing = list.refresh();
    await turn();
    assert.equal(service.waiting.length, 1);
    await service.serve(refreshing);
    assert.deepEqual([list.state.rows.length, list.state.failure], [10, undefined]);
  });
});
