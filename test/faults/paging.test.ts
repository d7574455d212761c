import assert from 'node:assert/strict';
import type { Lie } from '../support/minimalService.ts';
import { fault } from './support/matrix.ts';
import { openers, rows, outcome } from './support/openers.ts';

/** Wrong totals, and pages other than the requested ones. */
describe('Paging', () => {
  const the = openers();

  /** A list of `count` Projects, whose envelopes `lie` replaces. */
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
    };
  }

  const upTo = (count: number, from = 1) => Array.from({ length: count }, (_, at) => from + at);

  const HUGE: Lie = (page) => ({
    ...page,
    totalPages: Number.MAX_SAFE_INTEGER,
    totalResults: 1e15,
  });
  const GAVE_60 =
    '60 of 1,000,000,000,000,000 | The service says there are 1,000,000,000,000,000 projects, but gave 60. Refresh to try again.';

  fault('huge totals, and Load More until the end', async () => {
    const { projects, sees, requests } = await list(60, HUGE);
    for (let more = 0; more < 9; more++) await projects.loadMore();
    // Two pages with rows; the list gives up after three without.
    return outcome(sees(), requests(), { sees: GAVE_60, requests: 5 });
  });

  fault('huge totals, and Load All', async () => {
    const { projects, sees, requests } = await list(60, HUGE);
    await projects.loadAll();
    // The list is read twice, each time with up to three pages ahead, not all of which are sent.
    assert.ok(requests() <= 1 + 2 * (5 + 3), `${requests()} requests`);
    return outcome(sees(), requests(), { sees: GAVE_60, requests: requests() });
  });

  fault('an empty page in the middle of a list', async () => {
    const { projects, sees, requests, ids } = await list(200, (page, { query }) =>
      query.page === '2' ? { ...page, results: [] } : page,
    );
    await projects.loadAll();
    assert.deepEqual(ids(), [...upTo(50), ...upTo(100, 101)]);
    return outcome(sees(), requests(), {
      sees: '150 of 200 | The service says there are 200 projects, but gave 150. Refresh to try again.',
      requests: 9,
    });
  });

  fault('a page that is sent twice: its rows are shown once', async () => {
    const { projects, sees, requests, ids } = await list(150, (page, { query }) => {
      const at = query.page === '3' ? 50 : (Number(query.page) - 1) * 50;
      return { ...page, results: rows(150).slice(at, at + 50) };
    });
    await projects.loadMore();
    await projects.loadMore();
    assert.deepEqual(ids(), upTo(100));
    return outcome(sees(), requests(), {
      sees: '100 of 150 | The service says there are 150 projects, but gave 100; 50 rows came more than once and are shown once. Refresh to try again; if that does not help, ask whoever runs the service.',
      requests: 3,
    });
  });

  fault('a page that is sent for every request: the list ends after four', async () => {
    const { projects, sees, requests, ids } = await list(500, (page) => ({
      ...page,
      results: rows(50),
    }));
    for (let more = 0; more < 9; more++) await projects.loadMore();
    assert.deepEqual(ids(), upTo(50));
    return outcome(sees(), requests(), {
      sees: '50 of 500 | The service says there are 500 projects, but gave 50; 150 rows came more than once and are shown once. Refresh to try again; if that does not help, ask whoever runs the service.',
      requests: 4,
    });
  });

  fault('a service that counts its pages from 0', async () => {
    const { projects, sees, requests, ids } = await list(120, (page, { query }) => {
      const at = Number(query.page) * 50;
      return { ...page, page: Number(query.page), results: rows(120).slice(at, at + 50) };
    });
    await projects.loadAll();
    assert.deepEqual(ids(), upTo(70, 51));
    return outcome(sees(), requests(), {
      sees: '70 of 120 | The service says there are 120 projects, but gave 70. Refresh to try again.',
      requests: 7,
    });
  });
});
