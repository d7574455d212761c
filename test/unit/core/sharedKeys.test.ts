import assert from 'node:assert/strict';
import type { Page } from '../../../src/core/model/decode.ts';
import type { Collection, Json, JsonObject, Project } from '../../../src/core/model/model.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import type { PageRequest } from '../../../src/core/lists/pageWalk.ts';
import { listNotices } from '../../../src/core/messages/listMessages.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';

type Item = JsonObject & { readonly name: string };

const shelf = (name: string, mintAddress = 'A'): Item => ({ mintAddress, name });

/** The envelope of a page of `items`. */
const envelope = (items: readonly JsonObject[], { page, limit }: PageRequest) => ({
  results: items.slice((page - 1) * limit, page * limit),
  page,
  limit,
  totalPages: Math.ceil(items.length / limit),
  totalResults: items.length,
});

/** A list two items a page; `items` may be replaced between two reads. */
function openRows<Row extends Project | Collection>(
  items: readonly JsonObject[],
  decode: (body: Json) => Page<Row>,
) {
  const service = { items };
  const read = (request: PageRequest): Promise<Page<Row>> =>
    Promise.resolve(decode(envelope(service.items, request)));
  const list = new PagedList<Row>(read, { limit: () => 2, now: () => 0 });
  const shown = () => list.state.rows.map(({ name }) => name);
  const keyOf = (name: string) => list.state.rows.find((row) => row.name === name)?.key;
  return { service, list, shown, keyOf };
}

const open = (items: readonly JsonObject[]) => openRows(items, COLLECTIONS.decode);

describe('Rows that share an address or an id', () => {
  it('collections with one address are all shown, with keys of their own, also equal ones on one page', async () => {
    const { list, shown } = open([shelf('1'), shelf('1'), shelf('3', 'B'), shelf('2')]);
    await list.loadAll();
    assert.deepEqual(shown(), ['1', '1', '3', '2']);
    assert.equal(new Set(list.state.rows.map(({ key }) => key)).size, 4);
    const { short, drifted, total } = list.state;
    assert.deepEqual([short, drifted, total], [false, false, 4]);
  });

  it('each of several collections with one address keeps its key in any order', async () => {
    const { service, list, keyOf } = open([shelf('1'), shelf('2')]);
    await list.loadAll();
    const before = [keyOf('1'), keyOf('2')];
    for (const key of before) assert.match(key ?? '', /^collection\/A\/\w+$/);
    const [first, second] = list.state.rows;
    assert.equal(second?.askedAt, first?.askedAt ?? 0, 'each has the time of its page');
    service.items = [shelf('2'), shelf('1')];
    await list.refresh();
    assert.deepEqual([keyOf('1'), keyOf('2')], before);
    service.items = [shelf('2 renamed')];
    await list.refresh();
    assert.equal(keyOf('2 renamed'), 'collection/A', 'the address is the key of a single row');
  });

  it('a row that comes twice is shown once, and the list as short', async () => {
    const { list, shown } = open([shelf('1'), shelf('2', 'B'), shelf('1'), shelf('3', 'C')]);
    await list.loadAll();
    assert.deepEqual(shown(), ['1', '2', '3']);
    assert.deepEqual([list.state.short, list.state.total], [true, 4]);
  });
});

const minted = (name: string, mintAddress?: string, id = 1): Item => ({
  id,
  name,
  transferable: true,
  ...(mintAddress !== undefined && { mintAddress }),
});
const openProjects = (items: readonly JsonObject[]) => openRows(items, PROJECTS.decode);

describe('Two projects with one id and kind, and different mint addresses', () => {
  const both = [minted('whole', 'A'), minted('compressed', 'B')];
  /** The two are on one page, on two pages, and one of them has no address yet. */
  const lists: readonly (readonly Item[])[] = [
    both,
    [both[0]!, minted('other', 'C', 2), both[1]!],
    [both[0]!, minted('compressed')],
  ];

  it('both are listed, and nothing is said to be missing', async () => {
    for (const items of lists) {
      const { list, shown } = openProjects(items);
      await list.loadAll();
      assert.deepEqual(
        shown(),
        items.map(({ name }) => name),
      );
      const { rows, total } = list.state;
      assert.equal(new Set(rows.map(({ key }) => key)).size, items.length);
      assert.equal(total, items.length);
      assert.deepEqual(listNotices(list.state), []);
      for (const row of rows) assert.equal(list.rowOf(row.key), row);
    }
  });

  it('a refresh that finds the second one marks that one as new, and the first as neither new nor gone', async () => {
    const { service, list, keyOf } = openProjects([both[0]!]);
    await list.loadAll();
    service.items = both;
    await list.refresh();
    assert.deepEqual([...list.changes.marks], [[keyOf('compressed'), { kind: 'new' }]]);
    list.see(list.changes.marks.keys());
    service.items = [both[0]!];
    await list.refresh();
    assert.deepEqual(
      [...list.changes.marks.values()].map(({ kind }) => kind),
      ['gone'],
    );
    assert.equal(keyOf('whole'), 'project/t/1');
  });
});

describe('A single project whose mint address appears or changes', () => {
  const states = [minted('1'), minted('1', 'A'), minted('1', 'B')];

  it('stays the same row after a refresh', async () => {
    const { service, list } = openProjects([states[0]!]);
    await list.loadAll();
    for (const state of states) {
      service.items = [state];
      await list.refresh();
      const [row, ...others] = list.state.rows;
      assert.deepEqual(
        [row?.key, row?.mintAddress, others],
        ['project/t/1', state.mintAddress, []],
      );
    }
    assert.deepEqual([...list.changes.marks], []);
  });

  it('stays one row when it moves to the next page meanwhile', async () => {
    for (const [before, after] of [
      [minted('1'), minted('1', 'A')],
      [minted('1', 'A'), minted('1')],
    ] as const) {
      const { service, list } = openProjects([minted('2', 'B', 2), before, minted('3', 'C', 3)]);
      await list.open();
      service.items = [minted('2', 'B', 2), minted('4', 'D', 4), after];
      await list.loadMore();
      const keys = list.state.rows.map(({ key }) => key);
      assert.deepEqual(keys, ['project/t/2', 'project/t/1']);
      assert.equal(list.state.drifted, true);
    }
  });
});
