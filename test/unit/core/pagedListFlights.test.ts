import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { PagedList } from '../../../src/core/pagedList.ts';
import { announcements, HeldReads, turn } from '../../support/heldReads.ts';
import { honestPage, keysOf, numbered, type Row } from '../../support/pages.ts';

/** A service that may ignore that nobody waits any more, as a late answer does. */
function start({ count = 95, heedsSignal = true } = {}) {
  const all = numbered(count);
  const service = new HeldReads((request) => honestPage(all, request), heedsSignal);
  const list = new PagedList<Row>(service.read, { limit: () => 10, now: () => 0 });
  return { all, service, list, told: announcements(list) };
}

describe('signing out while a list is read', () => {
  it('drops the late answer: nobody sees rows of another account', async () => {
    for (const work of ['open', 'loadMore', 'loadAll', 'refresh'] as const) {
      const { list, service } = start({ heedsSignal: false });
      if (work !== 'open') await service.serve(list.open());
      void list[work]();
      await turn();
      const late = service.waiting;
      list.reset();
      assert.ok(late.every(({ signal }) => signal.aborted));
      for (const held of late) held.answer();
      await turn();
      const { rows, work: now, failure, asOf } = list.state;
      assert.deepEqual([rows, now, failure, asOf], [[], undefined, undefined, undefined], work);
    }
  });

  it('at the very moment the answer comes in, whichever step of it', async () => {
    for (const work of ['open', 'refresh', 'loadAll'] as const) {
      for (let steps = 0; steps < 30; steps++) {
        const { list, service } = start({ count: 10, heedsSignal: false });
        if (work === 'refresh') await service.serve(list.open());
        void list[work]();
        await turn();
        service.waiting[0]!.answer();
        for (let step = 0; step < steps; step++) await Promise.resolve();
        list.reset();
        await turn();
        assert.equal(list.state.rows.length, 0, `${work}, after ${steps} steps`);
        assert.equal(list.state.asOf, undefined, `${work}, after ${steps} steps`);
      }
    }
  });

  it('ends a Load all that was waiting for its turn', async () => {
    const { list, service } = start();
    await service.serve(list.open());
    void list.loadMore();
    const waiting = list.loadAll();
    await turn();
    list.reset();
    await waiting;
    await turn();
    assert.deepEqual(service.pages, ['1/10', '2/10']);
    assert.deepEqual([list.state.rows, list.state.failure], [[], undefined]);
  });

  it('leaves nothing behind for the next account', async () => {
    const { list, service, all } = start({ heedsSignal: false });
    void list.open();
    await turn();
    const [old] = service.waiting;
    list.reset();
    const opened = list.open();
    await turn();
    old!.answer(honestPage(numbered(10, 500), { page: 1, limit: 10 }));
    await turn();
    assert.equal(list.state.work, 'first');
    await service.serve(opened);
    assert.deepEqual(list.state.rows, all.slice(0, 10));
  });
});

