import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { PagedList } from '../../../src/core/pagedList.ts';
import { HeldReads, turn } from '../../support/heldReads.ts';
import { honestPage, keysOf, numbered, type Row } from '../../support/pages.ts';

function start(count: number) {
  const all = numbered(count);
  const service = new HeldReads((request) => honestPage(all, request));
  const list = new PagedList<Row>(service.read, { limit: () => 10, now: () => 0 });
  return { all, service, list };
}

/** Twenty rows of forty-five are held, and their last page is being read again. */
async function lookingBack() {
  const made = start(45);
  await made.service.serve(made.list.open());
  await made.service.serve(made.list.loadMore());
  const loading = made.list.loadAll();
  await turn();
  return { ...made, loading };
}

describe('Load all of a list of which some was read a while ago', () => {
  const changes: Readonly<Record<string, (all: Row[]) => void>> = {
    'rows were inserted at the start': (all) => all.unshift(...numbered(3, 100)),
    'a row was inserted within': (all) => all.splice(15, 0, { key: 'new' }),
    'a row was deleted at the start': (all) => all.shift(),
    'a row of the last page was deleted': (all) => all.splice(14, 1),
    'a row was deleted and another came, so that the total is the same': (all) => {
      all.shift();
      all.push({ key: 'new' });
    },
    'the last row moved to the start': (all) => all.unshift(all.pop()!),
    'a row held moved to the end': (all) => all.push(...all.splice(3, 1)),
    'all is in the opposite order': (all) => all.reverse(),
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`notices that ${what}, and reads all of it anew: as it is now, no row lost or twice`, async () => {
      const { all, service, list } = start(45);
      await service.serve(list.open());
      await service.serve(list.loadMore());
      change(all);
      service.asked.length = 0;
      await service.serve(list.loadAll());
      assert.deepEqual(keysOf(list.state.rows), keysOf(all));
      const { drifted, short, hasMore, total } = list.state;
      assert.deepEqual([drifted, short, hasMore, total], [false, false, false, all.length]);
      assert.deepEqual(
        service.pages.filter((page) => page === '1/10').length,
        1,
        'once more from the start, and only once',
      );
    });
  }

  it('costs one page again and no second pass where nothing changed', async () => {
    const { all, service, list } = start(45);
    await service.serve(list.open());
    await service.serve(list.loadMore());
    service.asked.length = 0;
    await service.serve(list.loadAll());
    assert.deepEqual(service.pages, ['2/10', '3/10', '4/10', '5/10']);
    assert.deepEqual(keysOf(list.state.rows), keysOf(all));
    assert.equal(list.state.drifted, false);
  });

  it('of which nothing was read looks back at nothing', async () => {
    const { service, list } = start(45);
    await service.serve(list.loadAll());
    assert.deepEqual(service.pages, ['1/10', '2/10', '3/10', '4/10', '5/10']);
  });

  it('does not count twice what could not be read on the page it reads again', async () => {
    const all = numbered(30);
    const service = new HeldReads((request) => {
      const page = honestPage(all, request);
      return { ...page, rows: page.rows.slice(1), unreadable: 1 };
    });
    const list = new PagedList<Row>(service.read, { limit: () => 10, now: () => 0 });
    await service.serve(list.open());
    await service.serve(list.loadAll());
    const { unreadable, drifted, short, rows } = list.state;
    assert.deepEqual([unreadable, drifted, short, rows.length], [3, false, false, 27]);
  });
});

describe('Load all that is stopped while it looks back', () => {
  it('leaves a Load more that brings the next page, not the last one again', async () => {
    const { all, service, list, loading } = await lookingBack();
    list.cancel();
    await loading;
    assert.equal(service.pages.at(-4), '2/10');
    await service.serve(list.loadMore());
    assert.equal(service.pages.at(-1), '3/10');
    assert.deepEqual(list.state.rows, all.slice(0, 30));
    assert.deepEqual([list.state.drifted, list.state.unreadable], [false, 0]);
  });

  it('costs no row in a refresh: as many pages are read as are held', async () => {
    for (let stopped = 1; stopped <= 3; stopped++) {
      const { all, service, list } = await lookingBack();
      for (let n = 1; n < stopped; n++) {
        list.cancel();
        void list.loadAll();
        await turn();
      }
      list.cancel();
      await service.serve(list.refresh());
      assert.deepEqual(list.state.rows, all.slice(0, 20), `stopped ${stopped} times`);
    }
  });

  it('and begun again looks back as far as before, however often', async () => {
    const { all, service, list } = await lookingBack();
    for (let n = 0; n < 4; n++) {
      list.cancel();
      service.asked.length = 0;
      void list.loadAll();
      await turn();
      assert.equal(service.pages[0], '2/10');
    }
    list.cancel();
    await service.serve(list.loadAll());
    assert.deepEqual(list.state.rows, all);
    assert.equal(list.state.drifted, false);
  });

  it('by a failure, goes on from there with all rows kept', async () => {
    const { all, service, list, loading } = await lookingBack();
    service.waiting[0]!.fail();
    await loading;
    assert.equal(list.state.failure?.during, 'all');
    assert.deepEqual(list.state.rows, all.slice(0, 20));
    await service.serve(list.loadMore());
    assert.deepEqual(list.state.rows, all.slice(0, 30));
    await service.serve(list.loadAll());
    assert.deepEqual(list.state.rows, all);
    assert.equal(list.state.drifted, false);
  });

  it('takes no late answer for the next page', async () => {
    const all = numbered(45);
    const service = new HeldReads((request) => honestPage(all, request), false);
    const list = new PagedList<Row>(service.read, { limit: () => 10, now: () => 0 });
    await service.serve(list.open());
    void list.loadAll();
    await turn();
    const [late] = service.waiting;
    list.cancel();
    const more = list.loadMore();
    await turn();
    late!.answer();
    await turn();
    assert.equal(list.state.rows.length, 10);
    await service.serve(more);
    assert.deepEqual(list.state.rows, all.slice(0, 20));
    assert.equal(list.state.drifted, false);
  });
});

describe('a service that changes its limit as it is read again', () => {
  it('costs no row, and is not taken for a list that moved', async () => {
    for (const limit of [3, 6, 7]) {
      const all = numbered(45);
      let lowered = false;
      const service = new HeldReads((request) =>
        honestPage(all, { ...request, limit: lowered ? Math.min(limit, request.limit) : 10 }),
      );
      const list = new PagedList<Row>(service.read, { limit: () => 10, now: () => 0 });
      await service.serve(list.open());
      await service.serve(list.loadMore());
      lowered = true;
      await service.serve(list.loadAll());
      assert.deepEqual(list.state.rows, all, `limit ${limit}`);
      assert.deepEqual([list.state.drifted, list.state.short], [false, false], `limit ${limit}`);
    }
  });
});
