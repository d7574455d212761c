import { isoTime } from '../../core/base/format.ts';
import { COLUMNS, plainOf, type ProjectRow, sinceOf } from '../../core/messages/projectColumns.ts';
import { countsOf } from '../../core/model/counts.ts';
import { exactJson, text } from '../../core/model/json.ts';
import type { Json } from '../../core/model/model.ts';
import type { Reading } from '../../core/stats/reading.ts';
import { Slice } from '../../editor/slices.ts';
import { type ListName, LISTS, type ServiceRow } from '../../lists/index.ts';

/** The rows of a file. Methods take a row, so that the sheet of any rows is a `Sheet`. */
export interface Sheet<Row = unknown> {
  readonly rows: readonly Row[];
  /** The first columns, in this order. Others follow in the order in which they appear. */
  readonly columns: readonly string[];
  /** The values of a row by their columns. */
  cells(row: Row): ReadonlyMap<string, Json | undefined>;
  /** A row as JSON on one line. */
  json(row: Row): string;
}

/** The columns of a project besides the members of its row. */
const ADDED = [
  ...COLUMNS.flatMap((column) => {
    const { id, file } = column;
    if (file === false) return [];
    const of = file?.value ?? ((row: ProjectRow) => plainOf(column, row, row.asOf ?? NaN));
    return [{ name: file?.name ?? id, of }];
  }),
  { name: 'since, earliest', of: (row: ProjectRow) => toTheSecond(sinceOf(row)?.after) },
  { name: 'since, latest', of: (row: ProjectRow) => toTheSecond(sinceOf(row)?.at) },
];
const ADDED_NAMES = new Set(ADDED.map(({ name }) => name));
/** What a reader looks for first; the others follow in the order of `COLUMNS`. */
const IN_FRONT = [
  'name',
  'reference',
  'status',
  'needs attention',
  'since, earliest',
  'since, latest',
  'total',
  'confirmed',
  'share',
  ...ADDED_NAMES,
];

/**
 * In JSON, rows are as the service sent them, with their counts as `stats` and the time as `asOf`.
 * @param factsOf what is said of a row besides its members, if anything.
 */
export function rowSheet(
  list: ListName,
  rows: readonly ServiceRow[],
  factsOf: (row: ServiceRow) => ProjectRow | undefined,
): Sheet<ServiceRow> {
  // A member `row.total` gets another column than a member `total`.
  const isTaken = (member: string) => ADDED_NAMES.has(member.replace(/^(row\.)+/, ''));
  const columnOf = (member: string) => (isTaken(member) ? `row.${member}` : member);
  return {
    rows,
    columns: [...IN_FRONT, ...LISTS[list].columns],
    cells(row) {
      const members = Object.entries(row.source).map(
        ([name, value]) => [columnOf(name), value] as const,
      );
      return new Map<string, Json | undefined>([...members, ...addedCells(factsOf(row))]);
    },
    json(row) {
      const { source } = row;
      const { counts, asOf } = factsOf(row) ?? {};
      // Under other names if the service sends members of these names.
      const own = (name: string) => (Object.hasOwn(source, name) ? `mintscope.${name}` : name);
      return exactJson({ ...source, [own('stats')]: counts, [own('asOf')]: isoTime(asOf) });
    },
  };
}

/** The readings of one project, the oldest first. */
export function historySheet(rows: readonly Reading[]): Sheet<Reading> {
  return {
    rows,
    columns: ['as of', ...IN_FRONT],
    cells: (reading) =>
      new Map(addedCells({ key: '', concerns: [], counts: countsOf(reading), asOf: reading.at })),
    json: (reading) => JSON.stringify({ asOf: isoTime(reading.at), ...countsOf(reading) }),
  };
}

function toTheSecond(at: number | undefined): string | undefined {
  return isoTime(at)?.replace(/\.\d+/, '');
}

function addedCells(row: ProjectRow | undefined) {
  return row ? ADDED.map(({ name, of }) => [name, of(row)] as const) : [];
}

/** Pauses after each slice. @throws the reason of `signal`. */
async function* inSlices<Row>(
  rows: readonly Row[],
  signal: AbortSignal,
): AsyncGenerator<Row, void> {
  const slice = new Slice();
  for (const row of rows) {
    if (slice.isOver) {
      await slice.next();
      signal.throwIfAborted();
    }
    yield row;
  }
}

/** An array with a line for each row. @throws the reason of `signal`. */
export async function* jsonText(sheet: Sheet, signal: AbortSignal): AsyncGenerator<string, void> {
  yield '[';
  let separator = '';
  for await (const row of inSlices(sheet.rows, signal)) {
    yield `${separator}\n${sheet.json(row)}`;
    separator = ',';
  }
  yield '\n]\n';
}

/**
 * With a byte order mark, by which spreadsheets recognize UTF-8. A column without any value is left out.
 * @throws the reason of `signal`.
 */
export async function* csvText(sheet: Sheet, signal: AbortSignal): AsyncGenerator<string, void> {
  const { rows, columns } = sheet;
  const filled = new Set<string>();
  for await (const row of inSlices(rows, signal)) {
    for (const [name, value] of sheet.cells(row)) if (cellOf(value) !== undefined) filled.add(name);
  }
  const header = [...new Set([...columns, ...filled])].filter((name) => filled.has(name));
  yield `\ufeff${csvRecord(header)}`;
  for await (const row of inSlices(rows, signal)) {
    const values = sheet.cells(row);
    yield csvRecord(header.map((name) => cellOf(values.get(name))));
  }
}

/** Nested values as JSON; `undefined` for null and for what holds nothing. */
function cellOf(value: Json | undefined): Cell {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object') return value;
  return Object.keys(value).length === 0 ? undefined : exactJson(value);
}

/** The value of one cell; `undefined` leaves it empty. */
export type Cell = string | number | boolean | undefined;

/** Characters that separate cells or records in some reader, which may not use the comma. */
const NEEDS_QUOTES = /[",;\t|\r\n]/;

/**
 * Where a spreadsheet may begin to read a formula: at the start of a cell, and after a character at
 * which a reader with another separator begins one. Spaces, quotes and invisible characters may come
 * before the sign, also a full-width one.
 */
const FORMULA =
  /(^|[;\t\|\r\n])(?=[[\s"\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}]--[\t\r\n]]*[=+\-@＝＋－＠])/gv;

/** Some spreadsheets drop these at the start of a cell. */
const DROPPED = /^[\t\r\n]/;

/** Of RFC 4180. An apostrophe stands before a text that a spreadsheet would run as a formula. */
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
