import assert from 'node:assert/strict';
import { stringify } from 'csv-stringify/sync';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { type Cell, csvRecord, type Digits } from '../../../../src/features/export/writers.ts';

/** The record that csv-stringify writes for the same cells. */
const asLibrary = (cells: readonly (Exclude<Cell, Digits> | bigint)[]) =>
  stringify([[...cells]], {
    record_delimiter: '\r\n',
    quote_record_delimiter: true,
    escape_formulas: true,
    cast: { boolean: String },
  });

/** A cell of Mintscope: csv-stringify has a long number as a bigint, Mintscope as digits. */
const ours = (cell: Exclude<Cell, Digits> | bigint): Cell =>
  typeof cell === 'bigint' ? { digits: String(cell) } : cell;

/** Characters that decide about quotes and apostrophes, and others. */
const PIECES = [
  ...[',', '"', '\r', '\n', '\r\n', '\t', '=', '+', '-', '@', '＝', '＋', '－', '＠'],
  ...["'", ';', ' ', '|', 'a', 'ä', '€', '\u2028', '\ufeff', '\ud83d', '""', '=1'],
];

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
