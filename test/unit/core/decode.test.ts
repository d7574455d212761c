import assert from 'node:assert/strict';
import {
  type Collection,
  type Json,
  type JsonObject,
  type Project,
  projectRef,
} from '../../../src/core/model/model.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import { parseJson } from '../../../src/core/model/json.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { countsOf } from '../../../src/core/model/counts.ts';
import { decodeStats } from '../../../src/core/model/decode.ts';
import { omit } from '../../support/omit.ts';
import { failureOf } from '../../support/failures.ts';
import fc from 'fast-check';
import { ServiceError } from '../../../src/core/model/serviceError.ts';
import { keysOf } from '../../support/pages.ts';

const parse = (text: string) => parseJson(new TextEncoder().encode(text));
const project = (row: JsonObject) => PROJECTS.decode({ results: [row] }).rows[0]!;
const collection = (row: JsonObject) => COLLECTIONS.decode({ results: [row] }).rows[0]!;
const keys = async (...rows: Json[]) => {
  const read = () => Promise.resolve(PROJECTS.decode({ results: rows }));
  const list = new PagedList<Project>(read, { limit: () => 100, now: () => 0 });
  await list.open();
  return list.state.rows.map(({ key }) => key);
};

/**
 * The values of all members of a row, which are getters and would not be compared. Members that only
 * lists need are left out.
 */
function members(row: Project | Collection): Partial<Record<string, unknown>> {
  const names = Object.keys(row);
  for (let at: unknown = row; at !== Object.prototype; at = Object.getPrototypeOf(at)) {
    names.push(...Object.getOwnPropertyNames(at).filter((name) => name !== 'constructor'));
  }
  const ofLists = ['identity', 'variant', 'withKey'];
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

    it(`decodes a ${kind} of which a member is missing, empty or of another type`, () => {
      const whole = members(decode(source));
      for (const name of Object.keys(source)) {
        const ofOtherType = name === 'transferable' ? 'yes' : true;
        const odd = [null, '', [], { a: 1 }, ofOtherType].map((value) => ({
          ...source,
          [name]: value,
        }));
        for (const row of [omit(source, name), ...odd]) {
          const read = { ...members(decode(row)), key };
          const expected = { ...whole, source: row, ...(name in shown && { [name]: undefined }) };
          assert.deepEqual(read, expected, JSON.stringify(row));
        }
      }
    });
  });

describe('Members of a project', () => {
  const read: readonly (readonly [member: string, sent: string, read: unknown])[] = [
    // Numbers in place of a text.
    ['name', '1984', '1984'],
    ['symbol', '0', '0'],
    ['name', '1e400', undefined],
    // On-chain names are padded.
    ['name', '"Strike\\u0000\\u0000"', 'Strike'],
    ['status', '"\\u0000"', undefined],
    ['mintAddress', '"M\\u0000"', 'M'],
    // An id is whole digits.
    ['id', '"007"', '7'],
    ['id', '"000"', '0'],
    ['id', '12345678901234567890', '12345678901234567890'],
    ...['1.5', '-1', '1e21', '"0x10"', '" 12"', '"12/../13"', 'true'].map(
      (sent) => ['id', sent, undefined] as const,
    ),
    // A database driver gives booleans as numbers and texts.
    ...['1', '"true"', '"True"', '"1"'].map((sent) => ['transferable', sent, true] as const),
    ...['0', '"false"', '"0"'].map((sent) => ['transferable', sent, false] as const),
    ...['2', '-1', '"t"', '""', 'null'].map((sent) => ['transferable', sent, undefined] as const),
  ];
  it('reads members of a project as what they plainly are, and stores them as received', () => {
    for (const [member, sent, expected] of read) {
      const source = parse(`{"${member}":${sent}}`) as JsonObject;
      const row = project(source);
      assert.equal(members(row)[member], expected, `${member} ${sent}`);
      assert.deepEqual(row.source, source);
    }
    assert.equal(project({ id: '007', transferable: 0 }).key, 'project/n/7');
  });

  it('gives a stats reference only if id and kind are known', () => {
    assert.deepEqual(projectRef(project({ id: 1, transferable: false })), 'n/1');
    assert.equal(projectRef(project({ id: 1 })), undefined);
    assert.equal(projectRef(project({ transferable: true })), undefined);
  });
});

