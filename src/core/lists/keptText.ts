import { decodeCollections, decodeProjects, type Page } from '../model/decode.ts';
import { longInteger, parseJson } from '../model/json.ts';
import { isKeptFor, isTime, keptHead } from '../model/keptForm.ts';
import type { Collection, Json, JsonObject, Project } from '../model/model.ts';
import { isServiceError } from '../model/serviceError.ts';
import { type KeptList, MOST_KEPT_BYTES } from './keptList.ts';

/*
 * The text in which rows are kept: a line about the list, then a line for each row, as it was
 * received. The first line says how many rows follow, so a torn text is noticed. A row is within two
 * lists, as deep as in the body that it came in, so that what could be read of that can be read again.
 */

/** The most that is kept of a list. */
const MOST_ROWS = 2_000;
/** Bytes for the first line, without what it says of each row. */
const FIRST_LINE = 1_000;
/** Characters written in one step. */
const PIECE = 64 * 1024;
/** Items per page: the most that a page may have. */
const MOST_LIMIT = 30_000;
const LINE_FEED = 0x0a;

const utf8 = new TextEncoder();

/** Whose rows these are. A file that says otherwise is ignored. */
export interface KeptOwner {
  /** The id of the sign-in. */
  readonly signIn: string;
  readonly list: 'projects' | 'collections';
}

/**
 * Writes what a list held, its first rows up to 2,000 or 2 MB, and of these whole pages if there is
 * one. The text comes in pieces of about `PIECE` characters.
 */
export function* keptText(
  owner: KeptOwner,
  kept: KeptList<Project | Collection>,
): Generator<void, string[]> {
  const lines: string[] = [];
  const shared = new Map<string, string>();
  let left = MOST_KEPT_BYTES - FIRST_LINE;
  for (const row of kept.rows) {
    if (lines.length === MOST_ROWS) break;
    const line = lineOf(row.source, left);
    const key = keyBefore(row);
    const holder = kept.shared.get(key);
    if (holder !== undefined && !shared.has(key)) {
      shared.set(key, holder);
      left -= utf8.encode(JSON.stringify([key, holder])).length + 1;
    }
    if (line === undefined || (left -= line.bytes) < 0) break;
    lines.push(line.text);
    yield;
  }
  const { rows, asOf, limit, total, unreadable, drifted, repeated } = kept;
  const isWhole = lines.length === rows.length;
  const inPages = lines.length - (lines.length % limit);
  if (!isWhole && inPages > 0) lines.length = inPages;
  // The last page of a list may be shorter. Items that are no row count as spread evenly.
  const items = kept.ended ? rows.length + unreadable + repeated : kept.covered;
  const pages = isWhole ? 0 : Math.ceil((items * lines.length) / rows.length / limit);
  const covered = isWhole ? kept.covered : Math.min(kept.covered, pages * limit);
  const ended = kept.ended && isWhole;
  const read = { asOf, limit, covered, total, ended, unreadable, drifted, repeated };
  const head = { ...keptHead(owner), ...read, shared: [...shared], rows: lines.length };
  return inPieces(JSON.stringify(head), lines);
}

/** The key that a row has if no other row has it. */
function keyBefore({ key, content }: Project | Collection): string {
  return content !== undefined && key.endsWith(`/${content}`)
    ? key.slice(0, -content.length - 1)
    : key;
}

/** `undefined` if it has more bytes than are left. */
function lineOf(
  source: JsonObject,
  left: number,
): { readonly text: string; readonly bytes: number } | undefined {
  const text = `[[${JSON.stringify(source)}]]`;
  const bytes = utf8.encode(text).length + 1;
  return bytes > left ? undefined : { text, bytes };
}

function inPieces(head: string, lines: readonly string[]): string[] {
  const pieces: string[] = [];
  let piece = head;
  for (const line of lines) {
    if (piece.length > PIECE) {
      pieces.push(piece);
      piece = '';
    }
    piece += `\n${line}`;
  }
  return [...pieces, piece];
}

/** Reads what `keptText` wrote; `undefined` if it is torn, of another form or of another owner. */
export function* keptProjects(
  owner: KeptOwner,
  bytes: Uint8Array,
): Generator<void, KeptList<Project> | undefined> {
  return yield* readKept(owner, bytes, decodeProjects);
}

