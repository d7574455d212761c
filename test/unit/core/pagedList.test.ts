import assert from 'node:assert/strict';
import { openList, startList, type HeldList } from '../../support/heldList.ts';
import { listState } from '../../support/projects.ts';
import { turn } from '../../support/turn.ts';
import { numbered, honestPage, keysOf, type Row, storedList } from '../../support/pages.ts';
import type { PageRequest, ReadPage } from '../../../src/core/lists/pageWalk.ts';
import type { Page } from '../../../src/core/model/decode.ts';
import { type Failure, ServiceError } from '../../../src/core/model/serviceError.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import { listProblem } from '../../../src/core/messages/failureMessages.ts';
import { isComplete } from '../../../src/core/messages/listMessages.ts';
import { OUT } from '../../support/heldCalls.ts';

describe('PagedList', () => {
  it('a list has no rows before it is opened, and requests its first page once, however often a view opens it', async () => {
    const { list, service, all, states } = startList({ count: 25 });
    const leave = list.onChange(() => assert.fail('a removed listener was called'));
    leave();
    assert.deepEqual(list.state, listState([], { total: undefined, asOf: undefined }));
    assert.equal(service.requests.length, 0);
    const opened = Promise.all([list.open(), list.open(), list.loadMore()]);
    await turn();
    assert.deepEqual(service.pages, ['1/10']);
    service.waiting[0]!.respond();
    await opened;
    await list.open();
    await list.open();
    assert.deepEqual(service.pages, ['1/10']);
    const facts = { total: 25, hasMore: true, asOf: 1000 };
    assert.deepEqual(list.state, listState(all.slice(0, 10), facts));
    assert.deepEqual(states, ['0 rows, first', '10 rows, idle']);
  });

  it('Load More adds one page, however often it is chosen meanwhile or during a refresh, reads the page before again, and sends no request after the last page', async () => {
    const { list, service, all } = startList({ count: 35 });
    const more = () => Promise.all([list.loadMore(), list.loadMore()]);
    for (const rows of [10, 20]) {
      await service.serve(more());
      assert.deepEqual(list.state.rows, all.slice(0, rows));
    }
    assert.deepEqual(service.pages, ['1/10', '1/10', '2/10']);
    await service.serve(Promise.all([list.refresh(), more()]));
    assert.deepEqual(service.pages.slice(3), ['1/10', '2/10', '3/10']);
    assert.deepEqual(list.state.rows, all.slice(0, 30));
    for (const load of [more, more, () => list.loadAll()]) await service.serve(load());
    assert.deepEqual(service.pages.slice(6), ['3/10', '4/10']);
    assert.deepEqual([list.state.rows, list.state.hasMore], [all, false]);
  });

  it('a list uses a new page size only from the next refresh on', async () => {
    let limit = 10;
    const { list, service } = await openList({ count: 60, limit: () => limit });
    limit = 25;
    await service.serve(list.loadMore());
    await service.serve(list.refresh());
    await service.serve(list.loadMore());
    assert.deepEqual(service.pages, ['1/10', '1/10', '2/10', '1/25', '1/25', '2/25']);
  });

  it('Load All reads each page once, four at a time, even if chosen twice, and shows them in order whatever order they arrive in', async () => {
    const { list, service, all } = await openList({ count: 95 });
    const loaded = Promise.all([list.loadAll(), list.loadAll()]);
    await turn();
    // The last loaded page is requested a second time.
    assert.deepEqual(service.pages.slice(1), ['1/10', '2/10', '3/10', '4/10']);
    while (list.state.work) {
      assert.ok(service.waiting.length <= 4);
      service.waiting.at(-1)!.respond();
      await turn();
      assert.deepEqual(list.state.rows, all.slice(0, list.state.rows.length));
    }
    await loaded;
    const pages = Array.from({ length: 10 }, (_, at) => `${at + 1}/10`);
    assert.deepEqual(service.pages.slice(1), pages);
    assert.deepEqual(list.state.rows, all);
    assert.equal(list.state.drifted, false);
  });

  it('a refresh reads as many pages as are loaded, and leaves the old rows until all have arrived', async () => {
    const { list, service, all, states } = startList({ count: 95 });
    for (let page = 0; page < 7; page++) await service.serve(list.loadMore());
    const { rows: shown } = list.state;
    const sent = service.requests.length;
    all.unshift({ key: 'new' });
    states.length = 0;
    const refreshing = list.refresh();
    await turn();
    while (service.waiting.length > 0) {
      assert.deepEqual([list.state.rows === shown, list.state.work], [true, 'refresh']);
      service.waiting[0]!.respond();
      await turn();
    }
    await refreshing;
    const pages = service.pages.slice(sent);
    assert.deepEqual(pages, ['1/10', '2/10', '3/10', '4/10', '5/10', '6/10', '7/10']);
    assert.deepEqual([list.state.rows, list.state.hasMore], [all.slice(0, 70), true]);
    assert.deepEqual(states, ['70 rows, refresh', '70 rows, idle']);
  });

  it('a refresh of a complete list shows it all, also if it became longer, shorter or empty', async () => {
    const { list, service, all } = startList({ count: 25 });
    await service.serve(list.loadAll());
    for (const rows of [numbered(55), numbered(3), [], numbered(1)]) {
      all.splice(0, all.length, ...rows);
      await service.serve(list.refresh());
      const { total, hasMore } = list.state;
      assert.deepEqual([list.state.rows, total, hasMore], [rows, rows.length, false]);
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
    assert.deepEqual([list.state.rows, list.state.failure], [all.slice(0, 20), undefined]);
    await service.serve(list.loadAll());
    assert.deepEqual([list.state.rows, list.state.drifted], [all, false]);
  });
});

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
});

