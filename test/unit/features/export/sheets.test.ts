import assert from 'node:assert/strict';
import Papa from 'papaparse';
import { exactJson, parseJson } from '../../../../src/core/model/json.ts';
import type { JsonObject, Project } from '../../../../src/core/model/model.ts';
import {
  csvText,
  historySheet,
  jsonText,
  rowSheet,
  type Sheet,
  type Cell,
  csvRecord,
} from '../../../../src/features/export/sheets.ts';
import type { ProjectRow } from '../../../../src/core/messages/projectColumns.ts';
import type { ServiceRow } from '../../../../src/lists/index.ts';
import { COLLECTIONS } from '../../../../src/lists/collections.ts';
import { PROJECTS } from '../../../../src/lists/projects.ts';
import { noAbort } from '../../../support/client.ts';
import { hostileProjects } from '../../../support/hostileRows.ts';
import fc from 'fast-check';

const AT = Date.UTC(2026, 10, 28, 12);

async function whole(texts: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of texts) text += piece;
  return text;
}

async function csv(sheet: Sheet): Promise<string[][]> {
  const text = await whole(csvText(sheet, noAbort));
  assert.equal(text[0], '\ufeff');
  const { data, errors } = Papa.parse<string[]>(text.slice(1), {
    delimiter: ',',
    newline: '\r\n',
    skipEmptyLines: true,
  });
  assert.deepEqual(errors, []);
  return data;
}

const json = async (sheet: Sheet) =>
  JSON.parse(await whole(jsonText(sheet, noAbort))) as JsonObject[];

const projects = (...results: readonly JsonObject[]) => PROJECTS.decode({ results }).rows;

const sheetOf = (
  rows: readonly ServiceRow[],
  factsOf: (row: ServiceRow) => Partial<ProjectRow> = () => ({}),
) => rowSheet('projects', rows, (row) => ({ key: row.key, concerns: [], ...factsOf(row) }));

describe('export of rows', () => {
  it('the columns are name, reference, status, attention and counts, then the other members, each once', async () => {
    const lighthouse = {
      ...{ status: 'processing', id: 7, zone: 'north', name: 'Lighthouse', transferable: true },
      ...{ symbol: 'LH', mintAddress: 'A', total: 'five', description: 'x', attributes: ['a'] },
    };
    const counts = { total: 405, confirmed: 252, processing: 80, pending: 10, failed: 38 };
    const attention = 'Failed 38 · Stalled 16 min · acknowledged';
    const facts: Partial<ProjectRow> = {
      ref: 't/7',
      counts: { ...counts, burned: 3, cancelled: 2, other: 5 },
      asOf: AT,
      failedSince: { at: AT - 16 * 60_000 + 123, after: AT - 40 * 60_000 + 456 },
      acknowledged: true,
      concerns: [
        { kind: 'failed', words: 'Failed 38' },
        { kind: 'stalled', words: 'Stalled 16 min' },
      ],
    };
    const [header, record] = await csv(sheetOf(projects(lighthouse), () => facts));
    assert.equal(
      header?.join(),
      'name,reference,status,needs attention,since, earliest,since, latest,total,confirmed,share,processing,pending,NFTs failed,' +
        'missing,too many,NFTs burned,NFTs cancelled,NFTs of other stages,as of,symbol,description,id,' +
        'mintAddress,transferable,zone,row.total,attributes',
    );
    assert.equal(
      record?.join(),
      `Lighthouse,t/7,processing,${attention},2026-11-28T11:20:00Z,2026-11-28T11:44:00Z,405,252,0.63,80,10,38,` +
        '15,0,3,2,5,2026-11-28T12:00:00.000Z,LH,x,7,A,true,north,five,["a"]',
    );
  });

  it('of a stalled project, both ends of since are when it stalled', async () => {
    const concerns = [{ kind: 'stalled', words: 'Stalled 16 min' } as const];
    const [, record] = await csv(sheetOf(projects({}), () => ({ concerns, movedAt: AT })));
    assert.deepEqual(record?.slice(1), ['2026-11-28T12:00:00Z', '2026-11-28T12:00:00Z']);
  });

  it('a share has no digits that only the computer adds, and no member shares a column with another', async () => {
    const row = { name: 'A', total: 'one', 'row.total': 'two', 'row.zone': 'three' };
    const counts = { total: 250, confirmed: 7, processing: 0, pending: 243 };
    const [header = [], record = []] = await csv(sheetOf(projects(row), () => ({ counts })));
    const cell = (name: string) => record[header.indexOf(name)];
    assert.equal(cell('share'), '0.028');
    const members = ['row.total', 'row.row.total', 'row.zone'].map(cell);
    assert.deepEqual(members, ['one', 'two', 'three']);
  });

  it('a column without any value is left out, and one with a single value is there', async () => {
    const rows = projects({ name: 'A', symbol: null, description: '' }, { name: 'B', own: {} });
    assert.deepEqual(await csv(sheetOf(rows)), [['name'], ['A'], ['B']]);
    const one = projects(...Array.from({ length: 1200 }, () => ({ name: 'A' })), { symbol: 'S' });
    const [header, ...records] = await csv(sheetOf(one));
    assert.deepEqual([header, records.length], [['name', 'symbol'], 1201]);
  });

  it('writes no padding of on-chain names to CSV', async () => {
    assert.deepEqual(await csv(sheetOf(projects({ name: 'STRK\0\0', symbol: '\0' }))), [
      ['name'],
      ['STRK'],
    ]);
  });

  it('a row without counts, between others, leaves their cells empty', async () => {
    const rows = projects({ id: 1, transferable: true }, { id: 2, transferable: true });
    const counts = { total: 2, confirmed: 0, processing: 0, pending: 2 };
    const known = new Map([[rows[1], { ref: 't/2', counts, asOf: AT } as const]]);
    const [, ...records] = await csv(
      sheetOf(rows, (row) => known.get(row as Project) ?? { ref: 't/1' }),
    );
    assert.deepEqual(
      records.map((record) => record.join()),
      ['t/1,,,,,,,,,,1,true', 't/2,2,0,0,0,2,0,0,0,2026-11-28T12:00:00.000Z,2,true'],
    );
  });

  it('collections have their name first and no column of projects', async () => {
    const item = { mintAddress: 'A', name: 'Shelf', ownerAddress: 'B', attributes: [] };
    const { rows } = COLLECTIONS.decode({ results: [item] });
    const sheet = rowSheet('collections', rows, () => undefined);
    assert.deepEqual((await csv(sheet))[0], ['name', 'mintAddress', 'ownerAddress']);
  });

  it('JSON has each row as it was sent, with every digit, and counts that overwrite no member', async () => {
    const rows = hostileProjects();
    const sent = rows.map(({ source }) => JSON.parse(exactJson(source)) as JsonObject);
    assert.deepEqual(await json(sheetOf(rows)), sent);
    const own = '{"__proto__":{"a":1},"id":98765432109876543210,"asOf":"then"}';
    const source = parseJson(new TextEncoder().encode(own)) as JsonObject;
    const stats = { total: 3, confirmed: 1, processing: 2, pending: undefined };
    const sheet = sheetOf(projects(source), () => ({ counts: stats, asOf: AT }));
    const counts = '"stats":{"total":3,"confirmed":1,"processing":2}';
    const line = `${own.slice(0, -1)},${counts},"mintscope.asOf":"2026-11-28T12:00:00.000Z"}`;
    assert.equal(await whole(jsonText(sheet, noAbort)), `[\n${line}\n]\n`);
  });
});

