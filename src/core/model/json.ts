import { canonicalId, type Json, type JsonObject } from './model.ts';
import { ServiceError } from './serviceError.ts';

/** TypeScript's library does not describe it yet. */
const ExactJson = JSON as unknown as { rawJSON(digits: string): object };

const decoder = new TextDecoder();
const encoder = new TextEncoder();

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const ZERO = 0x30;
const NULL = encoder.encode('null');
/* The numbers of Python that JSON does not have. They may follow a minus. */
const NAN = encoder.encode('NaN');
const INFINITY = encoder.encode('Infinity');
/** What may stand before and after a number. */
const BESIDE_NUMBER = new Set([undefined, ...encoder.encode(' \t\r\n,:[]}')]);
/**
 * Begins a text that stands for an integer beyond 2^53. It is a character that JSON does not escape
 * and `displayText` removes. A service that sends one gets the integer, which it could have sent too.
 */
const MARK = 0x7f;
const MARKED = /^\u007f-?\d+$/;

/**
 * Parses a body. A byte order mark is dropped; bytes that are not UTF-8 become U+FFFD, so that the
 * rest of the page can be read. An integer beyond 2^53 becomes a text with `MARK`, because a number
 * would lose some of its digits: `text` and `exactJson` read it. `NaN` and `Infinity` become null. The
 * value may be nested deeper than code can recurse: see `isDeeper`.
 * @throws ServiceError `decode` (`noBody`, `notJson`).
 */
export function parseJson(body: Uint8Array): Json {
  const text = decoder.decode(withReadableNumbers(body));
  if (text.trim() === '') throw new ServiceError({ kind: 'decode', what: 'noBody' });
  try {
    return JSON.parse(text) as Json;
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
 * Makes marked texts of the integers beyond 2^53 that are not in a text, and null of `NAN` and
 * `INFINITY`. For a page of 4 MB this takes 20 ms at most; a reviver of `JSON.parse`, which could read
 * the digits of integers too, takes a second, and recurses.
 */
function withReadableNumbers(body: Uint8Array): Uint8Array {
  const places = placesOfNumbers(body);
  const readable = new Uint8Array(body.length + 3 * places.length);
  let copied = 0;
  let written = 0;
  for (const { start, end } of places) {
    // A call of `set` for each takes longer.
    while (copied < start) readable[written++] = body[copied++] ?? 0;
    if (isDigit(body[end - 1])) {
      readable[written++] = QUOTE;
      readable[written++] = MARK;
      while (copied < end) readable[written++] = body[copied++] ?? 0;
      readable[written++] = QUOTE;
    } else {
      readable.set(NULL, written);
      written += NULL.length;
      copied = end;
    }
  }
  readable.set(body.subarray(copied), written);
  return readable.subarray(0, written + body.length - copied);
}

/** Where the integers beyond 2^53, `NAN` and `INFINITY` are. */
function placesOfNumbers(body: Uint8Array): readonly { start: number; end: number }[] {
  const places: { start: number; end: number }[] = [];
  for (let at = 0; at < body.length; at++) {
    if (body[at] === QUOTE) at = endOfText(body, at);
    const first = at;
    if (isDigit(body[at])) {
      let value = 0;
      for (; isDigit(body[at]); at++) value = value * 10 + ((body[at] ?? ZERO) - ZERO);
      if (value <= Number.MAX_SAFE_INTEGER) continue;
    } else {
      const word = body[at] === NAN[0] ? NAN : INFINITY;
      if (body[at] !== word[0] || !isAt(word, body, at)) continue;
      at += word.length;
    }
    const start = body[first - 1] === MINUS ? first - 1 : first;
    // Digits beside others are a fraction or an exponent, or have one.
    const isWhole = BESIDE_NUMBER.has(body[start - 1]) && BESIDE_NUMBER.has(body[at]);
    if (isWhole) places.push({ start, end: at });
  }
  return places;
}

/** The place of the quotation mark that ends the text which begins at `start`. */
function endOfText(body: Uint8Array, start: number): number {
  let at = start + 1;
  while (at < body.length && body[at] !== QUOTE) at += body[at] === BACKSLASH ? 2 : 1;
  return at;
}

function isAt(word: Uint8Array, body: Uint8Array, at: number): boolean {
  return word.every((letter, place) => letter === body[at + place]);
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