describe('Failures of a PagedList', () => {
  it('reports why the first page failed, and reads it on the next request, but not when it is opened again', async () => {
    for (const again of ['loadMore', 'loadAll', 'refresh'] as const) {
      const { list, service, states } = startList({ count: 25 });
      await service.fail(list.open());
      await list.open();
      const { rows, failure, hasMore, asOf } = list.state;
      assert.deepEqual([rows, hasMore, asOf], [[], false, undefined]);
      assert.deepEqual(failure, { during: 'first', failure: OUT, at: 1000 });
      assert.deepEqual(states, ['0 rows, first', '0 rows, idle first failed']);
      await service.serve(list[again]());
      assert.equal(list.state.failure, undefined);
      assert.ok(list.state.rows.length >= 10, again);
    }
  });

  it('a list keeps its rows when a later page fails, and requests that page again', async () => {
    const { list, service, all, clock } = await openList({ count: 95 });
    clock.pass(500);
    await service.fail(list.loadMore());
    assert.deepEqual(list.state.rows, all.slice(0, 10));
    assert.deepEqual(list.state.failure, { during: 'more', failure: OUT, at: 1500 });
    assert.deepEqual([list.state.asOf, list.state.hasMore], [1000, true]);
    const again = list.loadMore();
    assert.notEqual(list.state.failure, undefined, 'the failure stays until a page arrives');
    await service.serve(again);
    assert.equal(list.state.failure, undefined);
    assert.deepEqual(list.state.rows, all.slice(0, 20));
    assert.deepEqual(service.pages, ['1/10', '1/10', '2/10', '1/10', '2/10']);
  });

  it('Load All keeps the pages before the one that fails, and cancels the requests after it', async () => {
    const { list, service, all } = await openList({ count: 95 });
    const loading = list.loadAll();
    await turn();
    const [one, two, three, four] = service.waiting;
    one!.respond();
    await turn();
    three!.fail();
    await turn();
    assert.equal(list.state.work, 'all', 'the page before it is still to come');
    two!.respond();
    await loading;
    assert.deepEqual(list.state.rows, all.slice(0, 20));
    assert.deepEqual(list.state.failure, { during: 'all', failure: OUT, at: 1000 });
    assert.equal(four!.signal.aborted, true);
  });
});

const REFUSED: Failure = { kind: 'auth', status: 401 };

describe('PagedList with a refused token, and then with another', () => {
  const interrupted: readonly (readonly [
    what: string,
    work: 'open' | 'loadMore' | 'loadAll',
    failure: Failure,
    rows: number,
  ])[] = [
    ['reads the first page if that was refused', 'open', REFUSED, 10],
    ['reads the loaded pages again if Load More was refused', 'loadMore', REFUSED, 20],
    ['reads to the end if Load All was refused', 'loadAll', REFUSED, 46],
    ['does not read to the end if Load All failed for another reason', 'loadAll', OUT, 20],
  ];
  it('resume repeats what was refused, and Load More continues there', async () => {
    for (const [what, work, failure, rows] of interrupted) {
      const { all, service, list } = startList();
      for (let page = 0; work !== 'open' && page < 2; page++) await service.serve(list.loadMore());
      await service.fail(list[work](), failure);
      all.unshift({ key: 'new' });
      await service.serve(list.resume());
      assert.deepEqual(list.state.rows, all.slice(0, rows));
      assert.equal(list.state.failure, undefined);
      await service.serve(list.loadMore());
      assert.deepEqual(list.state.rows, all.slice(0, rows + 10), what);
    }
  });
});

