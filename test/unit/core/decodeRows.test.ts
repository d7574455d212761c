import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import {
  type Collection,
  type Json,
  type JsonObject,
  type Project,
  projectRef,
} from '../../../src/core/model/model.ts';
import { contentDigest } from '../../../src/core/model/contentDigest.ts';
import { parseJson } from '../../../src/core/model/json.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { omit } from '../../support/omit.ts';

const parse = (text: string) => parseJson(new TextEncoder().encode(text));
const project = (row: JsonObject) => PROJECTS.decode({ results: [row] }).rows[0]!;
const collection = (row: JsonObject) => COLLECTIONS.decode({ results: [row] }).rows[0]!;
const keys = (...rows: Json[]) => PROJECTS.decode({ results: rows }).rows.map(({ key }) => key);

/**
 * The values of all members of a row, which are getters and would not be compared. Members that only
 * lists need are left out.
 */
function members(row: Project | Collection): Partial<Record<string, unknown>> {
  const names = Object.keys(row);
  for (let at: unknown = row; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    names.push(...Object.getOwnPropertyNames(at).filter((name) => name !== 'constructor'));
  }
  const ofLists = ['content', 'renamed'];
  const others = names.filter((name) => !ofLists.includes(name));
  const values = row as unknown as Readonly<Record<string, unknown>>;
  return Object.fromEntries(others.map((name) => [name, values[name]]));
}

const fullProject: JsonObject = {
  name: 'Harbor Lights',
  symbol: 'HLD',
  description: 'Text',
  image: 'https://images.example/1.png',
  animationUrl: 'https://images.example/1.mp4',
  id: '7012',
  mintAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
  transferable: true,
  status: 'processing',
};
const fullCollection: JsonObject = {
  mintAddress: '9mBq',
  name: 'Shelf 1',
  description: 'Text',
  image: 'https://images.example/1.png',
  uri: 'https://images.example/1.json',
  ownerAddress: 'Owner1',
};
/** Members of a collection that are shown from its source only. */
const hidden: JsonObject = { attributes: [], collectionDetails: {} };

for (const [kind, decode, key, shown, source] of [
  ['project', project, 'project/t/7012', fullProject, fullProject],
  ['collection', collection, 'collection/9mBq', fullCollection, { ...fullCollection, ...hidden }],
] as const)
  describe(`Decoding of a ${kind}`, () => {
    it(`decodes every shown field of a ${kind}, and stores the row as received`, () => {
      const read = members(decode(source));
      assert.deepEqual(read, { kind, key, askedAt: undefined, ...shown, source });
    });

    for (const name of Object.keys(source)) {
      it(`decodes a ${kind} whose ${name} is missing, empty or of another type`, () => {
        const whole = members(decode(source));
        const ofOtherType = name === 'transferable' ? ['true', 1, 0] : [true, false];
        for (const row of [
          omit(source, name),
          ...[null, '', [], {}, ['x'], { a: 1 }, ...ofOtherType].map((odd) => ({
            ...source,
            [name]: odd,
          })),
        ]) {
          const read = members(decode(row));
          assert.deepEqual(
            { ...read, key },
            { ...whole, source: row, ...(name in shown && { [name]: undefined }) },
            JSON.stringify(row),
          );
          assert.equal(read.source, row);
        }
      });
    }
  });

