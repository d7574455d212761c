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
  return { list, rows };
}

describe('Rows that share an address or an id', () => {
  it('collections with one address are all shown, with keys of their own, also equal ones on one page', async () => {
    const { list, shown } = open([shelf('1'), shelf('1'), shelf('3', 'B'), shelf('2')]);
    await list.loadAll();
    assert.deepEqual(shown(), ['1', '1', '3', '2']);
    assert.equal(new Set(list.state.rows.map(({ key }) => key)).size, 4);
    const { short, drifted, total } = list.state;
    assert.deepEqual([short, drifted, total], [false, false, 4]);
  });

  it('the first of several collections with one address has the address as its key, and each keeps its key in any order', async () => {
    const { service, list, keyOf } = open([shelf('1'), shelf('2')]);
    await list.loadAll();
    const before = [keyOf('1'), keyOf('2')];
    assert.equal(before[0], 'collection/A');
    assert.match(before[1] ?? '', /^collection\/A\/\w+$/);
    const [first, second] = list.state.rows;
    assert.equal(second?.askedAt, first?.askedAt ?? 0, 'each has the time of its page');
    service.items = [shelf('2'), shelf('1')];
    await list.refresh();
    assert.deepEqual([keyOf('1'), keyOf('2')], before);
  });

  it('a collection is not marked as new when only its content changed', async () => {
    const { service, list, keyOf } = open([shelf('1'), shelf('2', 'B')]);
    await list.loadAll();
    service.items = [shelf('1 renamed'), shelf('2', 'B')];
    await list.refresh();
    assert.equal(keyOf('1 renamed'), 'collection/A');
  });

  it('an export contains all projects that share an address, or an id of unknown kind', async () => {
    const items: Item[] = [
      { name: '1', mintAddress: 'A' },
      { name: '2', mintAddress: 'A' },
      { name: '3', id: 7 },
      { name: '4', id: 7 },
    ];
    const { rows } = await exported((request) => PROJECTS.decode(envelope(items, request)));
    assert.equal(rows.map(({ name }) => name).join(), '1,2,3,4');
    const keys = [rows[0]?.key, rows[2]?.key];
    assert.deepEqual(keys, ['project/A', 'project/row/0/7'], 'as documents were stored under');
    assert.equal(rows[3]?.id, '7', 'also under another key');
  });

  it('a row that comes twice is shown once, and counted', async () => {
    const { list, shown } = open([shelf('1'), shelf('2', 'B'), shelf('1'), shelf('3', 'C')]);
    await list.loadAll();
    assert.deepEqual(shown(), ['1', '2', '3']);
    const { short, repeated, total } = list.state;
    assert.deepEqual([short, repeated, total], [true, 1, 4]);
  });

  it('a row that comes twice is exported once, and counted', async () => {
    const items = [shelf('1'), ...filler(100), shelf('1')];
    const { list, rows } = await exported((request) =>
      COLLECTIONS.decode(envelope(items, request)),
    );
    assert.deepEqual([rows.length, list.short, list.repeated], [101, true, 1]);
  });
});
