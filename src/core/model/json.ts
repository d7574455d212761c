import { canonicalId, type Json, type JsonObject } from './model.ts';
import { ServiceError } from './serviceError.ts';

/** TypeScript's library does not describe it yet. */
const ExactJson = JSON as unknown as { rawJSON(digits: string): JsonObject };

const decoder = new TextDecoder();
const encoder = new TextEncoder();

/** Digits of the shortest integer that may not be exact as a number: 2^53 has sixteen. */
const LONG = 16;
const LONG_DIGITS = /\d{16}/;
const INTEGER = /^-?\d+$/;

/**
 * Parses a body. A byte order mark is dropped; bytes that are not UTF-8 become U+FFFD, so that the
 * rest of the page can be read. Integers beyond 2^53 keep all their digits. The value may be nested
 * deeper than code can recurse: see `isDeeper`.
 * @throws ServiceError `decode` (`noBody`, `notJson`).
 */
export function parseJson(body: Uint8Array): Json {
  const text = decoder.decode(body);
  if (text.trim() === '') throw new ServiceError({ kind: 'decode', what: 'noBody' });
  try {
    return parse(text, () => body);
  } catch (error) {
    // The parser's message quotes the body, which must not be logged.
    if (error instanceof SyntaxError) throw new ServiceError({ kind: 'decode', what: 'notJson' });
    throw error;
  }
}

/**
 * Parses a text that `JSON.stringify` made from a result of `parseJson`. Integers beyond 2^53 keep
 * all their digits.
 * @throws SyntaxError for invalid JSON.
 */
export function parseText(text: string): Json {
  return parse(text, () => encoder.encode(text));
}

function parse(text: string, bytes: () => Uint8Array): Json {
  const value = JSON.parse(text) as Json;
  return LONG_DIGITS.test(text) ? withAllDigits(value, bytes()) : value;
}

const QUOTE = 0x22;
const COMMA = 0x2c;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Where a number is within an open list or object. */
interface Place {
  readonly place: number;
  readonly isList: boolean;
}

/**
 * Replaces the numbers that have lost digits. A reviver of `JSON.parse` could do that, but it is
 * called for each value and recurses: it takes a second for 4 MB, and fails if one row is nested
 * thousands of levels deep.
 * @param value what the UTF-8 text `body` was parsed to.
 */
function withAllDigits(value: Json, body: Uint8Array): Json {
  const roots = [value];
  /** The lists and objects that are open around the innermost one. */
  const outer: Place[] = [];
  /** In the innermost one: of a list, the index of the item; of an object, where a member begins. */
  let place = 0;
  let isList = true;
  let expectsName = false;
  /** Where the last text, bracket or comma ended. */
  let end = 0;
  for (let at = 0; at < body.length; at++) {
    const byte = body[at];
    if (byte === COMMA) {
      if (at - end >= LONG) restore(roots, body, [end, at], [...outer, { place, isList }]);
      if (isList) place++;
      else expectsName = true;
    } else if (byte === QUOTE) {
      if (expectsName) place = at;
      expectsName = false;
      at = endOfText(body, at);
    } else if (byte === OPEN_OBJECT || byte === OPEN_LIST) {
      outer.push({ place, isList });
      place = 0;
      isList = byte === OPEN_LIST;
      expectsName = !isList;
    } else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) {
      if (at - end >= LONG) restore(roots, body, [end, at], [...outer, { place, isList }]);
      ({ place, isList } = outer.pop() ?? { place: 0, isList: true });
      expectsName = false;
    } else continue;
    end = at + 1;
  }
  restore(roots, body, [end, body.length], [{ place, isList }]);
  return roots[0] as Json;
}

/** The place of the quotation mark that ends the text which begins at `start`. */
function endOfText(body: Uint8Array, start: number): number {
  let at = start + 1;
  while (body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}

function nameAt(body: Uint8Array, start: number): string {
  const end = endOfText(body, start) + 1;
  return JSON.parse(decoder.decode(body.subarray(start, end))) as string;
}

/**
 * Replaces a number if it has lost digits. Does nothing if the text has another member of the same
 * name, which is the one that counts.
 * @param places in all lists and objects that are open there, the outermost first.
 */
function restore(
  roots: Json[],
  body: Uint8Array,
  [start, end]: readonly [number, number],
  places: readonly Place[],
): void {
  const digits = decoder.decode(body.subarray(start, end)).replace(':', '').trim();
  if (!INTEGER.test(digits) || Number.isSafeInteger(Number(digits))) return;
  const path = places.map(({ place, isList }) => (isList ? place : nameAt(body, place)));
  const last = path.pop() ?? 0;
  let holder = roots as unknown as Record<string | number, unknown>;
  for (const step of path) {
    const inner = Object.hasOwn(holder, step) ? holder[step] : undefined;
    if (typeof inner !== 'object' || inner === null) return;
    holder = inner as typeof holder;
  }
  const before = Object.hasOwn(holder, last) ? (holder[last] as Json) : undefined;
  const number = longInteger(before) ?? before;
  if (typeof before === 'string' || Number(number) !== Number(digits)) return;
  holder[last] = ExactJson.rawJSON(digits);
}

/** Whether lists and objects are nested in more than `levels` levels. */
export function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels <= 0) return true;
  // Loops that call nothing for plain values, because a page may have a million of them.
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[])
      if (typeof item === 'object' && isDeeper(item, levels - 1)) return true;
    return false;
  }
  const members = value as JsonObject;
  for (const name in members) if (isDeeper(members[name] as Json, levels - 1)) return true;
  return false;
}

/** The digits of an integer beyond 2^53 (`JSON.rawJSON`), or `undefined` for any other value. */
export function longInteger(value: Json | undefined): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return undefined;
  const raw = (value as { readonly rawJSON?: unknown }).rawJSON;
  // Only `rawJSON` objects are frozen, not parsed ones, so a response cannot forge one.
  return typeof raw === 'string' ? raw : undefined;
}

/* Tolerant readers for the members of a row (service-interface §2.1, §2.2). */

/** Whether a value is an object, and not an array or a long integer. */
export function isObject(value: Json): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return longInteger(value) === undefined;
}

/**
 * A text without padding, or a finite number as text; `undefined` for an empty text and any other
 * value.
 */
export function text(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return withoutPadding(value) || undefined;
  // A number beyond 1e308 was parsed as infinite.
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return longInteger(value);
}

/** Without NULs at the end: names on the chain are padded with these to a fixed length. */
export function withoutPadding(text: string): string {
  if (!text.endsWith('\0')) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === 0) end--;
  return text.slice(0, end);
}

/** The `canonicalId` of a number or a text; `undefined` for anything that is no id. */
export function integer(value: Json | undefined): string | undefined {
  // The usual case. Only texts and integers beyond 2^53 need the regular expression.
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return String(value);
  const digits = text(value);
  return digits === undefined ? undefined : canonicalId(digits);
}

/** A boolean, also as 0 or 1 or as text: database drivers give such values. */
export function flag(value: Json | undefined): boolean | undefined {
  if (typeof value === 'boolean') return value;
  const word = text(value)?.toLowerCase();
  if (word === 'true' || word === '1') return true;
  return word === 'false' || word === '0' ? false : undefined;
}
