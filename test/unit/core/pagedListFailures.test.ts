import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { PagedList } from '../../../src/core/pagedList.ts';
import { announcements, HeldReads, turn } from '../../support/heldReads.ts';
import { honestPage, numbered, type Row } from '../../support/pages.ts';
import { unhandledDuring } from '../../support/unhandled.ts';

const NOW = 1000;

function start(count = 95) {
  const all = numbered(count);
  const service = new HeldReads((request) => honestPage(all, request));
  const list = new PagedList<Row>(service.read, { limit: () => 10, now: () => NOW });
  return { all, service, list, told: announcements(list) };
}

const FAILED = { kind: 'http', status: 503 } as const;

describe('a list whose page fails', () => {
  it('the first: says why, is not an empty list, and can be tried again', async () => {
    for (const again of ['loadMore', 'loadAll', 'refresh'] as const) {
      const { list, service, told } = start(25);
      const opened = list.open();
      await turn();
      service.waiting[0]!.fail();
      await opened;
      const { rows, failure, hasMore, asOf } = list.state;
      assert.deepEqual([rows, hasMore, asOf], [[], false, undefined]);
      assert.deepEqual(failure, { during: 'first', failure: FAILED, at: NOW });
      assert.deepEqual(told, ['0 rows, first', '0 rows, idle first failed']);
      await service.serve(list[again]());
      assert.equal(list.state.failure, undefined);
      assert.ok(list.state.rows.length >= 10, again);
    }
  });

  it('a later one: the rows stay, the reason shows, and the same page is tried again', async () => {
    const { list, service, all } = start();
    await service.serve(list.loadMore());
    const more = list.loadMore();
    await turn();
    service.waiting[0]!.fail();
    await more;
    assert.deepEqual(list.state.rows, all.slice(0, 10));
    assert.deepEqual(list.state.failure, { during: 'more', failure: FAILED, at: NOW });
    assert.equal(list.state.hasMore, true);
    const again = list.loadMore();
    assert.notEqual(list.state.failure, undefined, 'the reason stays until it went well');
    await service.serve(again);
    assert.equal(list.state.failure, undefined);
    assert.deepEqual(list.state.rows, all.slice(0, 20));
    assert.deepEqual(service.pages, ['1/10', '2/10', '2/10']);
  });

  it('in the midst of all: what came before it is kept, what was asked ahead is called off', async () => {
    const { list, service, all } = start();
    await service.serve(list.open());
    const loading = list.loadAll();
    await turn();
    const [one, two, three, four] = service.waiting;
    one!.answer();
    await turn();
    const five = service.waiting.at(-1);
    three!.fail();
    five!.fail({ kind: 'notFound' });
    await turn();
    assert.equal(list.state.work, 'all', 'a failure ahead waits for its turn');
    two!.answer();
    await loading;
    assert.deepEqual(list.state.rows, all.slice(0, 20));
    assert.deepEqual(list.state.failure, { during: 'all', failure: FAILED, at: NOW });
    assert.equal(four!.signal.aborted, true);
    assert.deepEqual(service.waiting, []);
    await service.serve(list.loadAll());
    assert.deepEqual(list.state.rows, all);
    assert.equal(list.state.failure, undefined);
    assert.equal(list.state.drifted, false);
  });

  it('ahead of its turn: no rejection is left without anybody to tell', async () => {
    const unhandled = await unhandledDuring(async () => {
      const { list, service } = start();
      await service.serve(list.open());
      const loading = list.loadAll();
      await turn();
      for (const held of service.waiting.reverse()) held.fail();
      await loading;
    });
    assert.deepEqual(unhandled, []);
  });

  it('in a refresh: the rows that were there stay, with all that is known of them', async () => {
    const { list, service, all } = start();
    await service.serve(list.loadMore());
    await service.serve(list.loadMore());
    const before = list.state;
    const refreshing = list.refresh();
    await turn();
    service.waiting[0]!.answer();
    await turn();
    service.waiting[0]!.fail({ kind: 'timeout', afterMs: 5 });
    await refreshing;
    assert.deepEqual(list.state, {
      ...before,
      failure: { during: 'refresh', failure: { kind: 'timeout', afterMs: 5 }, at: NOW },
    });
    assert.equal(list.state.rows, before.rows);
    await service.serve(list.loadMore());
    assert.deepEqual(list.state.rows, all.slice(0, 30));
  });

  it('by a fault of our own: it is thrown, not shown as an empty list', async () => {
    const list = new PagedList<Row>(() => Promise.reject(new TypeError('ours')), {
      limit: () => 10,
      now: () => 0,
    });
    await assert.rejects(list.open(), TypeError);
    assert.equal(list.state.work, undefined);
  });

  it('at once, without a promise: it is a failure like any other', async () => {
    let calls = 0;
    const list = new PagedList<Row>(
      () => {
        calls++;
        throw new TypeError('ours');
      },
      { limit: () => 10, now: () => 0 },
    );
    await assert.rejects(list.open(), TypeError);
    assert.deepEqual([list.state.work, calls], [undefined, 1]);
  });
});
