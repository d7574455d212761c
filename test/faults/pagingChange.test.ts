import assert from 'node:assert/strict';
import { fault } from './support/matrix.ts';
import { openers, outcome } from './support/openers.ts';

interface Row {
  readonly id: number;
  readonly transferable: boolean;
}

const row = (id: number): Row => ({ id, transferable: true });
const numbered = (count: number, from = 1): Row[] =>
  Array.from({ length: count }, (_, at) => row(from + at));

const CHANGED = 'The list has changed. Refresh to see all of it.';

/** A list that changes while it is read. Each case asserts which rows are loaded at the end. */
describe('Paging', () => {
  const the = openers();

  /** @param change is called before each response, with its number from 1. */
  async function list(count: number, change: (all: Row[], request: number) => void) {
    const projects = numbered(count);
    const service = await the.service({ projects });
    service.fail(() => {
      change(projects, service.requests.length);
      return undefined;
    });
    const rig = await the.opened(service.address);
    return {
      rig,
      service,
      list: rig.projects,
      sees: () => rig.sees(),
      requests: () => service.requests.length,
      ids: () => rig.projects.state.rows.map(({ id }) => Number(id)),
    };
  }

  const idsOf = (all: readonly Row[]) => all.map(({ id }) => id);

  fault('a page past the end, empty because rows were deleted', async () => {
    const {
      list: projects,
      sees,
      requests,
    } = await list(70, (all, request) => {
      if (request === 2) all.splice(30);
    });
    await projects.loadMore();
    assert.equal(sees(), `50 | ${CHANGED}`);
    await projects.refresh();
    return outcome(sees(), requests(), { sees: '30', requests: 3 });
  });

  fault('a page past the end, answered with 404', async () => {
    const { list: projects, service, sees, requests } = await list(70, () => undefined);
    service.fail(({ query }) => (query.page === '2' ? { status: 404 } : undefined));
    await projects.loadMore();
    const { host } = new URL(service.address);
    return outcome(sees(), requests(), {
      sees: `50 of 70 | Load more (50 of 70 shown · Nothing at this address of ${host} (404).)`,
      requests: 2,
    });
  });

  fault('a row inserted before Load More: no row is shown twice', async () => {
    const {
      list: projects,
      sees,
      requests,
      ids,
    } = await list(120, (all, request) => {
      if (request === 2) all.unshift(row(999));
    });
    await projects.loadMore();
    assert.deepEqual(ids(), idsOf(numbered(99)), 'row 50 came twice and is shown once');
    const words = `99 of 121 | Load more (99 of 121 shown) | ${CHANGED}`;
    assert.equal(sees(), words);
    await projects.refresh();
    assert.deepEqual(ids(), [999, ...idsOf(numbered(99))]);
    return outcome(sees(), requests(), {
      sees: '100 of 121 | Load more (100 of 121 shown)',
      requests: 4,
    });
  });

  fault('rows added during Load All: the list is reported as changed', async () => {
    let next = 1000;
    const {
      list: projects,
      sees,
      requests,
      ids,
    } = await list(120, (all) => {
      all.push(row(++next));
    });
    await projects.loadAll();
    assert.ok(ids().length >= 120);
    assert.ok(sees().includes(CHANGED), sees());
    return outcome(`… | ${CHANGED}`, requests(), { sees: `… | ${CHANGED}`, requests: 7 });
  });
});
