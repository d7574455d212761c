import assert from 'node:assert/strict';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import Papa from 'papaparse';
import { decodeStats } from '../../../../src/core/model/decode.ts';
import type { Json, JsonObject } from '../../../../src/core/model/model.ts';
import { parseJson } from '../../../../src/core/model/json.ts';
import {
  type Cell,
  csvRecord,
  csvWriter,
  type Digits,
  type FileRow,
  jsonWriter,
  ndjsonWriter,
  type Writer,
} from '../../../../src/features/export/writers.ts';
import { hostileProjects } from '../../../support/hostileRows.ts';

/** A cell of csv-stringify, which has a long number as a bigint; Mintscope has its digits. */
type LibraryCell = Exclude<Cell, Digits> | bigint;

/** The record that csv-stringify writes for the same cells. */
const asLibrary = (cells: readonly LibraryCell[]) =>
  stringify([[...cells]], {
    record_delimiter: '\r\n',
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { boolean: String },
  });

const ours = (cell: LibraryCell): Cell =>
  typeof cell === 'bigint' ? { digits: String(cell) } : cell;

/** Characters that decide about quotes and apostrophes, and others. */
const PIECES = [
  ...[',', '"', '\r', '\n', '\r\n', '\t', '=', '+', '-', '@', '＝', '＋', '－', '＠'],
  ...["'", ';', ' ', '|', 'a', 'ä', '€', '\u2028', '\ufeff', '\ud83d', '""', '=1'],
];

/** The exported text, written in batches of five, and encoded as UTF-8 and back. */
function written(writer: Writer, rows: readonly FileRow[]): string {
  let text = writer.head;
  for (let from = 0; from < rows.length; from += 5) {
    for (const some of writer.write(rows.slice(from, from + 5))) text += some;
  }
  return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(
    new TextEncoder().encode(text + writer.tail),
  );
}

describe('csvRecord', () => {
  it('writes the same record as csv-stringify', () => {
    const cell = fc.oneof(
      { weight: 3, arbitrary: fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 6 }) },
      fc.string({ unit: 'binary' }),
      fc.double(),
      fc.integer(),
      fc.bigInt(),
      fc.boolean(),
      fc.constant(undefined),
    );
    fc.assert(
      fc.property(fc.array(cell, { minLength: 2, maxLength: 10 }), (cells) => {
        assert.equal(csvRecord(cells.map(ours)), asLibrary(cells));
      }),
      { numRuns: 3000 },
    );
  });
});

