import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ChangeMark } from '../../../src/core/lists/changeMarks.ts';
import type { StoredList } from '../../../src/core/lists/listState.ts';
import type { Project, JsonObject } from '../../../src/core/model/model.ts';
import type { Account, KeptData } from '../../../src/kept/keptData.ts';
import { ListWriter, storedList } from '../../../src/kept/lists.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { databaseWindows } from '../../support/databaseWindows.ts';
import { parseJson } from '../../../src/core/model/json.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { listState } from '../../support/projects.ts';
import { accountInMemory, NO_CHANGES, store } from '../../support/storedLists.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import { hostileProjects } from '../../support/hostileRows.ts';

const AS_OF = 1_795_344_659_615;
const MOST_BYTES = 2_000_000;

const bytesOf = (text: string) => new TextEncoder().encode(text);
const readBack = (list: StoredList<Project>) => {
  const account = accountInMemory();
  store(account, list);
  return storedList(account, PROJECTS)!.list;
};

/** The list of a service with these items as JSON texts, after `pages` pages were read. */
function listOf(items: readonly string[], limit: number, pages = Infinity): StoredList<Project> {
  const covered = Math.min(pages, Math.max(1, Math.ceil(items.length / limit))) * limit;
  const body = `{"results":[${items.slice(0, covered).join()}]}`;
  const { rows, unreadable } = PROJECTS.decode(parseJson(bytesOf(body)));
  const facts = { asOf: AS_OF, limit, covered, total: items.length, unreadable, drifted: false };
  return { rows, ...facts, ended: covered >= items.length };
}

const items = (count: number, more = '') =>
  Array.from({ length: count }, (_, at) => `{"id":${at + 1},"transferable":true${more}}`);

const sources = (rows: readonly { readonly source: unknown }[]) =>
  rows.map(({ source }) => JSON.stringify(source));

describe('Stored rows', () => {
  it('reads rows back as they were received, with all facts of the list', () => {
    const long =
      '{"id":12345678901234567890,"transferable":false,"more":[98765432109876543210,1e20]}';
    const odd = '{"id":7,"__proto__":{"polluted":true},"name":"\\ud800 line\\nfeed \\u2028"}';
    const stored = listOf([long, odd, 'null', ...items(20)], 10, 2);
    const back = readBack(stored);
    const { rows, ...rest } = stored;
    const { rows: rowsBack, ...restBack } = back;
    assert.deepEqual(restBack, rest);
    assert.deepEqual(sources(rowsBack), sources(rows));
    assert.match(sources(rowsBack)[0]!, /12345678901234567890.*98765432109876543210/);
    assert.deepEqual(
      rowsBack.map(({ key }) => key),
      rows.map(({ key }) => key),
    );
    assert.equal(({} as { polluted?: unknown }).polluted, undefined);
  });

  it('reads rows back also if one has more items than a page may have rows', () => {
    const many = `{"id":1,"transferable":true,"list":[${'1,'.repeat(100_000)}1]}`;
    const stored = listOf([...items(1), many], 10);
    assert.deepEqual(sources(readBack(stored).rows), sources(stored.rows));
  });

  const wide = items(60, `,"name":"${'ö'.repeat(25_000)}"`);
  const huge = items(1, `,"name":"${'m'.repeat(MOST_BYTES)}"`);
  for (const [what, all, limit, pages, rows, covered] of [
    ['2,000 rows at most', items(3_030), 50, Infinity, 2000, 2000],
    ['whole pages of at most 2,000 rows', items(3_030), 30, Infinity, 1980, 1980],
    ['whole large pages of at most 2,000 rows', items(3_030), 97, Infinity, 1940, 1940],
    ['2,000 rows at most of a list that was not read to its end', items(3_030), 50, 42, 2000, 2000],
    ['whole pages of at most 2 MB', wide, 10, Infinity, 30, 30],
    ['what fits into 2 MB of the first page', wide, 50, Infinity, 39, 50],
    ['the rows before one that is too large', [...items(1), ...huge], 10, Infinity, 1, 10],
  ] as const) {
    it(`stores ${what}, and the total stays`, () => {
      const back = readBack(listOf(all, limit, pages));
      assert.deepEqual(
        [back.rows.length, back.covered, back.total, back.ended],
        [rows, covered, all.length, false],
      );
    });
  }

  it('counts the pages of stored rows, if some items could not be read', () => {
    const all = items(4_000).map((item, at) => (at % 10 < 3 ? '0' : item));
    const { rows, covered, limit } = readBack(listOf(all, 50));
    const again = listOf(all, limit, covered / limit);
    const found = new Set(again.rows.map(({ key }) => key));
    assert.deepEqual(
      rows.filter(({ key }) => !found.has(key)),
      [],
    );
  });
});

