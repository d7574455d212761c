import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { PagedList } from '../../../src/core/pagedList.ts';
import type { PageRequest } from '../../../src/core/pageWalk.ts';
import { announcements, HeldReads, turn } from '../../support/heldReads.ts';
import { honestPage, keysOf, numbered, type Row } from '../../support/pages.ts';

/** A list that `change` may move before each answer. */
function start(count: number, change: (all: Row[], request: PageRequest, nth: number) => void) {
  const all = numbered(count);
  let answered = 0;
  const service = new HeldReads((request) => {
    change(all, request, ++answered);
    return honestPage(all, request);
  });
  let now = 0;
  const list = new PagedList<Row>(service.read, { limit: () => 10, now: () => ++now });
  return { all, service, list, told: announcements(list) };
}

const unique = (rows: readonly Row[]) => new Set(keysOf(rows)).size === rows.length;

describe('Load all of a list that moves under it', () => {
  it('reads it a second time, and shows what is there if it held still for that', async () => {
    const { all, service, list } = start(45, (rows, _, nth) => {
      if (nth === 3) rows.shift();
    });
    await service.serve(list.loadAll());
    assert.deepEqual(keysOf(list.state.rows), keysOf(all));
    const { drifted, short, hasMore, work, failure } = list.state;
    assert.deepEqual(
      [drifted, short, hasMore, work, failure],
      [false, false, false, undefined, undefined],
    );
  });

  it('keeps what either reading found if it moves again, and says that it has changed', async () => {
    const { all, service, list } = start(45, (rows, { page }) => {
      if (page === 3) rows.unshift(rows.pop()!);
    });
    await service.serve(list.loadAll());
    assert.ok(unique(list.state.rows));
    assert.deepEqual(new Set(keysOf(list.state.rows)), new Set(keysOf(all)));
    assert.equal(list.state.drifted, true);
    assert.equal(list.state.hasMore, false);
  });

  it('reads it twice and not a third time, however it moves', async () => {
    let fresh = 0;
    const { service, list } = start(45, (rows) => {
      rows.unshift({ key: `new ${fresh++}` });
      rows.pop();
    });
    await service.serve(list.loadAll());
    assert.equal(service.pages.filter((page) => page === '1/10').length, 2);
    assert.ok(service.asked.length <= 2 * 8, String(service.asked.length));
    assert.equal(list.state.drifted, true);
  });

  it('never shows fewer rows on the way: the second reading is hidden until it is complete', async () => {
    const { service, list, told } = start(45, (rows, _, nth) => {
      if (nth === 3) rows.shift();
    });
    let most = 0;
    list.onChange(() => {
      const { length } = list.state.rows;
      // One row was deleted.
      assert.ok(length >= most - 1, `${length} after ${most}`);
      most = Math.max(most, length);
    });
    await service.serve(list.loadAll());
    assert.equal(told.at(-1), '44 rows, idle');
  });

  it('stopped in the second reading keeps the rows of the first, and says that it has changed', async () => {
    const { service, list } = start(45, (rows, _, nth) => {
      if (nth === 3) rows.shift();
    });
    const loading = list.loadAll();
    const secondBegan = () => service.pages.filter((page) => page === '1/10').length === 2;
    while (!secondBegan()) {
      await turn();
      if (!secondBegan()) service.waiting[0]!.answer();
    }
    const { rows } = list.state;
    list.cancel();
    await loading;
    assert.equal(list.state.rows, rows);
    assert.ok(rows.length >= 43);
    assert.deepEqual([list.state.drifted, list.state.work], [true, undefined]);
    await service.serve(list.refresh());
    assert.deepEqual([list.state.rows.length, list.state.drifted], [44, false]);
  });

  it('fails in the second reading: the same, and why', async () => {
    const { service, list } = start(45, (rows, _, nth) => {
      if (nth === 3) rows.shift();
    });
    const loading = list.loadAll();
    while (list.state.work) {
      await turn();
      const again = service.pages.filter((page) => page === '1/10').length === 2;
      if (again) service.waiting[0]!.fail();
      else service.waiting[0]?.answer();
      await turn();
    }
    await loading;
    assert.equal(list.state.failure?.during, 'all');
    assert.ok(list.state.rows.length >= 43);
    assert.equal(list.state.drifted, true);
  });
});

describe('Load all of a list that promises more than it gives', () => {
  /** Forty rows that speak of forty-five; the rest comes at the second reading if `later`. */
  function promising(later: boolean) {
    const all = numbered(45);
    const service = new HeldReads((request) => {
      const firstTime = service.pages.filter((page) => page === '1/10').length < 2;
      const page = honestPage(all, request);
      if (request.page < 5 || (later && !firstTime)) return page;
      return { ...page, rows: [], received: 0 };
    });
    const list = new PagedList<Row>(service.read, { limit: () => 10, now: () => 0 });
    return { all, service, list };
  }

  it('finds the rest in a second reading, if it is there by then', async () => {
    const { all, service, list } = promising(true);
    await service.serve(list.loadAll());
    assert.deepEqual(keysOf(list.state.rows), keysOf(all));
    assert.deepEqual([list.state.short, list.state.drifted], [false, false]);
  });

  it('else says that it is short, keeps every row, and has asked twice in all', async () => {
    const { all, service, list } = promising(false);
    await service.serve(list.loadAll());
    assert.deepEqual(keysOf(list.state.rows), keysOf(all.slice(0, 40)));
    assert.deepEqual([list.state.short, list.state.total], [true, 45]);
    assert.equal(service.pages.filter((page) => page === '1/10').length, 2);
  });
});
