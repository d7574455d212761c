import assert from 'node:assert/strict';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import {
  type Cell,
  csvRecord,
  type Digits,
  longCell,
} from '../../../../src/features/export/csv.ts';

/** What a well-kept library makes of the same cells. */
const asLibrary = (cells: readonly (Exclude<Cell, Digits> | bigint)[]) =>
  stringify([[...cells]], {
    record_delimiter: '\r\n',
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { boolean: String },
  });

/** The library takes a long number as a bigint, which ours never makes. */
const ours = (cell: Exclude<Cell, Digits> | bigint): Cell =>
  typeof cell === 'bigint' ? { digits: String(cell) } : cell;

/** What decides about quotes and apostrophes, and what must not. */
const PIECES = [
  ...[',', '"', '\r', '\n', '\r\n', '\t', '=', '+', '-', '@', '＝', '＋', '－', '＠'],
  ...["'", ';', ' ', '|', 'a', 'ä', '€', '\u2028', '\ufeff', '\ud83d', '""', '=1'],
];

describe('a record of CSV', () => {
  it('is the same as the output of csv-stringify', () => {
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

describe('a cell of long text', () => {
  const written = (text: string | readonly string[]) => [...longCell(text)];

  it('is written in pieces, and otherwise like a short one', () => {
    for (const text of ['=1+1', '-5 degrees', 'a "quoted" word', '"', ', ', '\r\n', '\ufeff']) {
      const long = text + '"x'.repeat(200_000);
      assert.equal(written(long).join(''), csvRecord([long]).trimEnd(), text);
      for (const piece of written(long)) assert.ok(piece.length <= 140_000, text);
    }
  });

  it('is never cut within a character', () => {
    for (const before of ['', 'x']) {
      const pieces = written(before + '😀'.repeat(100_000));
      assert.ok(pieces.length > 3);
      for (const piece of pieces) assert.ok(piece.isWellFormed());
    }
  });

  it('has an apostrophe only at its start', () => {
    assert.equal(written(['[1', '=2]']).join(''), '"[1=2]"');
    assert.equal(written(['=1', '=2']).join(''), `"'=1=2"`);
  });
});
