import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { PageRequest } from '../../../src/core/lists/pageWalk.ts';
import { type HeldList, openList, startList } from '../../support/heldList.ts';
import { honestPage, keysOf, numbered, type Row } from '../../support/pages.ts';
import { turn } from '../../support/turn.ts';

type Change = (rows: Row[], request: PageRequest, nth: number) => void;

/** A list that `change` may change before each response; it gets the number of the response, from 1. */
function startChanging(change: Change): HeldList {
  let responses = 0;
  return startList({
    respond: (rows, request) => {
      change(rows, request, ++responses);
      return honestPage(rows, request);
    },
  });
}

/** Deletes the first row before the third response. */
const deleteOnce: Change = (rows, _, nth) => {
  if (nth === 3) rows.shift();
};

/** How many times the list was read from its start. */
const readings = ({ pages }: HeldList['service']) => pages.filter((page) => page === '1/10').length;

describe('Load All while the list changes at the service', () => {
  it('Load All reads a changed list a second time, and shows that result once it is complete', async () => {
    const { all, service, list, states } = startChanging(deleteOnce);
    await service.serve(list.loadAll());
    assert.deepEqual(keysOf(list.state.rows), keysOf(all));
    const { drifted, short, hasMore, failure } = list.state;
    assert.deepEqual([drifted, short, hasMore, failure], [false, false, false, undefined]);
    assert.deepEqual(states, [
      '0 rows, first',
      '10 rows, idle',
      '10 rows, all',
      '20 rows, all',
      '30 rows, all',
      '40 rows, all',
      '44 rows, all',
      // The five pages of the second reading are announced once, when all have arrived.
      '44 rows, all',
      '44 rows, idle',
    ]);
  });

  const changing: Readonly<Record<string, Change>> = {
    'a row moves during each': (rows, { page }) => {
      if (page === 3) rows.unshift(rows.pop()!);
    },
    'a row is deleted during each': (rows, { page }) => {
      if (page === 3) rows.shift();
    },
  };
  for (const [what, change] of Object.entries(changing)) {
    it(`Load All reads the list twice, keeps the rows of both readings and reports drift if ${what}`, async () => {
      const { all, service, list } = startChanging(change);
      await service.serve(list.loadAll());
      const keys = keysOf(list.state.rows);
      assert.equal(new Set(keys).size, keys.length);
      const missing = keysOf(all).filter((key) => !keys.includes(key));
      assert.deepEqual(missing, []);
      const { drifted, short, hasMore } = list.state;
      assert.deepEqual([drifted, short, hasMore], [true, false, false]);
      assert.equal(readings(service), 2);
    });
  }

  for (const end of ['is stopped', 'fails'] as const) {
    it(`Load All keeps the rows of the first reading and reports drift when the second ${end}`, async () => {
      const { service, list } = startChanging(deleteOnce);
      const loading = list.loadAll();
      await turn();
      while (readings(service) < 2) {
        service.waiting[0]!.respond();
        await turn();
      }
      const { rows } = list.state;
      assert.ok(rows.length >= 43);
      if (end === 'fails') service.waiting[0]!.fail();
      else list.cancel();
      await loading;
      assert.equal(list.state.rows, rows);
      const { drifted, work, failure } = list.state;
      const during = end === 'fails' ? 'all' : undefined;
      assert.deepEqual([drifted, work, failure?.during], [true, undefined, during]);
      await service.serve(list.refresh());
      assert.deepEqual([list.state.rows.length, list.state.drifted], [44, false]);
    });
  }
});

describe('Load All when the service sends fewer rows than its total', () => {
  /** A service with 45 rows that sends 40; if `later`, it sends all in the second reading. */
  function startShort(later: boolean): HeldList {
    const started = startList({
      respond: (rows, request) => {
        const page = honestPage(rows, request);
        if (request.page < 5 || (later && readings(started.service) === 2)) return page;
        return { ...page, rows: [], received: 0 };
      },
    });
    return started;
  }

  it('Load All shows missing rows if a second reading finds them', async () => {
    const { all, service, list } = startShort(true);
    await service.serve(list.loadAll());
    assert.deepEqual(keysOf(list.state.rows), keysOf(all));
    assert.deepEqual([list.state.short, list.state.drifted], [false, false]);
  });

  it('keeps the rows of both readings if each misses other rows', async () => {
    const { all, service, list } = startList({
      respond: (rows, request) => {
        const page = honestPage(rows, request);
        return request.page === 3 + readings(service) ? { ...page, rows: [], received: 0 } : page;
      },
    });
    await service.serve(list.loadAll());
    assert.deepEqual(keysOf(list.state.rows).toSorted(), keysOf(all).toSorted());
    assert.deepEqual([list.state.short, list.state.drifted], [false, true]);
  });

  it('reports the list as short and keeps every row if a second reading does not find them', async () => {
    const { all, service, list } = startShort(false);
    await service.serve(list.loadAll());
    assert.deepEqual(keysOf(list.state.rows), keysOf(all.slice(0, 40)));
    assert.deepEqual([list.state.short, list.state.total], [true, 45]);
    assert.equal(readings(service), 2);
  });
});