describe('export writers', () => {
  it('writes no padding of on-chain names to CSV', () => {
    const text = written(csvWriter('projects', false), [{ source: { name: 'STRK\0\0' } }]);
    assert.equal(text.split('\r\n')[1], 'STRK,,,,,,,,,');
  });

  it('writes missing members and null as empty CSV cells, nested ones as JSON, and others in the last column', () => {
    const members = '"name":"=A","symbol":null,"id":98765432109876543210,"transferable":true';
    const nested = '["a",{"b":[12345678901234567890]}]';
    const others = '{"own":1.5,"__proto__":{"c":[]}}';
    const sent = `{${members},"status":${nested},${others.slice(1)}`;
    const source = parseJson(new TextEncoder().encode(sent)) as JsonObject;
    const text = written(csvWriter('projects', false), [{ source }]);
    const [json, rest] = [nested, others].map((one) => `"${one.replaceAll('"', '""')}"`);
    const record = `'=A,,,,,98765432109876543210,,true,${json},${rest}`;
    assert.equal(text.split('\r\n')[1], record);
  });

  it('writes many rows in several texts, so that other work runs between them', () => {
    const source: JsonObject = { name: 'n'.repeat(1000) };
    const rows = Array.from({ length: 1000 }, () => ({ source }));
    for (const writer of [jsonWriter(), ndjsonWriter(), csvWriter('projects', false)]) {
      const texts = [...writer.write(rows)];
      assert.ok(texts.length > 10, String(texts.length));
      for (const text of texts) assert.ok(text.length < 100_000, String(text.length));
    }
  });

  it('writes the time beside the counts in JSON, and overwrites no member of the service', () => {
    const progress = { asOf: '2026', share: 1 };
    const line = (source: JsonObject) =>
      written(ndjsonWriter(), [{ source, stats: { total: 1 }, progress }]);
    assert.equal(line({ id: 7 }), '{"id":7,"stats":{"total":1},"asOf":"2026"}\n');
    assert.equal(
      line({ asOf: 'then' }),
      '{"asOf":"then","stats":{"total":1},"mintscope.asOf":"2026"}\n',
    );
  });

  it('writes a valid file of each format for no rows', () => {
    assert.deepEqual(JSON.parse(written(jsonWriter(), [])), []);
    assert.equal(written(ndjsonWriter(), []), '');
    assert.equal(readCsv(written(csvWriter('projects', true), [])).records.length, 0);
  });

  it('lists the members of the interface in its order in CSV, then the other members', () => {
    assert.equal(
      csvWriter('projects', false).head,
      'name,symbol,description,image,animationUrl,id,mintAddress,transferable,status,otherMembers\r\n',
    );
    assert.equal(
      csvWriter('collections', false).head,
      'mintAddress,name,description,image,attributes,uri,collectionDetails,ownerAddress,otherMembers\r\n',
    );
    assert.match(
      csvWriter('projects', true).head,
      /,status,share,failed,asOf,attention,stats\.total,stats\.confirmed,stats\.processing,stats\.pending,stats\.otherMembers,otherMembers\r\n$/,
    );
  });
});

describe('export of projects with stats', () => {
  const rows = hostileProjects();
  const sent =
    '{"total":5000,"confirmed":0,"pending":98765432109876543210,"burnt":8,"__proto__":{"a":"=1"}}';
  const counts = decodeStats(parseJson(new TextEncoder().encode(sent)));
  const stats = rows.map((_, at) => (at % 3 === 0 ? undefined : counts.source));
  const withStats = rows.map(({ source }, at) => ({ source, stats: stats[at] }));

  /** What a line says of each row. */
  const wanted = rows.map(({ source }, at) => {
    const members = JSON.parse(JSON.stringify(source)) as JsonObject;
    const own = Object.hasOwn(source, 'stats') ? 'mintscope.stats' : 'stats';
    return stats[at] ? { ...members, [own]: JSON.parse(sent) as Json } : members;
  });

  it('writes all members of the service in JSON and NDJSON, with stats beside them that overwrite none', () => {
    const text = written(jsonWriter(), withStats);
    assert.deepEqual(JSON.parse(text), wanted);
    assert.ok(text.includes('"id":12345678901234567890,'), 'with all digits');
    const lines = written(ndjsonWriter(), withStats);
    assert.equal(text, `[\n${lines.trimEnd().replaceAll('\n', ',\n')}\n]\n`, 'a row a line');
    assert.ok(lines.endsWith('}\n'));
  });

  it('writes stats in separate CSV columns, empty if they could not be read', () => {
    const { header, records } = readCsv(written(csvWriter('projects', true), withStats));
    assert.equal(records.length, rows.length);
    const from = header.indexOf('stats.total');
    for (const [at, record] of records.entries()) {
      const cells = [
        ...['5000', '0', '', '98765432109876543210'],
        '{"burnt":8,"__proto__":{"a":"=1"}}',
      ];
      const read = [...record.slice(from, from + 4), record[header.indexOf('stats.otherMembers')]];
      assert.deepEqual(read, stats[at] ? cells : cells.map(() => ''));
    }
  });
});

function readCsv(text: string): { header: string[]; records: string[][] } {
  const { data, errors } = Papa.parse<string[]>(text, {
    newline: '\r\n',
    delimiter: ',',
    skipEmptyLines: true,
  });
  assert.deepEqual(errors, []);
  const [header = [], ...records] = data;
  return { header, records };
}
