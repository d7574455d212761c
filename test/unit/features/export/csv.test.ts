import assert from 'node:assert/strict';
import fc from 'fast-check';
import Papa from 'papaparse';
import { type Cell, csvRecord } from '../../../../src/features/export/sheets.ts';

/** The fields of records, as a reader with this separator finds them. */
function read(text: string, delimiter: string): string[] {
  return Papa.parse<string[]>(text, { delimiter, skipEmptyLines: true }).data.flat();
}

/** A formula for a spreadsheet, which may drop spaces and invisible characters before the sign. */
const RUNS = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]*[=+\-@＝＋－＠]/u;

const SEPARATORS = [',', ';', '\t', '|'];
const SIGNS = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];
const BEFORE = [
  '',
  ' ',
  '\u00a0',
  '\u200b',
  '\ufeff',
  '\u00ad',
  '\u2060',
  '\ufe0f',
  '\u{e0020}',
  '\0',
];

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

  it('quotes a cell that any separator would split', () => {
    const cells = ['a,b', 'a;b', 'a\tb', 'a|b', 'a"b', 'a\nb', 'a b'];
    const expected = '"a,b","a;b","a\tb","a|b","a""b","a\nb",a b\r\n';
    assert.equal(csvRecord(cells), expected);
  });

  it('writes numbers without an apostrophe, and nothing for no value', () => {
    const cells: Cell[] = [-5, 0.63, true, undefined];
    assert.equal(csvRecord(cells), '-5,0.63,true,\r\n');
  });

  it('writes a long text of separators in linear time', () => {
    const text = '; "\n\t'.repeat(200_000);
    assert.ok(csvRecord([text]).length > text.length);
  });
});
