import assert from 'node:assert/strict';
import { type HeldList, startList } from '../../support/heldList.ts';
import { keysOf, numbered, storedList } from '../../support/pages.ts';
import { turn } from '../../support/turn.ts';

const AN_HOUR_AGO = 500;

/** A list that shows the first 20 of 45 rows, ten a page, as an earlier window has stored them. */
function restored(loaded = 20, count = 45, asOf = AN_HOUR_AGO): HeldList {
  const started = startList({ count });
  const facts = { asOf, total: count, ended: loaded === count };
  started.list.restore(storedList(numbered(loaded), facts));
  return started;
}

describe('PagedList with stored rows', () => {
  it('opening a list refreshes its stored rows once, and shows them meanwhile', async () => {
    const { list, service, all } = restored();
    const opened = Promise.all([list.open(), list.open()]);
    assert.equal(list.state.work, 'refresh');
    all.unshift({ key: 'new' });
    await service.serve(opened);
    assert.deepEqual(service.pages, ['1/10', '2/10']);
    assert.equal(keysOf(list.state.rows)[0], 'new');
    assert.deepEqual([list.state.restored, list.state.asOf], [false, 1000]);
    await list.open();
    assert.equal(service.requests.length, 2);
  });

  for (const end of ['fails', 'is stopped'] as const) {
    it(`stored rows stay if their refresh ${end}, and opening the list does not repeat it`, async () => {
      const { list, service } = restored();
      const opened = list.open();
      await turn();
      if (end === 'is stopped') list.cancel();
      await service.fail(opened);
      const during = end === 'fails' ? 'refresh' : undefined;
      assert.equal(list.state.failure?.during, during);
      assert.deepEqual([list.state.rows.length, list.state.restored], [20, true]);
      const sent = service.requests.length;
      assert.ok(sent > 0);
      await list.open();
      assert.equal(service.requests.length, sent);
    });
  }

  it('Load More and Load All refresh stored rows first', async () => {
    for (const load of ['loadMore', 'loadAll'] as const) {
      const { list, service } = restored();
      await service.serve(list[load]());
      assert.deepEqual(service.pages.slice(0, 2), ['1/10', '2/10']);
      assert.equal(list.state.rows.length, load === 'loadMore' ? 30 : 45);
      assert.equal(list.state.restored, false);
    }
  });

  it('a change of sign-in requests no stored rows and no list never opened, and a reset removes rows', async () => {
    const { list, service } = restored();
    const closed = startList();
    await Promise.all([list.resume(), closed.list.resume()]);
    assert.deepEqual([service.requests, closed.service.requests], [[], []]);
    list.reset();
    assert.deepEqual([list.state.rows, list.state.restored], [[], false]);
  });

  it('stored rows replace no rows that were read or are under way, nor the failure of the first page', async () => {
    const { list, service } = startList();
    const opening = list.open();
    list.restore(storedList(numbered(3)));
    assert.equal(list.state.restored, false);
    await service.fail(opening);
    list.restore(storedList(numbered(3)));
    assert.deepEqual([list.state.rows, list.state.failure?.during], [[], 'first']);
    await service.serve(list.loadMore());
    list.restore(storedList(numbered(3)));
    assert.deepEqual([list.state.rows.length, list.state.restored], [10, false]);
  });
});
