import assert from 'node:assert/strict';
import type { Page } from '../../../src/core/model/decode.ts';
import { type Failure, ServiceError } from '../../../src/core/model/serviceError.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import type { PageRequest, ReadPage } from '../../../src/core/lists/pageWalk.ts';
import { listProblem } from '../../../src/core/messages/failureMessages.ts';
import { isComplete } from '../../../src/core/messages/listMessages.ts';
import { OUT } from '../../support/heldCalls.ts';
import { openList, startList } from '../../support/heldList.ts';
import { honestPage, numbered, type Row } from '../../support/pages.ts';
import { turn } from '../../support/turn.ts';

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