describe('stopping', () => {
  it('keeps what came, calls off the rest at once, and can go on from there', async () => {
    const { list, service, all, told } = start();
    await service.serve(list.open());
    const loading = list.loadAll();
    for (let pages = 0; pages < 2; pages++) {
      await turn();
      service.waiting[0]!.answer();
    }
    await turn();
    told.length = 0;
    list.cancel();
    assert.equal(list.state.work, undefined, 'without waiting for anything');
    assert.deepEqual(service.waiting, []);
    assert.deepEqual(told, ['20 rows, idle']);
    await loading;
    assert.deepEqual(list.state.rows, all.slice(0, 20));
    assert.equal(list.state.failure, undefined);
    await service.serve(list.loadAll());
    assert.deepEqual(list.state.rows, all);
    assert.equal(list.state.drifted, false);
  });

  it('drops the page that arrives after it', async () => {
    const { list, service, all } = start({ heedsSignal: false });
    await service.serve(list.open());
    void list.loadMore();
    await turn();
    const [late] = service.waiting;
    list.cancel();
    late!.answer();
    await turn();
    assert.deepEqual(list.state.rows, all.slice(0, 10));
    await service.serve(list.loadMore());
    assert.deepEqual(list.state.rows, all.slice(0, 20));
    assert.equal(list.state.drifted, false);
  });

  it('by whoever hears of a page asks for no page after it', async () => {
    const { list, service } = start();
    await service.serve(list.open());
    const loading = list.loadAll();
    await turn();
    let asked = 0;
    list.onChange(() => {
      if (list.state.rows.length < 20 || asked > 0) return;
      asked = service.asked.length;
      list.cancel();
    });
    for (const held of service.waiting) held.answer();
    await loading;
    await turn();
    assert.equal(service.asked.length, asked);
    assert.deepEqual([list.state.work, list.state.rows.length], [undefined, 20]);
  });

  it('stops also the Load all that was waiting for its turn', async () => {
    const { list, service } = start();
    await service.serve(list.open());
    void list.loadMore();
    const waiting = list.loadAll();
    await turn();
    list.cancel();
    await waiting;
    await turn();
    assert.deepEqual([list.state.work, service.pages.length], [undefined, 2]);
  });

  it('keeps the old rows of a refresh', async () => {
    const { list, service, all } = start();
    await service.serve(list.open());
    void list.refresh();
    await turn();
    list.cancel();
    await turn();
    assert.deepEqual(list.state.rows, all.slice(0, 10));
    assert.equal(list.state.failure, undefined);
  });

  it('the first page says that it was stopped, and it can be read again', async () => {
    const { list, service, all } = start();
    void list.open();
    await turn();
    list.cancel();
    assert.deepEqual(list.state.failure, {
      during: 'first',
      failure: { kind: 'aborted' },
      at: 0,
    });
    await turn();
    await service.serve(list.loadMore());
    assert.deepEqual([list.state.rows, list.state.failure], [all.slice(0, 10), undefined]);
  });

  it('with nothing under way tells nobody anything', () => {
    const { list, told } = start();
    list.cancel();
    assert.deepEqual(told, []);
  });
});

describe('two wishes at once', () => {
  it('Load more during a refresh waits for it and moves nothing', async () => {
    const { list, service } = start();
    await service.serve(list.open());
    const refreshing = list.refresh();
    const more = list.loadMore();
    await turn();
    assert.deepEqual(service.pages, ['1/10', '1/10']);
    await service.serve(Promise.all([refreshing, more]).then(() => undefined));
    assert.equal(list.state.rows.length, 10);
  });

  it('Load all during a page or a refresh goes on after it', async () => {
    for (const first of ['loadMore', 'refresh'] as const) {
      const { list, service, all } = start();
      await service.serve(list.open());
      void list[first]();
      await service.serve(list.loadAll());
      assert.deepEqual(list.state.rows, all);
      assert.equal(new Set(service.pages.slice(1)).size, first === 'refresh' ? 10 : 9);
      assert.equal(list.state.drifted, false);
    }
  });

  it('a listener that asks for more at once cannot make two readings of one list', async () => {
    const { list, service, all } = start();
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

  it('a listener that asks for a page as work is given up gets a single reading', async () => {
    const { list, service } = start();
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
    assert.equal(list.state.rows.length, 10);
  });

  it('a refresh of a list that is still being opened opens it, and nothing says it was stopped', async () => {
    const { list, service, all, told } = start();
    void list.open();
    await turn();
    await service.serve(list.refresh());
    assert.deepEqual(list.state.rows, all.slice(0, 10));
    assert.deepEqual(told, ['0 rows, first', '0 rows, first', '10 rows, idle']);
  });

  it('refreshing twice at once reads the list once to its end', async () => {
    const { list, service } = start();
    await service.serve(list.open());
    const both = [list.refresh(), list.refresh()];
    await turn();
    assert.equal(service.waiting.length, 1);
    await service.serve(Promise.all(both).then(() => undefined));
    assert.deepEqual(keysOf(list.state.rows), keysOf(numbered(10)));
  });
});
