/** The value of one cell; `undefined` leaves it empty. */
export type Cell = string | number | boolean | undefined;

/** Characters that separate cells or records in some reader, which may not use the comma. */
const NEEDS_QUOTES = /[",;\t|\r\n]/;

/**
 * Where a spreadsheet may begin to read a formula: at the start of a cell, and after a character at
 * which a reader with another separator begins a cell. Spaces, quotes and invisible characters may
 * come before the sign. Some spreadsheets accept the full-width signs.
 */
const FORMULA =
  /(^|[;\t\|\r\n])(?=[[\s"\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[\t\r\n]]*[=+\-@＝＋－＠])/gv;

/** Some spreadsheets drop these at the start of a cell. */
const DROPPED = /^[\t\r\n]/;

/**
 * One record of RFC 4180 with its CRLF. An apostrophe stands before text that a spreadsheet would
 * run as a formula; numbers get none.
 */
export function csvRecord(cells: readonly Cell[]): string {
  return `${cells.map(csvCell).join()}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const harmless = cell.replace(FORMULA, "$1'");
  const text = DROPPED.test(harmless) ? `'${harmless}` : harmless;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