describe('Members of a project', () => {
  it('decodes numbers where text is expected', () => {
    const read = project({ ...fullProject, name: 1984, symbol: 0, id: '7012' });
    assert.deepEqual([read.name, read.symbol, read.id], ['1984', '0', '7012']);
  });

  it('decodes one id from digits written in several ways', () => {
    for (const id of [7, '7', '007']) assert.equal(project({ id }).id, '7');
    for (const id of [0, '0', '000']) assert.equal(project({ id }).id, '0');
  });

  it('decodes every digit of an id', () => {
    for (const id of ['9007199254740993', '12345678901234567890', '0']) {
      const body = parse(`{"results":[{"id":${id},"transferable":false}]}`);
      const [row] = PROJECTS.decode(body).rows;
      assert.equal(row?.id, id);
      assert.equal(row.key, `project/n/${id}`);
      assert.equal(JSON.stringify(row.source), `{"id":${id},"transferable":false}`);
    }
  });

  it('decodes no id from anything but whole digits', () => {
    for (const id of [1.5, -1, -5.5, 1e21, 'twelve', '1e3', '0x10', ' 12', '12/../13', true]) {
      assert.equal(project({ id }).id, undefined, String(id));
    }
  });

  it('gives a stats reference only if id and kind are known', () => {
    assert.deepEqual(projectRef(project({ id: 1, transferable: true })), { kind: 't', id: '1' });
    assert.deepEqual(projectRef(project({ id: 1, transferable: false })), { kind: 'n', id: '1' });
    assert.equal(projectRef(project({ id: 1 })), undefined);
    assert.equal(projectRef(project({ transferable: true })), undefined);
  });
});

describe('Key of a row', () => {
  it('the key differs for a transferable and a non-transferable project with one id', () => {
    assert.deepEqual(
      keys({ id: 12, transferable: true }, { id: 12, transferable: false }, { id: 12 }),
      ['project/t/12', 'project/n/12', 'project/row/0/12'],
    );
  });

  it('the key is the mint address if there is no id', () => {
    assert.deepEqual(keys({ mintAddress: 'A', name: 'x' }, { mintAddress: 'B', name: 'x' }), [
      'project/A',
      'project/B',
    ]);
  });

  it('the key is short and the same for the same content, however large the row is', () => {
    const long = 'x'.repeat(1_000_000);
    const rows: JsonObject[] = [
      { name: 'x', attributes: Array.from({ length: 100_000 }, (_, at) => at) },
      { name: 'x', attributes: Array.from({ length: 100_001 }, (_, at) => at) },
      { description: long },
      { description: `${long}x` },
      { mintAddress: long },
      { mintAddress: `${long}x` },
      parse(`{"name":${'9'.repeat(100_000)}}`) as JsonObject,
    ];
    const all = keys(...rows);
    assert.equal(new Set(all).size, rows.length);
    for (const key of all) assert.ok(key.length < 60, key);
    assert.deepEqual(keys(...structuredClone(rows.slice(0, 6))), all.slice(0, 6));
    for (const row of rows.slice(0, 6)) assert.ok(collection(row).key.length < 60);
  });

  it('the key is computed from the beginning of a row only', () => {
    let read = 0;
    const items = new Proxy(Array<string>(1_000_000).fill('x'), {
      get: (target, name, receiver) => {
        read++;
        return Reflect.get(target, name, receiver) as unknown;
      },
    });
    assert.equal(contentDigest({ attributes: items }).length, 11);
    assert.ok(read < 20_000, `${read} items were read`);
  });

  it('the key of a row is computed however deep its members are nested', () => {
    let [items, members]: [Json, Json] = [[], {}];
    for (let depth = 0; depth < 20_000; depth++) [items, members] = [[items], { a: members }];
    for (const value of [items, members]) assert.equal(contentDigest(value).length, 11);
  });

  it('the key differs for rows that differ in a value, its type or its place', () => {
    const rows: JsonObject[] = [
      ...['1', 1, true, null, [1], ['1'], [[1]], { 0: 1 }, [], {}, ''].map((own) => ({ own })),
      { own: [1, 2] },
      { own: [2, 1] },
      { own: [[1], 2] },
      { other: 1 },
      { own: 1, other: 2 },
      { own: 2, other: 1 },
      {},
    ];
    assert.equal(
      new Set(keys(...rows).map((key) => key.replace(/\/\d+\//, '/'))).size,
      rows.length,
    );
  });
});
