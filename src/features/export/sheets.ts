import { isoTime } from '../../core/base/format.ts';
import { countsOf } from '../../core/model/counts.ts';
import { longInteger, withoutPadding } from '../../core/model/json.ts';
import { isProject, type Json } from '../../core/model/model.ts';
import { failedOf, unexplained } from '../../core/stats/problems.ts';
import type { Reading } from '../../core/stats/reading.ts';
import { exactPercentConfirmed } from '../../core/stats/share.ts';
import { slices } from '../../editor/slices.ts';
import { type ListName, LISTS, type ServiceRow } from '../../lists/index.ts';
import { typedId } from '../../lists/projects.ts';
import { type Cell, csvRecord } from './csv.ts';

/**
 * The rows of a file. Their texts are made when they are written, not all at once. Methods take a
 * row, so that the sheet of any rows is a `Sheet`.
 */
export interface Sheet<Row = unknown> {
  readonly rows: readonly Row[];
  /** The first columns, in this order. Others follow in the order in which they appear. */
  readonly columns: readonly string[];
  /** The values of a row by their columns. */
  cells(row: Row): ReadonlyMap<string, Json | undefined>;
  /** A row as JSON on one line. */
  json(row: Row): string;
}

/** What is written beside the members of a row. */
export interface Beside {
  readonly last?: Reading | undefined;
  /** Why it needs attention, in words, and since when. */
  readonly attention?: string;
  readonly since?: string | undefined;
}

const OF_READING: readonly (readonly [column: string, of: (one: Reading) => Json | undefined])[] = [
  ['total', (one) => one.total],
  ['confirmed', (one) => one.confirmed],
  ['share', shareOf],
  ['processing', (one) => one.processing],
  ['pending', (one) => one.pending],
  ['NFTs failed', failedOf],
  ['missing', (one) => unexplained(one).missing],
  ['NFTs burned', (one) => one.burned],
  ['NFTs cancelled', (one) => one.cancelled],
  ['NFTs of other stages', (one) => one.other],
  ['as of', (one) => isoTime(one.at)],
];
/** The columns that hold no member of a row. */
const ADDED = new Set([
  ...['reference', 'needs attention', 'since'],
  ...OF_READING.map(([column]) => column),
]);
const IN_FRONT = ['name', 'reference', 'status', ...ADDED];

/**
 * The rows of a list. In JSON they are as the service sent them, with their counts as `stats` and the
 * time of these as `asOf`.
 */
export function rowSheet(
  list: ListName,
  rows: readonly ServiceRow[],
  besideOf: (row: ServiceRow) => Beside,
): Sheet<ServiceRow> {
  const columnOf = (member: string) => (ADDED.has(member) ? `row.${member}` : member);
  return {
    rows,
    columns: [...IN_FRONT, ...LISTS[list].columns],
    cells(row) {
      const { last, attention, since } = besideOf(row);
      return new Map<string, Json | undefined>([
        ...Object.entries(row.source).map(([name, value]) => [columnOf(name), value] as const),
        ['reference', isProject(row) ? typedId(row) : undefined],
        ['needs attention', attention],
        ['since', since],
        ...(last ? readingCells(last) : []),
      ]);
    },
    json(row) {
      const { source } = row;
      const { last } = besideOf(row);
      // Under other names if the service sends members of these names.
      const own = (name: string) => (Object.hasOwn(source, name) ? `mintscope.${name}` : name);
      const added = { [own('stats')]: last && countsOf(last), [own('asOf')]: isoTime(last?.at) };
      return JSON.stringify({ ...source, ...added });
    },
  };
}

/** The readings of one project, the oldest first. */
export function historySheet(rows: readonly Reading[]): Sheet<Reading> {
  return {
    rows,
    columns: ['as of', ...ADDED],
    cells: (reading) => new Map(readingCells(reading)),
    json: (reading) => JSON.stringify({ asOf: isoTime(reading.at), ...countsOf(reading) }),
  };
}

function readingCells(reading: Reading): readonly (readonly [string, Json | undefined])[] {
  return OF_READING.map(([column, of]) => [column, of(reading)]);
}

/** From 0 to 1. */
function shareOf(reading: Reading): number | undefined {
  const percent = exactPercentConfirmed([reading]);
  return percent === undefined ? undefined : percent / 100;
}

/** The least characters of a piece of text, which is written at once. No row is split. */
const PIECE = 64 * 1024;
/** Rows to examine between two pauses. */
const AT_ONCE = 500;

/** An array with one object for each row, in pieces. */
export function* jsonText(sheet: Sheet): Generator<string, void> {
  let piece = '[';
  let separator = '\n';
  for (const row of sheet.rows) {
    piece += separator + sheet.json(row);
    separator = ',\n';
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield `${piece}\n]\n`;
}

/**
 * A record for each row, in pieces, with a byte order mark, by which spreadsheets recognize UTF-8. A
 * column without any value is left out.
 */
export async function* csvText(sheet: Sheet): AsyncGenerator<string, void> {
  const { rows, columns } = sheet;
  const filled = new Set<string>();
  for (const [at, row] of rows.entries()) {
    if (at % AT_ONCE === 0) await slices.pause();
    for (const [name, value] of sheet.cells(row)) if (cellOf(value) !== undefined) filled.add(name);
  }
  const header = [...new Set([...columns, ...filled])].filter((name) => filled.has(name));
  let piece = `\ufeff${csvRecord(header)}`;
  for (const row of rows) {
    const values = sheet.cells(row);
    piece += csvRecord(header.map((name) => cellOf(values.get(name))));
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
  }
  yield piece;
}

/** Nested values as JSON; `undefined` for null and for what holds nothing. */
function cellOf(value: Json | undefined): Cell {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'string') return withoutPadding(value) || undefined;
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'object') return value;
  const digits = longInteger(value);
  if (digits !== undefined) return { digits };
  return Object.keys(value).length === 0 ? undefined : JSON.stringify(value);
}
