/** What stands in one cell; `undefined` leaves it empty. */
export type Cell = string | number | boolean | bigint | undefined;

/** How text begins that a spreadsheet would run; the last four are what some take for the first. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
/** A break that is not CRLF needs quotes too: for some readers it ends a record. */
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One record of RFC 4180, its CRLF included. Text that a spreadsheet would run as a formula is led
 * by an apostrophe, numbers never.
 */
export function csvRecord(cells: readonly Cell[]): string {
  let record = '';
  for (const [at, cell] of cells.entries())
    record += at === 0 ? written(cell) : `,${written(cell)}`;
  return `${record}\r\n`;
}

function written(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
