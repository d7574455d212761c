import { COUNTS } from '../../core/model/counts.ts';
import { longInteger, withoutPadding } from '../../core/model/json.ts';
import type { Json, JsonObject } from '../../core/model/model.ts';
import { type ListName, LISTS } from '../../lists/index.ts';

/** The least characters of a piece, which is written to the file at once; the last has fewer. */
const PIECE = 64 * 1024;

export type ExportName = ListName | 'readings';

export interface FileRow {
  readonly source: JsonObject;
  /** With the service's names; `undefined` if not wanted, not given or not read. */
  readonly stats?: JsonObject | undefined;
  /** The values of the columns `PROGRESS`. */
  readonly progress?: JsonObject | undefined;
}

/** Turns rows into the text of a file. Create one for each file. */
export interface Writer {
  /** The text before the rows. */
  readonly head: string;
  /** The text after the rows. */
  readonly tail: string;
  /** The text of the rows in pieces, so that other work runs between them. No row is split. */
  readonly write: (rows: readonly FileRow[]) => Iterable<string>;
}

/** One object per line: see `line`. */
export function ndjsonWriter(): Writer {
  return { head: '', tail: '', write: (rows) => pieces(rows, (row) => `${line(row)}\n`) };
}

/** An array with one object per line: see `line`. */
export function jsonWriter(): Writer {
  let separator = '\n';
  return {
    head: '[',
    tail: '\n]\n',
    write: (rows) =>
      pieces(rows, (row) => {
        const text = separator + line(row);
        separator = ',\n';
        return text;
      }),
  };
}

/** Joins the rows to pieces of at least `PIECE` characters. */
function* pieces(
  rows: readonly FileRow[],
  textOf: (row: FileRow) => string,
): Generator<string, void> {
  let piece = '';
  for (const row of rows) {
    piece += textOf(row);
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  if (piece !== '') yield piece;
}

/**
 * The row as the service sent it, with its stats and their time if there are any. These are added
 * to the text, so that no member is copied, reordered or overwritten.
 */
function line({ source, stats, progress }: FileRow): string {
  const text = JSON.stringify(source);
  const added = Object.entries({ stats, asOf: progress?.asOf }).flatMap(([name, value]) => {
    const own = Object.hasOwn(source, name) ? `mintscope.${name}` : name;
    return value === undefined ? [] : `"${own}":${JSON.stringify(value)}`;
  });
  if (added.length === 0) return text;
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${added.join()}}`;
}

/** The columns of readings; for those of a list see its definition. */
const OF_READINGS = ['project', 'name', 'time', ...COUNTS];
/** Percent confirmed, NFTs failed, when both were read, and why the project needs attention. */
const PROGRESS = ['share', 'failed', 'asOf', 'attention'];
const OTHER_MEMBERS = 'otherMembers';

/**
 * One record for each row: its members with a column, progress and stats if wanted, and its others
 * as JSON in a last column, which readings lack. Missing or null is empty, nested values are JSON.
 */
export function csvWriter(list: ExportName, hasStats: boolean): Writer {
  const columns = list === 'readings' ? OF_READINGS : LISTS[list].columns;
  const toValues = valuesOf(columns);
  const toStatsValues = valuesOf(COUNTS);
  const others = list === 'readings' ? [] : [OTHER_MEMBERS];
  const header = [...columns, ...others];
  if (hasStats) {
    const stats = [...COUNTS, OTHER_MEMBERS].map((name) => `stats.${name}`);
    header.splice(-1, 0, ...PROGRESS, ...stats);
  }
  return {
    head: csvRecord(header),
    tail: '',
    write: (rows) =>
      pieces(rows, ({ source, stats = {}, progress = {} }) => {
        const values = toValues(source);
        if (others.length === 0) values.pop();
        if (hasStats) {
          const progressValues = PROGRESS.map((name) => progress[name]);
          values.splice(-1, 0, ...progressValues, ...toStatsValues(stats));
        }
        return csvRecord(values.map(cell));
      }),
  };
}

function cell(value: Json | undefined): Cell {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return withoutPadding(value);
  if (typeof value !== 'object') return value;
  const digits = longInteger(value);
  return digits === undefined ? JSON.stringify(value) : { digits };
}

/** The values of the named members, and last an object with all others, if there are any. */
function valuesOf(names: readonly string[]): (source: JsonObject) => (Json | undefined)[] {
  const known = new Set(names);
  return (source) => {
    const values: (Json | undefined)[] = names.map((name) => source[name]);
    const others = Object.keys(source).filter((name) => !known.has(name));
    // Built from entries, because a member may be called `__proto__`.
    const rest = others.map((name) => [name, source[name] as Json] as const);
    values.push(rest.length === 0 ? undefined : Object.fromEntries(rest));
    return values;
  };
}

/** The value of one cell; `undefined` leaves it empty. */
export type Cell = string | number | boolean | Digits | undefined;

/** An integer of any length, as text: converting long ones takes seconds. */
export interface Digits {
  readonly digits: string;
}

/** Spreadsheets run text that begins so as a formula; some accept the full-width signs. */
const FORMULA = /^[=+\-@\t\r＝＋－＠]/;
/** A single CR or LF needs quotes too, because some readers end a record there. */
const NEEDS_QUOTES = /[",\r\n]/;

/**
 * One record of RFC 4180 with its CRLF. Text that a spreadsheet would run as a formula gets an
 * apostrophe in front; numbers never do. Not by csv-stringify, which takes more than twice as long
 * as this loop; a test compares the output of both.
 */
export function csvRecord(cells: readonly Cell[]): string {
  let record = '';
  for (const [at, cell] of cells.entries())
    record += at === 0 ? csvCell(cell) : `,${csvCell(cell)}`;
  return `${record}\r\n`;
}

function csvCell(cell: Cell): string {
  if (cell === undefined) return '';
  if (typeof cell === 'object') return cell.digits;
  if (typeof cell !== 'string') return String(cell);
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return NEEDS_QUOTES.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