/** As `keptProjects`. */
export function* keptCollections(
  owner: KeptOwner,
  bytes: Uint8Array,
): Generator<void, KeptList<Collection> | undefined> {
  return yield* readKept(owner, bytes, decodeCollections);
}

function* readKept<Row>(
  owner: KeptOwner,
  bytes: Uint8Array,
  decode: (body: Json) => Page<Row>,
): Generator<void, KeptList<Row> | undefined> {
  try {
    const { head, first, ends } = headIn(owner, bytes);
    if (!head) return undefined;
    const results: Json[] = [];
    let from = first + 1;
    for (const end of ends) {
      results.push(rowIn(parseJson(bytes.subarray(from, end))));
      from = end + 1;
      yield;
    }
    const { rows, unreadable } = decode({ results });
    return unreadable === 0 ? { ...head, rows } : undefined;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return undefined;
  }
}

/**
 * When the rows that `keptText` wrote were read, in milliseconds since 1970; `undefined` where
 * `keptProjects` would read none.
 */
// eslint-disable-next-line require-yield -- its caller takes steps
export function* keptAsOf(
  owner: KeptOwner,
  bytes: Uint8Array,
): Generator<void, number | undefined> {
  try {
    return headIn(owner, bytes).head?.asOf;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return undefined;
  }
}

/** What the first line says, and where it and the lines of the rows end. */
function headIn(owner: KeptOwner, bytes: Uint8Array) {
  const [first = 0, ...ends] = lineEnds(bytes);
  const line = parseJson(bytes.subarray(0, first));
  return { head: listOf(owner, line, ends.length), first, ends };
}

/** The row of a line; `null` if there is none. */
function rowIn(line: Json): Json {
  const [inner = null] = Array.isArray(line) ? (line as readonly Json[]) : [];
  const [row = null] = Array.isArray(inner) ? (inner as readonly Json[]) : [];
  return row;
}

/** What the first line says of the list. @param rows how many lines follow. */
function listOf(
  owner: KeptOwner,
  head: Json,
  rows: number,
): Omit<KeptList<never>, 'rows'> | undefined {
  if (!isKeptFor(owner, head) || head.rows !== rows || rows > MOST_ROWS) return undefined;
  const { asOf, limit, covered, unreadable, repeated } = head;
  if (!isCount(limit) || limit === 0 || limit > MOST_LIMIT) return undefined;
  if (!isCount(covered) || covered % limit > 0) return undefined;
  if (!isCount(unreadable) || !isCount(repeated)) return undefined;
  if (!isTime(asOf)) return undefined;
  const shared = pairsIn(head.shared);
  if (!shared) return undefined;
  return {
    ...{ asOf, limit, covered, unreadable, repeated, shared },
    total: totalIn(head.total),
    ended: head.ended === true,
    drifted: head.drifted === true,
  };
}

/** A total beyond 2^53 is rounded. */
function totalIn(value: Json | undefined): number | undefined {
  const digits = longInteger(value);
  const total = digits === undefined ? value : Number(digits);
  return typeof total === 'number' && total >= 0 ? total : undefined;
}

function isCount(value: Json | undefined): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0;
}

function pairsIn(value: Json | undefined): Map<string, string> | undefined {
  if (!Array.isArray(value)) return undefined;
  const pairs = new Map<string, string>();
  for (const pair of value as readonly Json[]) {
    const [key, content] = Array.isArray(pair) ? (pair as readonly Json[]) : [];
    if (typeof key !== 'string' || typeof content !== 'string') return undefined;
    pairs.set(key, content);
  }
  return pairs;
}

/** The places of the first line feeds, and the end if it comes before `MOST_ROWS` of them. */
function lineEnds(bytes: Uint8Array): number[] {
  const ends: number[] = [];
  for (let at = 0; ends.length <= MOST_ROWS; at++) {
    at = bytes.indexOf(LINE_FEED, at);
    if (at === -1) return [...ends, bytes.length];
    ends.push(at);
  }
  // One more than are ever written.
  return [...ends, bytes.length];
}