/** What services answer to the request for a page after the last, besides an empty page. */
const NO_PAGE: readonly Failure[] = [
  { kind: 'notFound' },
  { kind: 'http', status: 400 },
  { kind: 'http', status: 422 },
  { kind: 'decode', what: 'noBody' },
  { kind: 'decode', what: 'notAList' },
];

/** A list that is not opened, of a service that fails where `failureOf` says so. */
function listOf(
  count: number,
  limit: number,
  failureOf: (request: PageRequest) => Failure | false,
  totals: Partial<Page<Row>> = {},
) {
  const all = numbered(count);
  const requests: string[] = [];
  const read: ReadPage<Row> = (request) => {
    requests.push(`${request.page}/${request.limit}`);
    const failure = failureOf(request);
    return failure
      ? Promise.reject(new ServiceError(failure))
      : Promise.resolve({ ...honestPage(all, request), ...totals });
  };
  return { list: new PagedList<Row>(read, { limit: () => limit, now: () => 0 }), all, requests };
}

describe('PagedList whose service answers a page past the end with a failure', () => {
  const none = { totalPages: undefined, totalResults: undefined };
  /** The service gives no page beyond the first `pages`. */
  const listUpTo = (pages: number, failure: Failure, totals: Partial<Page<Row>>) =>
    listOf(60, 10, ({ page }) => page > pages && failure, totals);

  it('without totals, that page ends the list: all rows are loaded, and no failure is shown', async () => {
    for (const failure of NO_PAGE) {
      const { list, all } = listUpTo(2, failure, none);
      for (const rows of [10, 20, 20]) {
        await list.loadMore();
        assert.deepEqual(list.state.rows, all.slice(0, rows));
      }
      const { hasMore, total, failure: shown } = list.state;
      assert.deepEqual([hasMore, total, isComplete(list.state)], [false, 20, true]);
      assert.equal(shown, undefined);
      await list.refresh();
      assert.deepEqual([list.state.rows.length, list.state.failure], [20, undefined]);
    }
  });

  it('with totals that promise more, the rows stay and the reason names the page, not the address', async () => {
    for (const failure of NO_PAGE) {
      const { list, requests } = listUpTo(5, failure, { totalResults: 120, totalPages: 12 });
      await list.loadAll();
      const { rows, hasMore, total } = list.state;
      assert.deepEqual([rows.length, hasMore, total], [50, true, 120]);
      const words = listProblem(list.state, 'api.example', () => '')!;
      assert.match(words.reason, /^The service gives no page 6( \(4\d\d\))?\.$/);
      assert.doesNotMatch(words.whole, /address/);
      assert.equal(requests.filter((page) => page === '2/10').length, 1, 'read once');
      await list.refresh();
      assert.deepEqual([list.state.rows.length, list.state.failure], [50, undefined]);
    }
  });

  it('a page that fails in another way, and a first page, are failures', async () => {
    for (const [pages, failure] of [
      [1, { kind: 'http', status: 500 }],
      [1, { kind: 'auth', status: 401 }],
      [0, { kind: 'notFound' }],
    ] as const) {
      const { list } = listUpTo(pages, failure, none);
      await list.loadAll();
      assert.deepEqual(list.state.failure?.failure, failure);
    }
  });
});

describe('PagedList with rows so large that a page of them is too large', () => {
  const listOfLarge = (isTooLarge: (request: PageRequest) => boolean) =>
    listOf(95, 20, (request) => isTooLarge(request) && { kind: 'decode', what: 'tooLarge' });

  it('the list is read with half the page size, and keeps it', async () => {
    const { list, all, requests } = listOfLarge(({ limit }) => limit > 10);
    await list.open();
    assert.deepEqual([requests, list.state.rows], [['1/20', '1/10'], all.slice(0, 10)]);
    await list.loadMore();
    await list.refresh();
    assert.deepEqual(requests.slice(2), ['1/10', '2/10', '1/10', '2/10']);
    await list.loadAll();
    assert.deepEqual([list.state.rows, list.state.drifted], [all, false]);
    assert.ok(!requests.slice(1).some((request) => request.endsWith('/20')));
  });
});

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