describe('Stored changes', () => {
  const read = (marks: readonly (readonly [string, ChangeMark])[]) => {
    const account = accountInMemory();
    const changes = { since: 3, marks: new Map(marks) };
    store(account, listOf([], 10), { changes });
    return storedList(account, PROJECTS)!.changes;
  };

  it('reads changes back as they were, for odd keys and statuses', () => {
    const was = { name: '\ud800\0', status: '__proto__' };
    const marks = new Map<string, ChangeMark>([
      ['', { kind: 'new' }],
      ['__proto__', { kind: 'changed', was }],
      ['\udfff\n"', { kind: 'gone', was: { name: '', status: '' } }],
    ]);
    assert.deepEqual(read([...marks]), { since: 3, marks });
  });

  it('stores at most 2,000 changes, and 500 KB of them', () => {
    const many = Array.from({ length: 2500 }, (_, at) => [`${at}`, { kind: 'new' }] as const);
    assert.equal(read(many).marks.size, 2000);
    const was = { name: 'ö'.repeat(50_000), status: 'x'.repeat(50_000) };
    assert.equal(read(many.map(([key]) => [key, { kind: 'changed', was }])).marks.size, 3);
  });
});

describe('List that two windows store', () => {
  const windows = databaseWindows();
  let clock: FakeClock;
  let [one, other]: Account[] = [];
  let data: KeptData;

  beforeEach(() => {
    const storage = windows.folder();
    clock = new FakeClock(1000);
    ({ data } = windows.open(storage, clock));
    one = data.of('sign-in');
    other = windows.open(storage, clock).data.of('sign-in');
  });
  const rowsAt = (asOf: number, count: number) => ({ ...listOf(items(count), 10), asOf });
  const isNew = (...keys: string[]) => ({
    ...NO_CHANGES,
    since: 5,
    marks: new Map(keys.map((key) => [key, { kind: 'new' } as const])),
  });
  const seen = (account = one!) => {
    const found = storedList(account, PROJECTS);
    return found && [found.list.rows.length, ...found.changes.marks.keys()];
  };

  it('a window reads the list of another one, with its changes', () => {
    store(one!, rowsAt(900, 3), { changes: isNew('a') });
    assert.deepEqual(seen(other), [3, 'a']);
    assert.equal(storedList(other!, PROJECTS)!.list.asOf, 900);
    assert.equal(storedList(other!, COLLECTIONS), undefined);
    data.file.run('delete from mark');
    assert.deepEqual(seen(), [3]);
  });

  it('a change viewed in either window is removed, also if its rows are later', () => {
    store(other!, rowsAt(900, 3), { changes: isNew('a', 'b') });
    const viewed = new Set(['a']);
    store(one!, rowsAt(800, 5), { texts: undefined, changes: isNew(), viewed });
    assert.deepEqual(seen(), [3, 'b']);
    assert.equal(storedList(one!, PROJECTS)!.changes.since, 5);
  });

  it('rows whose time is in the future are read, and replaced by the next ones', () => {
    store(other!, rowsAt(2000, 3));
    assert.deepEqual(seen(), [3]);
    store(one!, rowsAt(900, 5));
    assert.deepEqual(seen(), [5]);
  });

  /** A window's writer of a list, whose rows it has read at a time. */
  const writer = (account: Account) => {
    const list = { asOf: 0, rows: rowsAt(900, 0).rows };
    const changed = new Set<() => void>();
    const paged = {
      get state() {
        return listState(list.rows, { asOf: list.asOf });
      },
      get toStore() {
        return { ...rowsAt(list.asOf, list.rows.length) };
      },
      changes: isNew('a'),
      onChange: (listener: () => void) => (changed.add(listener), () => undefined),
      onSeen: (listener: () => void) => void viewed.add(listener),
    };
    const viewed = new Set<(keys: readonly string[]) => void>();
    const written = new ListWriter('projects', paged as never, () => undefined);
    return {
      read: (asOf: number, count: number) => {
        Object.assign(list, { asOf, rows: rowsAt(asOf, count).rows });
        return written.write(account, () => Promise.resolve());
      },
      view: () => {
        paged.changes = { ...paged.changes, marks: new Map() };
        for (const listener of viewed) listener(['a']);
        return written.write(account, () => Promise.resolve());
      },
    };
  };

  it('deleted rows are not stored again by either window until the list was read again', async () => {
    const [here, there] = [writer(one!), writer(other!)];
    await here.read(900, 3);
    await there.read(910, 3);
    await data.clear();
    assert.equal(seen(), undefined);
    await here.view();
    await there.view();
    assert.equal(seen(), undefined);
    await there.read(1005, 4);
    assert.deepEqual(seen(), [4]);
  });

  it('a damaged cell hides its own list or changes only', () => {
    store(one!, rowsAt(900, 3), { changes: isNew('a') });
    data.file.run(`update mark set marks = '{bad'`);
    assert.deepEqual(seen(), [3]);
    data.file.run(`update list set rows = '{bad'`);
    assert.equal(seen(), undefined);
  });
});

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
