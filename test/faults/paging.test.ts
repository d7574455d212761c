import assert from 'node:assert/strict';
import type { Lie } from '../support/minimalService.ts';
import { fault } from './support/matrix.ts';
import { openers, rows, outcome } from './support/openers.ts';

/** Wrong totals, pages other than the requested ones, and a list that changes while it is read. */
describe('Paging', () => {
  const the = openers();

  /** A list of `count` Projects, whose envelopes `lie` replaces. */
  async function list(count: number, lie?: Lie) {
    const projects = [...rows(count)];
    const service = await the.service({ projects });
    service.lie(lie);
    const rig = await the.opened(service.address);
    return {
      all: projects,
      projects: rig.projects,
      sees: () => rig.sees(),
      requests: () => service.requests.length,
      ids: () => rig.projects.state.rows.map(({ id }) => Number(id)),
    };
  }

  const upTo = (count: number) => Array.from({ length: count }, (_, at) => 1 + at);

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

  fault('a row inserted before Load More: no row is shown twice', async () => {
    const { all, projects, sees, requests, ids } = await list(120);
    all.unshift({ id: 999, transferable: true });
    await projects.loadMore();
    assert.deepEqual(ids(), upTo(99), 'row 50 came twice and is shown once');
    assert.equal(
      sees(),
      '99 of 121 | Load more (99 of 121 shown) | The list has changed. Refresh to see all of it.',
    );
    await projects.refresh();
    assert.deepEqual(ids(), [999, ...upTo(99)]);
    return outcome(sees(), requests(), {
      sees: '100 of 121 | Load more (100 of 121 shown)',
      requests: 4,
    });
  });
});
