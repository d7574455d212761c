import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { PageRequest } from '../../../src/core/lists/pageWalk.ts';
import { RemainingPages } from '../../../src/core/lists/remainingPages.ts';
import { SearchedList } from '../../../src/core/lists/searchedList.ts';
import type { Page } from '../../../src/core/model/decode.ts';
import { openList } from '../../support/heldList.ts';
import { honestPage, keysOf, numbered, type Row } from '../../support/pages.ts';
import { turn } from '../../support/turn.ts';

/** An honest page with new row objects, as in each response of a service. */
function freshRows(all: Row[], request: PageRequest): Page<Row> {
  const page = honestPage(all, request);
  return { ...page, rows: page.rows.map((row) => ({ ...row })) };
}

/** A list of `count` rows whose first page of ten is loaded. */
async function start(count = 45) {
  const { service, list } = await openList({ count, respond: freshRows });
  const searched = new SearchedList(list);
  return {
    service,
    list,
    searched,
    loaded: () => list.state.rows.length,
    read: () => searched.state.rows.length,
  };
}

describe('SearchedList', () => {
  it('a search announces its rows as they come, and leaves the list as it is', async () => {
    const { service, list, searched, loaded, read } = await start();
    const before = list.state;
    const announced: number[] = [];
    let byList = 0;
    searched.onChange(() => announced.push(read()));
    list.onChange(() => byList++);
    await service.serve(searched.loadAll());
    assert.deepEqual([announced.at(-1), byList], [45, 0]);
    assert.ok(announced.includes(20));
    assert.deepEqual([loaded(), read(), searched.ahead], [10, 45, 35]);
    assert.equal(list.state.rows, before.rows);
    assert.deepEqual([list.state.hasMore, searched.state.hasMore], [true, false]);
  });

  it('a stopped search reads no further, also while the list reads for itself', async () => {
    const { service, list, searched } = await start(400);
    const rest = new RemainingPages([searched]);
    const reading = rest.read();
    for (let page = 0; page < 5; page++) {
      await turn();
      service.waiting[0]!.respond();
    }
    const more = list.loadMore();
    await turn();
    assert.equal(searched.state.work, 'more');
    rest.stop();
    const { length } = service.pages;
    await service.serve(Promise.all([reading, more]));
    assert.equal(service.pages.length, length);
  });

  it('the list adopts the rows that a stopped search has read, and continues after them', async () => {
    const { service, list, searched, loaded } = await start();
    const reading = searched.loadAll();
    await turn();
    // The first page is read again to detect changes of the list.
    for (let page = 0; page < 2; page++) {
      service.waiting[0]!.respond();
      await turn();
    }
    searched.cancel();
    await reading;
    await searched.adopt();
    assert.deepEqual([loaded(), list.state.hasMore, list.state.failure], [20, true, undefined]);
    await service.serve(list.loadMore());
    assert.deepEqual(keysOf(list.state.rows), keysOf(numbered(30)));
  });

  it('rows of a search follow those that the list has loaded meanwhile, and are adopted, each once', async () => {
    const { service, list, searched, loaded, read } = await start();
    await service.serve(searched.loadAll());
    assert.equal(searched.state.rows, searched.state.rows, 'one array until rows are replaced');
    await service.serve(list.loadMore());
    assert.deepEqual([loaded(), read()], [20, 45]);
    assert.equal(searched.state.rows[15], list.state.rows[15], 'the rows of the list are used');
    const newer = list.state.rows[15];
    const { pages } = service;
    assert.equal(await searched.adopt(), 25);
    assert.equal(service.pages.length, pages.length, 'without a request');
    assert.equal(list.state.rows[15], newer, 'and stay');
    assert.deepEqual([list.state.hasMore, new Set(keysOf(list.state.rows)).size], [false, 45]);
  });

  it('a search drops its rows once the list has loaded as many', async () => {
    const { service, list, searched } = await start();
    await service.serve(searched.loadAll());
    await service.serve(list.loadAll());
    assert.equal(searched.state.rows, list.state.rows);
  });

  it('a refresh of the list drops the rows of a search, which are read again', async () => {
    const { service, list, searched, loaded, read } = await start();
    await service.serve(searched.loadAll());
    const refreshed = list.refresh();
    assert.equal(read(), 45, 'they stay until the new rows are there');
    await service.serve(refreshed);
    assert.deepEqual([loaded(), read()], [10, 10]);
    await service.serve(searched.loadAll());
    assert.deepEqual([loaded(), read()], [10, 45]);
  });

  it('rows of a search stay if one row of the list is read again, and that row is shown', async () => {
    const { service, list, searched, read } = await start();
    await service.serve(searched.loadAll());
    list.replace({ key: '3' });
    assert.equal(read(), 45);
    assert.equal(searched.state.rows[3], list.state.rows[3]);
  });

  it('a reset of the list removes the rows of a search', async () => {
    const { service, list, searched, read } = await start();
    const reading = searched.loadAll();
    await turn();
    const { waiting } = service;
    list.reset();
    await reading;
    assert.equal(read(), 0);
    assert.ok(waiting.every(({ signal }) => signal.aborted));
  });

  it('a search reads no further while the list is refreshed', async () => {
    const { service, list, searched, read } = await start();
    const reading = searched.loadAll();
    await turn();
    const before = [...service.waiting];
    const refreshed = list.refresh();
    await reading;
    assert.ok(before.every(({ signal }) => signal.aborted));
    assert.equal(searched.state.work, 'refresh');
    await service.serve(refreshed);
    assert.equal(read(), 10);
  });

  it('a followed search continues during a refresh of the list, and repeats no page', async () => {
    const { service, list, searched, read } = await start(95);
    searched.onChange(() => undefined);
    const reading = new RemainingPages([searched]).read();
    await turn();
    const before = service.waiting.length;
    const refreshed = list.refresh();
    await turn();
    for (const waiting of service.waiting.slice(before)) waiting.respond();
    await refreshed;
    assert.equal(searched.state.rows[0], list.state.rows[0], 'the new rows are searched');
    const sent = service.pages.length;
    await service.serve(reading);
    const again = service.pages.slice(sent).filter((page) => page.startsWith('2/'));
    assert.deepEqual([read(), again], [95, []]);
  });

  it('rows of a followed search stay after a refresh, and the next search reads them again', async () => {
    const { service, list, searched, read } = await start();
    const unfollow = searched.onChange(() => undefined);
    await service.serve(searched.loadAll());
    await service.serve(list.refresh());
    assert.equal(read(), 45);
    unfollow();
    assert.equal(read(), 45, 'the row chosen may be one of them');
    searched.onChange(() => undefined);
    assert.equal(read(), 10);
  });
});
