import assert from 'node:assert/strict';
import fc from 'fast-check';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import type { JsonObject, Project } from '../../../src/core/model/model.ts';
import { storedList } from '../../../src/kept/lists.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { hostileProjects } from '../../support/hostileRows.ts';
import { accountInMemory, store } from '../../support/storedLists.ts';

const account = accountInMemory();

/** A service with these items, which a test may change at any time. */
interface Service {
  items: JsonObject[];
  readonly totals: boolean;
}

function listAt(service: Service, limit: number): PagedList<Project> {
  const read = ({ page, limit }: { page: number; limit: number }) => {
    const results = service.items.slice((page - 1) * limit, page * limit);
    const totalResults = service.items.length;
    const body = { results, page, limit, ...(service.totals && { totalResults }) };
    return Promise.resolve(PROJECTS.decode(body));
  };
  return new PagedList<Project>(read, { limit: () => limit, now: () => 1000 });
}

/** The list as the next window restores it. */
function restored(before: PagedList<Project>, service: Service, limit: number) {
  store(account, before.toStore!);
  const seen = storedList(account, PROJECTS);
  assert.ok(seen);
  const list = listAt(service, limit);
  list.restore(seen.list);
  return list;
}

const keysOf = ({ state }: PagedList<Project>) => state.rows.map(({ key }) => key);

const hostile = hostileProjects()
  .map(({ source }) => source)
  .filter((source) => JSON.stringify(source).length < 1_000);

/** Rows that repeat an id and kind, an id, a mint address or only a name; and hostile rows. */
const item = fc.oneof(
  { weight: 3, arbitrary: fc.record({ id: fc.nat(9), transferable: fc.boolean() }) },
  fc.record({ id: fc.nat(3), name: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ mintAddress: fc.constantFrom('M', 'M/x'), name: fc.constantFrom('a', 'b', 'c') }),
  fc.record({ name: fc.constantFrom('a', 'b') }),
  fc.constantFrom(...hostile),
);
const limits = fc.integer({ min: 1, max: 12 });

describe('A restored list of arbitrary rows', () => {
  it('restored rows have their earlier keys, and an unchanged list marks none of them', async () => {
    const anyItems = fc.array(item, { maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(
        ...[anyItems, anyItems, limits, fc.nat(6), fc.boolean()],
        async (items, added, limit, pages, totals) => {
          const service = { items, totals };
          const before = listAt(service, limit);
          await before.open();
          for (let page = 0; page < pages; page++) await before.loadMore();
          // The keys of a list depend on what it had loaded before.
          service.items = [...added, ...items.toReversed()];
          await before.refresh();
          const list = restored(before, service, limit);
          assert.deepEqual(keysOf(list), keysOf(before));
          await before.refresh();
          await list.open();
          assert.deepEqual(keysOf(list), keysOf(before));
          assert.deepEqual([...list.changes.marks], []);
          const [one, other] = [list.state, before.state];
          assert.deepEqual(
            [one.total, one.hasMore, one.unreadable, one.short],
            [other.total, other.hasMore, other.unreadable, other.short],
          );
        },
      ),
      { numRuns: 300 },
    );
  });
});
