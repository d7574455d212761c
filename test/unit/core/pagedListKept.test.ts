import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { type HeldList, startList } from '../../support/heldList.ts';
import { honestPage, keysOf, numbered } from '../../support/pages.ts';
import { turn } from '../../support/turn.ts';

const AN_HOUR_AGO = 500;

/** A list that shows the first 20 of 45 rows, ten a page, as an earlier window saw them. */
function restored(held = 20, count = 45): HeldList {
  const started = startList({ count });
  started.list.restore({
    rows: numbered(held),
    asOf: AN_HOUR_AGO,
    limit: 10,
    covered: held,
    total: count,
    ended: held === count,
    unreadable: 0,
    drifted: false,
    repeated: 0,
    shared: new Map(),
  });
  return started;
}

describe('rows of an earlier window', () => {
  it('are shown without a request, with their time, and say that they are restored', () => {
    const { list, service } = restored();
    const { rows, asOf, restored: isRestored, total, hasMore, work } = list.state;
    assert.deepEqual(keysOf(rows), keysOf(numbered(20)));
    assert.deepEqual(
      { asOf, isRestored, total, hasMore, work },
      { asOf: AN_HOUR_AGO, isRestored: true, total: 45, hasMore: true, work: undefined },
    );
    assert.equal(service.asked.length, 0);
  });

  it('are read again once when the list is opened, and stay until all of them came', async () => {
    const { list, service, all } = restored();
    const opened = Promise.all([list.open(), list.open()]);
    assert.equal(list.state.work, 'refresh');
    all.unshift({ key: 'new' });
    await service.serve(opened.then(() => undefined));
    assert.deepEqual(service.pages, ['1/10', '2/10']);
    assert.equal(keysOf(list.state.rows)[0], 'new');
    assert.deepEqual([list.state.restored, list.state.asOf], [false, 1000]);
    await list.open();
    assert.equal(service.asked.length, 2);
  });

  it('stay if that fails, and opening the list does not try again', async () => {
    const { list, service } = restored();
    const opened = list.open();
    await turn();
    for (const held of service.waiting) held.fail();
    await opened;
    assert.equal(list.state.failure?.during, 'refresh');
    assert.deepEqual([list.state.rows.length, list.state.restored], [20, true]);
    const asked = service.asked.length;
    await list.open();
    assert.equal(service.asked.length, asked);
  });

  it('stay if that is stopped, and opening the list does not begin again', async () => {
    const { list, service } = restored();
    const opened = list.open();
    await turn();
    const asked = service.asked.length;
    assert.ok(asked > 0);
    list.cancel();
    await opened;
    await list.open();
    assert.deepEqual([list.state.rows.length, list.state.restored], [20, true]);
    assert.equal(service.asked.length, asked);
  });

  it('are read again before more are read after them', async () => {
    for (const load of ['loadMore', 'loadAll'] as const) {
      const { list, service } = restored();
      await service.serve(list[load]());
      assert.deepEqual(service.pages.slice(0, 2), ['1/10', '2/10']);
      assert.equal(list.state.rows.length, load === 'loadMore' ? 30 : 45);
      assert.equal(list.state.restored, false);
    }
  });

  it('are tried again before the next page is read if they could not be read again', async () => {
    const { list, service } = restored();
    const opened = list.open();
    await turn();
    for (const held of service.waiting) held.fail();
    await opened;
    const before = service.asked.length;
    await service.serve(list.loadMore());
    assert.deepEqual(service.pages.slice(before), ['1/10', '2/10', '3/10']);
    assert.deepEqual(keysOf(list.state.rows), keysOf(numbered(30)));
    assert.deepEqual([list.state.restored, list.state.asOf], [false, 1000]);
  });

  it('that were complete are read to the new end', async () => {
    const { list, service, all } = restored(45);
    assert.equal(list.state.hasMore, false);
    all.push({ key: 'new' });
    await service.serve(list.open());
    assert.equal(keysOf(list.state.rows).at(-1), 'new');
  });

  it('are not read by a change of sign-in alone, and go with the account', async () => {
    const { list, service } = restored();
    await list.resume();
    assert.equal(service.asked.length, 0);
    list.reset();
    assert.deepEqual([list.state.rows, list.state.restored], [[], false]);
  });

  it('do not replace rows that were read', async () => {
    const { list, service } = startList();
    await service.serve(list.open());
    list.restore({ ...list.held!, rows: numbered(3) });
    assert.equal(list.state.rows.length, 10);
    assert.equal(list.state.restored, false);
  });

  it('are read again by a search, and what it read replaces them', async () => {
    const { list, service } = restored();
    const fork = list.fork();
    assert.equal(fork.state.restored, true);
    await service.serve(fork.loadAll());
    assert.equal(list.state.restored, true);
    list.adopt(fork);
    assert.deepEqual([list.state.rows.length, list.state.restored], [45, false]);
    assert.equal(list.state.rows[0], fork.state.rows[0]);
  });

  it('are read again also where the service gives larger pages than were asked for', async () => {
    const larger = startList({
      answer: (all, { page }) => ({ ...honestPage(all, { page, limit: 40 }), limit: 40 }),
    });
    await larger.service.serve(larger.list.open());
    const again = startList({
      answer: (all, { page }) => ({ ...honestPage(all, { page, limit: 40 }), limit: 40 }),
    });
    again.list.restore({
      ...larger.list.held!,
      rows: larger.list.state.rows.slice(0, 7),
      covered: 0,
    });
    await again.service.serve(again.list.open());
    assert.equal(again.list.state.rows.length, 40);
  });
});