describe('export of a history', () => {
  it('an exported history has a row for each reading, with its time first', async () => {
    const readings = [
      { at: AT, total: 10, confirmed: 5, processing: 5, pending: 0, failed: undefined },
      { at: AT + 60_000, total: 10, confirmed: 10, processing: 0, pending: undefined },
    ];
    assert.deepEqual(
      (await csv(historySheet(readings))).map((record) => record.join()),
      [
        'as of,total,confirmed,share,processing,pending,NFTs failed,missing,too many',
        '2026-11-28T12:00:00.000Z,10,5,0.5,5,0,0,0,0',
        '2026-11-28T12:01:00.000Z,10,10,1,0,,0,0,0',
      ],
    );
    const [first] = await json(historySheet(readings));
    const counts = { total: 10, confirmed: 5, processing: 5, pending: 0 };
    assert.deepEqual(first, { asOf: '2026-11-28T12:00:00.000Z', ...counts });
  });
});

/** The fields of records, as a reader with this separator finds them. */
function read(text: string, delimiter: string): string[] {
  return Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true }).data.flat();
}

/** A formula for a spreadsheet, which may drop spaces and invisible characters before the sign. */
const RUNS = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]/u;

const SEPARATORS = [',', ';', '\t', '|'];
const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const BEFORE = ['', ...Array.from(' \u00a0\u200b\ufeff\u00ad\u2060\ufe0f\u{e0020}\0')];

function assertNoFormula(cells: readonly string[]): void {
  const text = csvRecord(cells);
  for (const separator of SEPARATORS) {
    for (const field of read(text, separator)) assert.doesNotMatch(field, RUNS, text);
  }
}

/** Characters that decide about separators, quotes and formulas, and others. */
const PIECES = [...SEPARATORS, ...SIGNS, ...BEFORE.slice(1), '"', '\r', '\n', "'", 'a', 'ä', '1'];
const texts = fc.array(fc.string({ unit: fc.constantFrom(...PIECES), maxLength: 8 }), {
  minLength: 1,
  maxLength: 6,
});

describe('CSV for spreadsheets', () => {
  it('no cell runs as a formula, whichever separator a reader expects and whatever is before the sign', () => {
    for (const sign of SIGNS) {
      for (const before of BEFORE) {
        for (const lead of ['', 'a', 'a"', ...SEPARATORS, 'a;', 'a\t', 'a\n', 'a\r', 'a|']) {
          assertNoFormula(['x', `${lead}${before}${sign}1+1`, 'y']);
        }
      }
    }
    fc.assert(fc.property(texts, assertNoFormula), { numRuns: 3000 });
  });

  it('a reader finds the cells as they are, but for the apostrophes before signs', () => {
    const bare = (text: string) => text.replaceAll("'", '');
    const isRead = (some: readonly string[]) => {
      // The parser drops a byte order mark at the start of the text.
      const cells = ['x', ...some];
      const { data, errors } = Papa.parse<string[]>(csvRecord(cells), {
        delimiter: ',',
        newline: '\r\n',
      });
      assert.deepEqual(errors, []);
      assert.deepEqual(data[0]?.map(bare), cells.map(bare));
    };
    fc.assert(fc.property(texts, isRead), { numRuns: 3000 });
  });

  it('quotes a cell that any separator would split, and writes numbers without an apostrophe', () => {
    const cells: Cell[] = [
      'a,b',
      'a;b',
      'a\tb',
      'a|b',
      'a"b',
      'a\nb',
      'a b',
      -5,
      0.63,
      true,
      undefined,
    ];
    const expected = '"a,b","a;b","a\tb","a|b","a""b","a\nb",a b,-5,0.63,true,\r\n';
    assert.equal(csvRecord(cells), expected);
  });

  it('writes a long text of separators in linear time', () => {
    const text = '; "\n\t'.repeat(200_000);
    assert.ok(csvRecord([text]).length > text.length);
  });
});