describe('Key of a row', () => {
  it('the key is short and the same for the same content, however large the row is', async () => {
    const long = 'x'.repeat(1_000_000);
    const rows: JsonObject[] = [
      { name: 'x', attributes: Array.from({ length: 100_000 }, (_, at) => at) },
      { name: 'x', attributes: Array.from({ length: 100_001 }, (_, at) => at) },
      { description: long },
      { description: `${long}x` },
      { mintAddress: long },
    ];
    const all = await keys(...rows);
    assert.equal(new Set(all).size, rows.length);
    for (const key of all) assert.ok(key.length < 60, key);
    assert.deepEqual(await keys(...structuredClone(rows)), all);
  });
});

describe('Decoding of a page', () => {
  it('leaves out only the row that cannot be read, and counts it', () => {
    const long = parse('12345678901234567890');
    for (const bad of [null, 'x', long, []] as Json[]) {
      const results: Json[] = [{ id: 1 }, bad, { id: 2 }];
      const page = PROJECTS.decode({ results });
      assert.deepEqual([page.rows.length, page.received, page.unreadable], [2, 3, 1]);
    }
  });

  it('refuses a page of too many items', async () => {
    const results = Array<Json>(30_001).fill({});
    const failure = await failureOf(() => PROJECTS.decode({ results }));
    assert.deepEqual(failure, { kind: 'decode', what: 'tooComplex' });
  });

  it('decodes rows and stats nested up to 200 levels deep, and the others of the page', async () => {
    const row = (levels: number) =>
      `{"total":1,"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    const long = '{"id":12345678901234567890,"transferable":true}';
    const results = [row(200), long, row(201), row(3000), long];
    const page = PROJECTS.decode(parse(`{"results":[${results.join()}]}`));
    assert.deepEqual(
      page.rows.map(({ id }) => id),
      [undefined, '12345678901234567890', '12345678901234567890'],
    );
    assert.equal(page.unreadable, 2);
    assert.equal(decodeStats(parse(row(200))).total, 1);
    const failure = await failureOf(() => decodeStats(parse(row(201))));
    assert.deepEqual(failure, { kind: 'decode', what: 'tooComplex' });
  });

  it('reports an answer that is no list as such, and not as an empty list', async () => {
    const bodies = [
      ...['null', '"x"', '[]', '[{"id":1}]', '{}', '12345678901234567890'],
      ...['null', '{}', '"abc"', '{"length":2,"0":{},"1":{}}'].map((one) => `{"results":${one}}`),
      '{"__proto__":{"results":[]}}',
    ];
    for (const body of bodies) {
      const failure = await failureOf(() => PROJECTS.decode(parse(body)));
      assert.deepEqual(failure, { kind: 'decode', what: 'notAList' }, body);
    }
  });

  it('reads a list of services in Go and PHP: null in place of none, and an object in place of one with gaps', () => {
    const ids = (body: Json) => PROJECTS.decode(body).rows.map(({ id }) => id);
    assert.deepEqual(ids({ results: null, totalResults: 0 }), []);
    assert.deepEqual(ids({ results: { 0: { id: 1 }, 2: { id: 3 } } }), ['1', '3']);
  });

  const totals = ['page', 'limit', 'totalPages', 'totalResults'] as const;
  const envelope = { results: [], page: 2, limit: 50, totalPages: 5, totalResults: 230 };

  it('decodes the totals of a page, as numbers or texts of digits, and leaves out unusable ones', () => {
    for (const name of totals) {
      const read = (value: Json) => PROJECTS.decode({ ...envelope, [name]: value })[name];
      for (const odd of [null, '', 'x', '7.5', '-1', true, {}, -1, NaN]) {
        assert.equal(read(odd), undefined);
      }
      assert.equal(PROJECTS.decode(omit(envelope, name))[name], undefined);
      assert.equal(PROJECTS.decode(parse(`{"results":[],"${name}":1e999}`))[name], undefined);
      assert.deepEqual([0, 7.9, '230'].map(read), [0, 7, 230]);
    }
  });
});

describe('Decoding of stats', () => {
  it('decodes counts, also as texts of digits', () => {
    const source = { total: '900', confirmed: '0', processing: 7, pending: '893.00', failed: '7' };
    const counts = { total: 900, confirmed: 0, processing: 7, pending: 893, failed: 7 };
    assert.deepEqual(decodeStats(source), { ...counts, source });
  });

  it('takes no value for a count that no chain has, and names the count', () => {
    const odd = ['-1', '0.5', '1e200', '1e400', '1000000000000001', '12345678901234567890'];
    for (const text of [...odd, '"12,000"', '"1e3"', '" "', '""', 'true', '{}', '[1]']) {
      const read = decodeStats(parse(`{"total":4,"confirmed":${text}}`));
      assert.deepEqual([read.confirmed, read.notCounts], [undefined, ['confirmed']], text);
    }
    const { failed, notCounts } = decodeStats(parse('{"total":1e15,"failed":-1,"errors":1e400}'));
    assert.deepEqual([failed, notCounts], [undefined, ['failed']]);
    assert.ok(Object.is(decodeStats(parse('{"total":-0}')).total, 0), 'and no sign of a zero');
    assert.deepEqual(decodeStats({ total: 4, confirmed: null }).notCounts, undefined, 'not given');
  });

  it('counts only members that are named as a stage, in any writing', () => {
    const read = (others: JsonObject) => countsOf(decodeStats({ total: 9, ...others }));
    const none = { total: 9, confirmed: undefined, processing: undefined, pending: undefined };
    for (const name of ['failed', 'failedCount', 'num_failed', 'FAILED', 'Number of failed NFTs'])
      assert.deepEqual(read({ [name]: 2 }), { ...none, failed: 2 }, name);
    const stages = { burnt: 1, canceled: 2, inQueue: 3, queued: 4, rejected: 5 };
    assert.deepEqual(read(stages), { ...none, burned: 1, cancelled: 2, other: 4, failed: 5 });
    const same = { failed: 2, failedCount: 2, errors: 1 };
    assert.deepEqual(read(same), { ...none, failed: 3 }, 'one word for a stage is one count');
    const others = { orgId: 3, updatedAt: 1_764_000_000, failedAt: 5, supplyCap: 9000 };
    const flags = { failed: false, errors: [], error: 'none', cancelled: null };
    assert.deepEqual(read({ ...others, ...flags }), none);
  });

  it('reports an answer without counts as no stats, and one whose counts are texts as that', async () => {
    const [none, others] = [
      { burned: 5, orgId: 3 },
      { total: '4 NFTs', confirmed: -1 },
    ];
    for (const body of [null, 5, [1, 2], {}, none, others] as Json[]) {
      const what = body === others ? 'notCounts' : 'notStats';
      const failure = await failureOf(() => decodeStats(body));
      assert.deepEqual(failure, { kind: 'decode', what }, JSON.stringify(body));
    }
  });
});

const decoders = [PROJECTS.decode, COLLECTIONS.decode, decodeStats] as const;

/** Decodes a body in every way. Only a `ServiceError` may be thrown. */
function survives(body: Uint8Array): void {
  for (const decode of decoders) {
    try {
      decode(parseJson(body));
    } catch (error) {
      assert.ok(error instanceof ServiceError, String(error));
      assert.equal(error.failure.kind, 'decode');
    }
  }
}

const memberNames = [
  ...['name', 'symbol', 'description', 'image', 'animationUrl', 'id', 'mintAddress'],
  ...['transferable', 'status', 'uri', 'ownerAddress', 'attributes', '__proto__', 'rawJSON'],
];
/** Rows with the members of the document, which may have any value. */
const nearlyRow = fc.oneof(
  fc.dictionary(fc.constantFrom(...memberNames), fc.jsonValue(), { maxKeys: 6 }),
  fc.jsonValue(),
);
const nearlyPage = fc.record(
  {
    results: fc.oneof({ weight: 9, arbitrary: fc.array(nearlyRow) }, fc.jsonValue()),
    page: fc.jsonValue(),
    limit: fc.jsonValue(),
    totalPages: fc.jsonValue(),
    totalResults: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

describe('Decoding of any answer', () => {
  it('decoding any bytes or text gives rows or a named failure', () => {
    const text = fc.oneof(fc.json(), fc.string({ unit: 'binary' }), fc.constant('\ufeff{}'));
    const sent = text.map((one) => new TextEncoder().encode(one));
    fc.assert(fc.property(fc.oneof(sent, fc.uint8Array({ maxLength: 400 })), survives), {
      numRuns: 1000,
    });
  });

  it('every item of a list is a row with a key of its own or counts as unreadable', () => {
    fc.assert(
      fc.property(nearlyPage, (page) => {
        const text = JSON.stringify(page);
        const body = JSON.parse(text) as Json;
        if (!Array.isArray((body as { results?: unknown }).results)) return;
        for (const decode of [PROJECTS.decode, COLLECTIONS.decode]) {
          const { rows, received, unreadable } = decode(body);
          assert.equal(received, (body as { results: unknown[] }).results.length);
          assert.equal(rows.length + unreadable, received);
          // The same keys for the same body, or a refresh would mark all rows as new.
          const again = decode(JSON.parse(text) as Json);
          assert.deepEqual(keysOf(again.rows), keysOf(rows));
        }
      }),
    );
  });
});
