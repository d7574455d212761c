import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import { forEachCount } from '../../../src/core/model/counts.ts';
import { decodeStats } from '../../../src/core/model/decode.ts';
import type { Json } from '../../../src/core/model/model.ts';
import { parseJson } from '../../../src/core/model/json.ts';
import { COLLECTIONS } from '../../../src/lists/collections.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { failureOf } from '../../support/failures.ts';
import { omit } from '../../support/omit.ts';

const parse = (text: string) => parseJson(new TextEncoder().encode(text));

describe('Decoding of a page', () => {
  it('leaves out only the one unreadable row of a hundred, and counts it', () => {
    const long = parse('12345678901234567890');
    for (const bad of [null, 'x', 5, long, true, [], [{}]] as Json[]) {
      const results: Json[] = Array.from({ length: 100 }, (_, at) => ({ id: at }));
      results[37] = bad;
      const page = PROJECTS.decode({ results });
      assert.deepEqual([page.rows.length, page.received, page.unreadable], [99, 100, 1]);
      assert.ok(!page.rows.some(({ id }) => id === '37'));
    }
  });

  it('refuses a page of too many items', async () => {
    const results = Array<Json>(30_001).fill({});
    const failure = await failureOf(() => PROJECTS.decode({ results }));
    assert.deepEqual(failure, { kind: 'decode', what: 'tooComplex' });
  });

  it('decodes rows and stats nested up to 200 levels deep', async () => {
    const row = (levels: number) =>
      `{"total":1,"a":${'['.repeat(levels - 1)}${']'.repeat(levels - 1)}}`;
    const page = PROJECTS.decode(parse(`{"results":[${row(200)},${row(201)}]}`));
    assert.deepEqual([page.rows.length, page.unreadable], [1, 1]);
    assert.equal(decodeStats(parse(row(200))).total, 1);
    const failure = await failureOf(() => decodeStats(parse(row(201))));
    assert.deepEqual(failure, { kind: 'decode', what: 'tooComplex' });
  });

  it('decodes rows in the order of the service', () => {
    const results = [5, 3, 9, 1].map((id) => ({ id, transferable: true }));
    assert.equal(
      PROJECTS.decode({ results })
        .rows.map(({ id }) => id)
        .join(),
      '5,3,9,1',
    );
  });

  it('reports an answer that is no list as such, and not as an empty list', async () => {
    const bodies: Json[] = [
      null,
      true,
      5,
      'x',
      [],
      [{ id: 1 }],
      {},
      { results: null },
      { results: {} },
      { results: 'abc' },
      { results: 3 },
      { results: { length: 2, 0: {}, 1: {} } },
      { data: [] },
      { Results: [] },
      { error: 'Unauthorized' },
      parse('12345678901234567890'),
      parse('{"__proto__":{"results":[]}}'),
    ];
    for (const body of bodies) {
      for (const decode of [PROJECTS.decode, COLLECTIONS.decode]) {
        assert.deepEqual(
          await failureOf(() => decode(body)),
          { kind: 'decode', what: 'notAList' },
          JSON.stringify(body),
        );
      }
    }
  });

  const totals = ['page', 'limit', 'totalPages', 'totalResults'] as const;
  const envelope = { results: [], page: 2, limit: 50, totalPages: 5, totalResults: 230 };

  it('decodes the totals of the service', () => {
    const { rows, received, unreadable, ...rest } = PROJECTS.decode(envelope);
    assert.deepEqual({ results: rows, ...rest }, envelope);
    assert.deepEqual([received, unreadable], [0, 0]);
  });

  for (const name of totals) {
    it(`decodes a page without a usable ${name}`, () => {
      const odd = [null, '', '7', true, [], {}, -1, NaN, Infinity].map((value) => ({
        ...envelope,
        [name]: value as Json,
      }));
      for (const body of [omit(envelope, name), ...odd, parse(`{"results":[],"${name}":1e999}`)]) {
        assert.equal(PROJECTS.decode(body)[name], undefined);
      }
      assert.equal(PROJECTS.decode({ ...envelope, [name]: 0 })[name], 0);
      assert.equal(PROJECTS.decode({ ...envelope, [name]: 7.9 })[name], 7);
    });
  }
});

describe('Decoding of stats', () => {
  it('decodes the four counts of the interface document', () => {
    const counts = { total: 4, confirmed: 3, processing: 1, pending: 0 };
    const known = forEachCount((name) => (name in counts ? counts[name as 'total'] : undefined));
    assert.deepEqual(decodeStats(counts), { ...known, further: [], source: counts });
  });

  for (const name of ['total', 'confirmed', 'processing', 'pending'] as const) {
    it(`decodes stats without a usable ${name} as the other counts, and not 0 for it`, () => {
      const counts = { total: 4, confirmed: 3, processing: 1, pending: 0 };
      for (const odd of [null, '3', '', true, [], {}, NaN, Infinity] as Json[]) {
        const source = { ...counts, [name]: odd };
        const read = decodeStats(source);
        const known = forEachCount((known) => (known in counts ? read[known] : undefined));
        assert.deepEqual(read, { ...known, ...counts, [name]: undefined, further: [], source });
      }
    });
  }

  it('decodes further counts of the service in their order', () => {
    const read = decodeStats({ burned: 2, total: 4, note: 'x', failed: 0, nested: { a: 1 } });
    assert.deepEqual(read.further, [
      { name: 'burned', count: 2 },
      { name: 'failed', count: 0 },
    ]);
    assert.equal(read.total, 4);
  });

  it('decodes a count beyond 2^53 rounded', () => {
    const read = decodeStats(parse('{"total":12345678901234567890,"burned":9007199254740993}'));
    assert.equal(read.total, 12345678901234567000);
    assert.deepEqual(read.further, [{ name: 'burned', count: 9007199254740992 }]);
  });

  it('stats cannot change Object.prototype', () => {
    const read = decodeStats(parse('{"__proto__":5,"constructor":6,"total":1}'));
    assert.deepEqual(read.further, [
      { name: '__proto__', count: 5 },
      { name: 'constructor', count: 6 },
    ]);
  });

  it('reports an answer without counts as no stats', async () => {
    const bodies: Json[] = [null, 5, 'x', [], [1, 2], {}, { total: '4' }, { error: 'x' }];
    for (const body of bodies) {
      assert.deepEqual(
        await failureOf(() => decodeStats(body)),
        { kind: 'decode', what: 'notStats' },
        JSON.stringify(body),
      );
    }
  });
});
