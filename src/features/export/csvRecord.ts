import { textPieces } from '../../core/model/jsonPieces.ts';

/** What stands in one cell; `undefined` leaves it empty. */
export type Cell = string | number | boolean | Digits | undefined;

/** A number of any length. It is written as it came: to reckon with it takes seconds if it is long. */
export interface Digits {
  readonly digits: string;
}

export const CRLF = '\r\n';

/** How text begins that a spreadsheet would run; the last four are what some take for the first. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
/** A break that is not CRLF needs quotes too: for some readers it ends a record. */
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One record of RFC 4180, its CRLF included. Text that a spreadsheet would run as a formula gets an
 * apostrophe in front, numbers never. csv-stringify, which takes more than twice as long as a bare
 * loop, is what a test compares this with.
 */
export function csvRecord(cells: readonly Cell[]): string {
  let record = '';
  for (const [at, cell] of cells.entries())
    record += at === 0 ? csvCell(cell) : `,${csvCell(cell)}`;
  return record + CRLF;
}

/** One cell, with quotes where it needs them. */
export function csvCell(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'object') return cell.digits;
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A cell of long text in pieces, in quotes whether it needs them or not. */
export function* longCell(text: string | Iterable<string>): Generator<string, void> {
  let before = '"';
  for (const piece of typeof text === 'string' ? textPieces(text) : text) {
    yield (before === '"' && FORMULA.test(piece) ? `"'` : before) + piece.replaceAll('"', '""');
    before = '';
  }
  yield '"';
}
