import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Page } from '../../../src/core/model/decode.ts';
import type { Collection, JsonObject, Project } from '../../../src/core/model/model.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import type { PageRequest } from '../../../src/core/lists/pageWalk.ts';
import { ListStream } from '../../../src/features/export/listStream.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { noAbort } from '../../support/client.ts';

type Item = JsonObject & { readonly name: string };

const shelf = (name: string, mintAddress = 'A'): Item => ({ mintAddress, name });
const filler = (count: number) =>
  Array.from({ length: count }, (_, at) => shelf(`filler ${at}`, `address ${at}`));

/** The envelope of a page of `items`. */
const envelope = (items: readonly JsonObject[], { page, limit }: PageRequest) => ({
  results: items.slice((page - 1) * limit, page * limit),
  page,
  limit,
  totalPages: Math.ceil(items.length / limit),
  totalResults: items.length,
});

/** A view of Collections, two items a page; `items` may be replaced between two reads. */
function open(items: readonly JsonObject[]) {
  const service = { items };
  const read = (request: PageRequest): Promise<Page<Collection>> => {
    return Promise.resolve(COLLECTIONS.decode(envelope(service.items, request)));
  };
  const list = new PagedList<Collection>(read, { limit: () => 2, now: () => 0 });
  const shown = () => list.state.rows.map(({ name }) => name);
  const keyOf = (name: string) => list.state.rows.find((row) => row.name === name)?.key;
  return { service, list, shown, keyOf };
}

async function exported<Row extends Project | Collection>(
  read: (request: PageRequest) => Page<Row>,
) {
  const list = new ListStream<Row>((request) => Promise.resolve(read(request)));
  const rows: Row[] = [];
  for await (const page of list.pages(noAbort)) rows.push(...page);
  return { list, rows, names: rows.map(({ name }) => name) };
}

describe('Collections that share a mint address', () => {
  for (const [where, items] of Object.entries({
    'on one page': [shelf('1'), shelf('2'), shelf('3', 'B')],
    'on two pages': [shelf('1'), shelf('3', 'B'), shelf('2')],
    'if they are equal': [shelf('1'), shelf('1'), shelf('2', 'B')],
  })) {
    it(`collections with one address are all shown, with keys of their own, also ${where}`, async () => {
      const { list, shown } = open(items);
      await list.loadAll();
      assert.deepEqual(shown().toSorted(), items.map(({ name }) => name).toSorted());
      assert.equal(new Set(list.state.rows.map(({ key }) => key)).size, 3);
      const { short, drifted, total } = list.state;
      assert.deepEqual([short, drifted, total], [false, false, 3]);
    });
  }

  it('an export contains all collections with one address', async () => {
    const items = [shelf('1'), ...filler(150), shelf('2')];
    const { list, names } = await exported((request) =>
      COLLECTIONS.decode(envelope(items, request)),
    );
    assert.deepEqual(
      names,
      items.map(({ name }) => name),
    );
    assert.deepEqual([list.short, list.changed], [false, false]);
  });

  it('the first of several collections with one address has the address as its key, and each keeps its key in any order', async () => {
    const { service, list, keyOf } = open([shelf('1'), shelf('2')]);
    await list.loadAll();
    const before = [keyOf('1'), keyOf('2')];
    assert.equal(before[0], 'collection/A');
    assert.match(before[1] ?? '', /^collection\/A\/\w+$/);
    const [first, second] = list.state.rows;
    assert.equal(second?.askedAt, first?.askedAt ?? 0, 'each has the time of its page');
    for (const names of [
      ['2', '1'],
      ['1', '2'],
    ]) {
      service.items = names.map((name) => shelf(name));
      await list.refresh();
      assert.deepEqual([keyOf('1'), keyOf('2')], before);
    }
  });

  it('a collection is not marked as new when only its content changed', async () => {
    const { service, list, keyOf } = open([shelf('1'), shelf('2', 'B')]);
    await list.loadAll();
    service.items = [shelf('1 renamed'), shelf('2', 'B')];
    await list.refresh();
    assert.equal(keyOf('1 renamed'), 'collection/A');
  });

  it('collections with one address are shown once when the list moved and one comes again', async () => {
    const items = [shelf('1'), shelf('2'), shelf('3', 'B'), shelf('4', 'C')];
    const { service, list, shown } = open(items);
    await list.loadMore();
    service.items = [shelf('new', 'N'), ...items];
    await list.loadMore();
    assert.deepEqual(shown(), ['1', '2', '3']);
    assert.equal(list.state.drifted, true);
    await list.loadAll();
    assert.deepEqual(shown(), ['new', '1', '2', '3', '4']);
    assert.equal(new Set(list.state.rows.map(({ key }) => key)).size, 5);
  });

  it('an export contains all collections with one address if only the second reading finds one', async () => {
    // After page 1 was read, its first item is deleted, so that the first of page 2, which shares its
    // address with the last, moves to page 1.
    const items = [
      shelf('gone', 'G'),
      ...filler(99),
      shelf('2'),
      ...filler(50).map(({ name }) => shelf(name, `${name} on`)),
      shelf('1'),
    ];
    let answered = 0;
    const { rows } = await exported((request) =>
      COLLECTIONS.decode(envelope(answered++ === 0 ? items : items.slice(1), request)),
    );
    assert.deepEqual(rows.map(({ source }) => source).toSorted(byText), items.toSorted(byText));
  });
});

const byText = (one: JsonObject, other: JsonObject) =>
  JSON.stringify(one) < JSON.stringify(other) ? -1 : 1;

describe('Projects without a complete identity', () => {
  it('an export contains all projects that share an address, or an id of unknown kind', async () => {
    const items: Item[] = [
      { name: '1', mintAddress: 'A' },
      { name: '2', mintAddress: 'A' },
      { name: '3', id: 7 },
      { name: '4', id: 7 },
    ];
    const { rows, names } = await exported((request) => PROJECTS.decode(envelope(items, request)));
    assert.deepEqual(names, ['1', '2', '3', '4']);
    assert.deepEqual(
      [rows[0]?.key, rows[2]?.key],
      ['project/A', 'project/row/0/7'],
      'the keys that documents were stored under',
    );
    assert.equal(rows[3]?.id, '7', 'also under another key');
  });

  it('projects with one id and kind are one project', async () => {
    const items: Item[] = [
      { name: '1', id: 7, transferable: true },
      { name: '2', id: 7, transferable: true },
    ];
    const { names } = await exported((request) => PROJECTS.decode(envelope(items, request)));
    assert.deepEqual(names, ['1']);
  });
});

describe('Row that the service lists twice', () => {
  it('a row that comes twice is shown once, and counted', async () => {
    const { list, shown } = open([shelf('1'), shelf('2', 'B'), shelf('1'), shelf('3', 'C')]);
    await list.loadAll();
    assert.deepEqual(shown(), ['1', '2', '3']);
    const { short, repeated, total } = list.state;
    assert.deepEqual([short, repeated, total], [true, 1, 4]);
  });

  it('a row that comes twice is exported once, and counted', async () => {
    const items = [shelf('1'), ...filler(100), shelf('1')];
    const { list, names } = await exported((request) =>
      COLLECTIONS.decode(envelope(items, request)),
    );
    assert.deepEqual([names.length, list.short, list.repeated], [101, true, 1]);
  });
});
