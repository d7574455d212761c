import assert from 'node:assert/strict';
import { fault } from './support/matrix.ts';
import { openers, tell } from './support/openers.ts';

interface Row {
  readonly id: number;
  readonly transferable: boolean;
}

const row = (id: number): Row => ({ id, transferable: true });
const numbered = (count: number, from = 1): Row[] =>
  Array.from({ length: count }, (_, at) => row(from + at));

const CHANGED = 'The list has changed. Refresh to see all of it.';

/** A list that changes while it is read: what is asserted is which rows are there in the end. */
describe('Paging', () => {
  const the = openers();

  /** `change` is called before each answer, with its number from 1. */
  async function list(count: number, change: (all: Row[], request: number) => void) {
    const projects = numbered(count);
    const service = await the.service({ projects });
    service.fail(() => {
      change(projects, service.requests.length);
      return undefined;
    });
    const rig = the.rig(service.address);
    await rig.projects.open();
    return {
      rig,
      service,
      list: rig.projects,
      sees: () => rig.sees(),
      requests: () => service.requests.length,
      ids: () => rig.projects.state.rows.map(({ id }) => Number(id)),
    };
  }

  const sorted = (ids: readonly number[]) => [...ids].sort((a, b) => a - b);
  const idsOf = (all: readonly Row[]) => all.map(({ id }) => id);

  fault('a page past the end, because rows were deleted: it is empty', async () => {
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
    return tell(sees(), requests(), { sees: '30', requests: 3 });
  });

  fault('a page past the end, and the service answers 404', async () => {
    const { list: projects, service, sees, requests } = await list(70, () => undefined);
    service.fail(({ query }) => (query.page === '2' ? { status: 404 } : undefined));
    await projects.loadMore();
    const { host } = new URL(service.address);
    return tell(sees(), requests(), {
      sees: `50 of 70 | Load more (50 of 70 shown · Nothing at this address of ${host} (404).)`,
      requests: 2,
    });
  });

  fault('a page past the end, and the service answers with the last one', async () => {
    const { list: projects, service, sees, requests, ids } = await list(70, () => undefined);
    service.lie((_, { query }) => {
      const page = Math.min(2, Number(query.page));
      const results = numbered(70).slice((page - 1) * 50, page * 50);
      return { results, page, limit: 50 };
    });
    await projects.refresh();
    await projects.loadMore();
    await projects.loadMore();
    assert.deepEqual(ids(), idsOf(numbered(70)));
    return tell(sees(), requests(), { sees: '70', requests: 3 });
  });

  fault('a row inserted before Load more', async () => {
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
    return tell(sees(), requests(), {
      sees: '100 of 121 | Load more (100 of 121 shown)',
      requests: 4,
    });
  });

  fault('a row deleted before Load more', async () => {
    const {
      list: projects,
      sees,
      requests,
      ids,
    } = await list(120, (all, request) => {
      if (request === 2) all.splice(10, 1);
    });
    await projects.loadMore();
    assert.ok(!ids().includes(51), 'row 51 slipped onto the page read before');
    assert.equal(sees(), `100 of 119 | Load more (100 of 119 shown) | ${CHANGED}`);
    await projects.refresh();
    assert.ok(ids().includes(51));
    return tell(sees(), requests(), {
      sees: '100 of 119 | Load more (100 of 119 shown)',
      requests: 4,
    });
  });

  fault('insert during Load All', async () => {
    const inserted = row(999);
    const {
      list: projects,
      sees,
      requests,
      ids,
    } = await list(230, (all, request) => {
      if (request === 4) all.unshift(inserted);
    });
    await projects.loadAll();
    assert.deepEqual(ids(), [999, ...idsOf(numbered(230))]);
    return tell(sees(), requests(), { sees: '231', requests: 11 });
  });

  fault('delete during Load All', async () => {
    const {
      list: projects,
      sees,
      requests,
      ids,
    } = await list(230, (all, request) => {
      if (request === 4) all.splice(0, 1);
    });
    await projects.loadAll();
    assert.deepEqual(sorted(ids()), idsOf(numbered(229, 2)));
    return tell(sees(), requests(), { sees: '229', requests: 11 });
  });

  fault('insert and delete during Load All, the total the same', async () => {
    const {
      list: projects,
      sees,
      requests,
      ids,
    } = await list(230, (all, request) => {
      if (request !== 2) return;
      all.splice(0, 1);
      all.push(row(999));
    });
    await projects.loadAll();
    assert.deepEqual(sorted(ids()), [...idsOf(numbered(229, 2)), 999]);
    return tell(sees(), requests(), { sees: '230', requests: 11 });
  });

  fault('insert and delete during both passes of Load All', async () => {
    let next = 1000;
    const {
      list: projects,
      sees,
      requests,
      ids,
    } = await list(230, (all) => {
      all.unshift(row(++next));
      all.splice(180, 1);
    });
    await projects.loadAll();
    const all = ids();
    assert.equal(new Set(all).size, all.length, 'no row twice');
    const throughout = idsOf(numbered(150));
    assert.deepEqual(
      throughout.filter((id) => !all.includes(id)),
      [],
      'rows that were there throughout are not lost',
    );
    assert.ok(sees().endsWith(CHANGED), sees());
    return tell(`… | ${CHANGED}`, requests(), { sees: `… | ${CHANGED}`, requests: 11 });
  });

  fault('rows reordered during Load All', async () => {
    const {
      list: projects,
      sees,
      requests,
      ids,
    } = await list(230, (all, request) => {
      if (request === 2) all.reverse();
    });
    await projects.loadAll();
    assert.deepEqual(sorted(ids()), idsOf(numbered(230)));
    return tell(sees(), requests(), { sees: '230', requests: 11 });
  });

  fault('rows that go on coming during Load All', async () => {
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
    return tell(`… | ${CHANGED}`, requests(), { sees: `… | ${CHANGED}`, requests: 7 });
  });
});