describe('Load All after some pages were read', () => {
  const changes: Readonly<Record<string, (all: Row[]) => void>> = {
    'rows were inserted at the start': (all) => all.unshift(...numbered(3, 100)),
    'a row was inserted in the loaded pages': (all) => all.splice(15, 0, { key: 'new' }),
    'a row was deleted at the start': (all) => all.shift(),
    'a row of the last page was deleted': (all) => all.splice(14, 1),
    'one row was deleted and one added, so that the total is the same': (all) => {
      all.shift();
      all.push({ key: 'new' });
    },
    'the last row moved to the start': (all) => all.unshift(all.pop()!),
    'a loaded row moved to the end': (all) => all.push(...all.splice(3, 1)),
    'the order was reversed': (all) => all.reverse(),
  };
  for (const [what, change] of Object.entries(changes)) {
    it(`Load All reads the whole list again when ${what}`, async () => {
      const { all, service, list } = await openList();
      await service.serve(list.loadMore());
      change(all);
      service.requests.length = 0;
      await service.serve(list.loadAll());
      assert.deepEqual(keysOf(list.state.rows), keysOf(all));
      const { drifted, short, hasMore, total } = list.state;
      assert.deepEqual([drifted, short, hasMore, total], [false, false, false, all.length]);
      assert.equal(readings(service), 1, 'once more from the start');
    });
  }

  it('Load All repeats one request and reads no page a third time when nothing changed', async () => {
    const { all, service, list } = await openList();
    await service.serve(list.loadMore());
    service.requests.length = 0;
    await service.serve(list.loadAll());
    assert.deepEqual(service.pages, ['2/10', '3/10', '4/10', '5/10']);
    assert.deepEqual(keysOf(list.state.rows), keysOf(all));
    assert.equal(list.state.drifted, false);
  });

  it('Load All counts unreadable items of the repeated page once', async () => {
    const { service, list } = await openList({
      count: 30,
      respond: (rows, request) => {
        const page = honestPage(rows, request);
        return { ...page, rows: page.rows.slice(1), unreadable: 1 };
      },
    });
    await service.serve(list.loadAll());
    const { unreadable, drifted, short, rows } = list.state;
    assert.deepEqual([unreadable, drifted, short, rows.length], [3, false, false, 27]);
  });
});

/** A list with 20 of 45 rows, in which Load All is repeating the second page. */
async function startRepeating(): Promise<HeldList & { readonly loading: Promise<void> }> {
  const started = startList();
  await started.service.serve(started.list.open());
  await started.service.serve(started.list.loadMore());
  const loading = started.list.loadAll();
  await turn();
  return { ...started, loading };
}

describe('Load All that ends while it repeats the last page', () => {
  it('Load More after a stopped Load All reads the next page and not the last one again', async () => {
    const { all, service, list, loading } = await startRepeating();
    list.cancel();
    await loading;
    assert.equal(service.pages.at(-4), '2/10');
    await service.serve(list.loadMore());
    assert.equal(service.pages.at(-1), '3/10');
    assert.deepEqual(list.state.rows, all.slice(0, 30));
    assert.deepEqual([list.state.drifted, list.state.unreadable], [false, 0]);
  });

  it('Load All repeats the same page after each stop', async () => {
    const { all, service, list } = await startRepeating();
    for (let n = 0; n < 4; n++) {
      list.cancel();
      service.requests.length = 0;
      void list.loadAll();
      await turn();
      assert.equal(service.pages[0], '2/10');
    }
    list.cancel();
    await service.serve(list.loadAll());
    assert.deepEqual(list.state.rows, all);
    assert.equal(list.state.drifted, false);
  });
});
