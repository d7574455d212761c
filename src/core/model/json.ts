import { canonicalId, type Json, type JsonObject } from './model.ts';
import { ServiceError } from './serviceError.ts';

/** TypeScript's library does not describe it yet. */
const ExactJson = JSON as unknown as { rawJSON(digits: string): object };

const decoder = new TextDecoder();

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
/** What may stand before and after a number. */
const BESIDE_NUMBER = new Set([undefined, ...new TextEncoder().encode(' \t\r\n,:[]}')]);
/**
 * Begins a text that stands for an integer beyond 2^53. It is a character that JSON does not escape
 * and `displayText` removes. A service that sends one gets the integer, which it could have sent too.
 */
const MARK = 0x7f;
const MARKED = /^\u007f-?\d+$/;

/** A text, which stays as it is, or a number of Python that JSON does not have. */
const TEXT_OR_NO_NUMBER = /"[^"\\]*(?:\\[^][^"\\]*)*"|-?\b(?:NaN|Infinity)\b/g;

/**
 * Parses a body. A byte order mark is dropped; bytes that are not UTF-8 become U+FFFD, so that the
 * rest of the page can be read. An integer beyond 2^53 becomes a text with `MARK`, because a number
 * would lose some of its digits: `text` and `exactJson` read it. `NaN` and `Infinity` become null. The
 * value may be nested deeper than code can recurse: see `isDeeper`.
 * @throws ServiceError `decode` (`noBody`, `notJson`).
 */
export function parseJson(body: Uint8Array): Json {
  const text = decoder.decode(quoteLongIntegers(body));
  if (text.trim() === '') throw new ServiceError({ kind: 'decode', what: 'noBody' });
  const valid = /NaN|Infinity/.test(text)
    ? text.replace(TEXT_OR_NO_NUMBER, (found) => (found.startsWith('"') ? found : 'null'))
    : text;
  try {
    return JSON.parse(valid) as Json;
  } catch {
    // The parser's message quotes the body, which must not be logged.
    throw new ServiceError({ kind: 'decode', what: 'notJson' });
  }
}

/** A value as JSON, with all digits of its integers. */
export function exactJson(value: unknown, indent?: number): string {
  const exact = (_: string, member: unknown) =>
    typeof member === 'string' && MARKED.test(member) ? ExactJson.rawJSON(member.slice(1)) : member;
  return JSON.stringify(value, exact, indent);
}

/**
 * Makes marked texts of the integers beyond 2^53 that are not in a text. For a page of 4 MB this takes
 * 20 ms at most; a reviver of `JSON.parse`, which could read their digits too, takes a second, and
 * recurses.
 */
function quoteLongIntegers(body: Uint8Array): Uint8Array {
  const places = placesOfQuotes(body);
  const quoted = new Uint8Array(body.length + 1.5 * places.length);
  let copied = 0;
  let written = 0;
  for (const [at, place] of places.entries()) {
    // A call of `set` for each takes longer.
    while (copied < place) quoted[written++] = body[copied++] ?? 0;
    quoted[written++] = QUOTE;
    if (at % 2 === 0) quoted[written++] = MARK;
  }
  quoted.set(body.subarray(copied), written);
  return quoted;
}

/** Where the integers beyond 2^53 begin and end. */
function placesOfQuotes(body: Uint8Array): readonly number[] {
  const places: number[] = [];
  for (let at = 0; at < body.length; at++) {
    if (body[at] === QUOTE) at = endOfText(body, at);
    if (!isDigit(body[at])) continue;
    const start = body[at - 1] === MINUS ? at - 1 : at;
    let value = 0;
    for (; isDigit(body[at]); at++) value = value * 10 + ((body[at] ?? ZERO) - ZERO);
    if (value <= Number.MAX_SAFE_INTEGER) continue;
    // Digits beside others are a fraction or an exponent, or have one.
    const isWhole = BESIDE_NUMBER.has(body[start - 1]) && BESIDE_NUMBER.has(body[at]);
    if (isWhole) places.push(start, at);
  }
  return places;
}

/** The place of the quotation mark that ends the text which begins at `start`. */
function endOfText(body: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= ZERO + 9;
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

/* Tolerant readers for the members of a row (service-interface §2.1, §2.2). */

export function isObject(value: Json): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/**
 * A text without padding, or a finite number as text, a long one with all its digits; `undefined` for
 * an empty text and any other value.
 */
export function text(value: Json | undefined): string | undefined {
  if (typeof value === 'string')
    return (MARKED.test(value) ? value.slice(1) : withoutPadding(value)) || undefined;
  // A number beyond 1e308 was parsed as infinite.
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return undefined;
}

/** Without NULs at the end: names on the chain are padded with these to a fixed length. */
function withoutPadding(text: string): string {
  if (!text.endsWith('\0')) return text;
  let end = text.length;
  while (text.charCodeAt(end - 1) === 0) end--;
  return text.slice(0, end);
}

/** The `canonicalId` of a number or a text; `undefined` for anything that is no id. */
export function integer(value: Json | undefined): string | undefined {
  // The usual case. Only texts need the regular expression.
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
