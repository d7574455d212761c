import assert from 'node:assert/strict';
import type { Lie } from '../support/minimalService.ts';
import { fault } from './support/matrix.ts';
import { openers, rows, tell } from './support/openers.ts';

/** What a service may claim about its pages, and pages that are not what was asked for. */
describe('Paging', () => {
  const the = openers();

  /** A list of `count` Projects at a service that lies about it. */
  async function list(count: number, lie: Lie) {
    const service = await the.service({ projects: rows(count) });
    service.lie(lie);
    const rig = the.rig(service.address);
    const { projects } = rig;
    await projects.open();
    return {
      projects,
      sees: () => rig.sees(),
      requests: () => service.requests.length,
      ids: () => projects.state.rows.map(({ id }) => Number(id)),
      /** `page/limit` of each request; those that go out together arrive in any order. */
      asked: () => service.requests.map(({ query }) => `${query.page}/${query.limit}`).sort(),
    };
  }

  const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, at) => from + at);

  /** A service that gives twenty a page at most; `echo` is the limit it speaks of. */
  const clamped =
    (count: number, echo: number): Lie =>
    (envelope, { query }) => {
      const page = Number(query.page);
      return {
        ...envelope,
        results: rows(count).slice((page - 1) * 20, page * 20),
        limit: echo,
        totalPages: Math.ceil(count / 20),
      };
    };

  fault('limit clamped, and the service says so', async () => {
    const { projects, sees, requests, ids, asked } = await list(70, clamped(70, 20));
    assert.equal(sees(), '20 of 70 | Load more (20 of 70 shown)');
    await projects.loadAll();
    assert.deepEqual(ids(), upTo(70));
    // The first twenty are read once more, to see whether they moved.
    assert.deepEqual(asked(), ['1/20', '1/50', '2/20', '3/20', '4/20']);
    return tell(sees(), requests(), { sees: '70', requests: 5 });
  });

  fault('limit clamped, and the service does not say so', async () => {
    const { projects, sees, requests, ids } = await list(70, clamped(70, 50));
    await projects.loadAll();
    assert.deepEqual(ids(), upTo(70));
    return tell(sees(), requests(), { sees: '70', requests: 5 });
  });

  fault('totalPages too low', async () => {
    const { projects, sees, requests, ids } = await list(120, (page) => ({
      ...page,
      totalPages: 1,
    }));
    assert.equal(sees(), '50 of 120 | Load more (50 of 120 shown)');
    await projects.loadAll();
    assert.deepEqual(ids(), upTo(120));
    return tell(sees(), requests(), { sees: '120', requests: 4 });
  });

  fault('totalPages too high', async () => {
    const { projects, sees, requests } = await list(120, (page) => ({ ...page, totalPages: 40 }));
    await projects.loadAll();
    return tell(sees(), requests(), { sees: '120', requests: 5 });
  });

  fault('totalPages 0', async () => {
    const { projects, sees, requests, ids } = await list(120, (page) => ({
      ...page,
      totalPages: 0,
    }));
    await projects.loadAll();
    assert.deepEqual(ids(), upTo(120));
    return tell(sees(), requests(), { sees: '120', requests: 4 });
  });

  fault('totalPages 0 and totalResults 0', async () => {
    const { projects, sees, requests, ids } = await list(120, (page) => ({
      ...page,
      totalPages: 0,
      totalResults: 0,
    }));
    await projects.loadAll();
    assert.deepEqual(ids(), upTo(120));
    return tell(sees(), requests(), { sees: '120', requests: 4 });
  });

  const HUGE: Lie = (page) => ({
    ...page,
    totalPages: Number.MAX_SAFE_INTEGER,
    totalResults: 1e15,
  });
  const GAVE_60 =
    '60 of 1,000,000,000,000,000 | The service says there are 1,000,000,000,000,000 projects, but gave 60. Refresh to try again.';

  fault('totalPages and totalResults huge', async () => {
    const { projects, sees, requests } = await list(60, HUGE);
    for (let more = 0; more < 9; more++) await projects.loadMore();
    // Two pages with rows, and patience for three without.
    return tell(sees(), requests(), { sees: GAVE_60, requests: 5 });
  });

  fault('totalPages and totalResults huge, and Load All', async () => {
    const { projects, sees, requests } = await list(60, HUGE);
    await projects.loadAll();
    // Two passes, each with up to three pages asked ahead; which of those are sent is chance.
    assert.ok(requests() <= 1 + 2 * (5 + 3), `${requests()} requests`);
    return tell(sees(), requests(), { sees: GAVE_60, requests: requests() });
  });

  fault('an empty page in the middle', async () => {
    const { projects, sees, requests, ids } = await list(200, (page, { query }) =>
      query.page === '2' ? { ...page, results: [] } : page,
    );
    await projects.loadAll();
    assert.deepEqual(ids(), [...upTo(50), ...upTo(100, 101)]);
    return tell(sees(), requests(), {
      sees: '150 of 200 | The service says there are 200 projects, but gave 150. Refresh to try again.',
      requests: 9,
    });
  });

  fault('an empty page in the middle, once', async () => {
    let empty = true;
    const { projects, sees, requests, ids } = await list(200, (page, { query }) => {
      if (query.page !== '2' || !empty) return page;
      empty = false;
      return { ...page, results: [] };
    });
    await projects.loadAll();
    assert.deepEqual(ids(), upTo(200));
    return tell(sees(), requests(), { sees: '200', requests: 9 });
  });

  fault('the same page twice', async () => {
    const { projects, sees, requests, ids } = await list(150, (page, { query }) => {
      const at = query.page === '3' ? 50 : (Number(query.page) - 1) * 50;
      return { ...page, results: rows(150).slice(at, at + 50) };
    });
    await projects.loadMore();
    await projects.loadMore();
    assert.deepEqual(ids(), upTo(100));
    return tell(sees(), requests(), {
      sees: '100 of 150 | The service says there are 150 projects, but gave 100; 50 rows came more than once and are shown once. Refresh to try again; if that does not help, ask whoever runs the service.',
      requests: 3,
    });
  });

  fault('the same page for ever', async () => {
    const { projects, sees, requests, ids } = await list(500, (page) => ({
      ...page,
      results: rows(50),
    }));
    for (let more = 0; more < 9; more++) await projects.loadMore();
    assert.deepEqual(ids(), upTo(50));
    return tell(sees(), requests(), {
      sees: '50 of 500 | The service says there are 500 projects, but gave 50; 150 rows came more than once and are shown once. Refresh to try again; if that does not help, ask whoever runs the service.',
      requests: 4,
    });
  });

  fault('another page number echoed', async () => {
    const { projects, sees, requests, ids } = await list(120, (page) => ({ ...page, page: 7 }));
    await projects.loadAll();
    assert.deepEqual(ids(), upTo(120));
    return tell(sees(), requests(), { sees: '120', requests: 4 });
  });

  fault('pages counted from 0', async () => {
    const { projects, sees, requests, ids } = await list(120, (page, { query }) => {
      const at = Number(query.page) * 50;
      return { ...page, page: Number(query.page), results: rows(120).slice(at, at + 50) };
    });
    await projects.loadAll();
    assert.deepEqual(ids(), upTo(70, 51));
    return tell(sees(), requests(), {
      sees: '70 of 120 | The service says there are 120 projects, but gave 70. Refresh to try again.',
      requests: 7,
    });
  });

  fault('more rows than the limit', async () => {
    const { projects, sees, requests, ids } = await list(120, (page) => ({
      ...page,
      results: rows(120),
    }));
    await projects.loadAll();
    assert.deepEqual(ids(), upTo(120));
    return tell(sees(), requests(), { sees: '120', requests: 4 });
  });

  fault('more rows than the limit, and the service says so', async () => {
    const { sees, requests, ids } = await list(120, (page) => ({
      ...page,
      results: rows(120),
      limit: 120,
      totalPages: 1,
    }));
    assert.deepEqual(ids(), upTo(120));
    return tell(sees(), requests(), { sees: '120', requests: 1 });
  });
});
