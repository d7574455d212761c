import assert from 'node:assert/strict';
import type { PageRequest } from '../../../src/core/lists/pageWalk.ts';
import { type HeldList, openList, startList } from '../../support/heldList.ts';
import { honestPage, keysOf, type Row } from '../../support/pages.ts';

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

/** How many times the list was read from its start. */
const timesRead = ({ pages }: HeldList['service']) =>
  pages.filter((page) => page === '1/10').length;

describe('PagedList of a service whose list changes, or lacks rows', () => {
  it('Load All reads the list twice, keeps the rows of both readings and reports drift if a row moves during each', async () => {
    const { all, service, list } = startChanging((rows, { page }) => {
      if (page === 3) rows.unshift(rows.pop()!);
    });
    await service.serve(list.loadAll());
    const keys = keysOf(list.state.rows);
    assert.deepEqual(keys.toSorted(), keysOf(all).toSorted());
    const { drifted, short, hasMore } = list.state;
    assert.deepEqual([drifted, short, hasMore], [true, false, false]);
    assert.equal(timesRead(service), 2);
  });

  it('Load All reads the list twice, keeps every row and reports the list as short if rows are missing', async () => {
    const { all, service, list } = startList({
      respond: (rows, request) => {
        const page = honestPage(rows, request);
        return request.page < 5 ? page : { ...page, rows: [], received: 0 };
      },
    });
    await service.serve(list.loadAll());
    assert.deepEqual(keysOf(list.state.rows), keysOf(all.slice(0, 40)));
    assert.deepEqual([list.state.short, list.state.total], [true, 45]);
    assert.equal(timesRead(service), 2);
  });

  it('Load All reads the whole list again when rows have moved but the total is the same', async () => {
    const { all, service, list } = await openList();
    await service.serve(list.loadMore());
    all.shift();
    all.push({ key: 'new' });
    service.requests.length = 0;
    await service.serve(list.loadAll());
    assert.deepEqual(keysOf(list.state.rows), keysOf(all));
    const { drifted, short, hasMore } = list.state;
    assert.deepEqual([drifted, short, hasMore], [false, false, false]);
    assert.equal(timesRead(service), 1, 'once more from the start');
  });

  it('Load More says that the list has changed when rows have moved but the total is the same', async () => {
    const { all, service, list } = await openList({ count: 20 });
    all.shift();
    all.push({ key: 'new' });
    await service.serve(list.loadMore());
    assert.ok(!keysOf(list.state.rows).includes('10'), 'this row moved to the first page');
    assert.deepEqual([list.state.rows.length, list.state.total], [20, 20]);
    assert.equal(list.state.drifted, true);
    await service.serve(list.refresh());
    assert.deepEqual([list.state.rows, list.state.drifted], [all, false]);
  });
});
