import { canonicalId, type Json, type JsonObject } from './model.ts';
import { ServiceError } from './serviceError.ts';

/** TypeScript's library does not describe it yet. */
const ExactJson = JSON as unknown as { rawJSON(digits: string): object };

const decoder = new TextDecoder();

/** What may be a number that `JSON.parse` does not read exactly; other bodies are parsed as they are. */
const SUSPECT = /\d{16}|NaN|Infinity/;
/**
 * Texts, to be left alone, also one that never ends; long integers, which are no part of a fraction or
 * an exponent; and the numbers of Python that JSON does not have.
 */
const TEXT_OR_NUMBER =
  /"[^"\\]*(?:\\[^]?[^"\\]*)*"?|(?<![\w.+-])-?(?:[1-9]\d{15,}|NaN|Infinity)(?![\w.])/g;
/**
 * Begins a text that stands for an integer beyond 2^53. It is a character that JSON does not escape
 * and `displayText` removes. A service that sends one gets the integer, which it could have sent too.
 */
const MARK = '\u007f';
const MARKED = /^\u007f-?\d+$/;

/**
 * Parses a body. A byte order mark is dropped; bytes that are not UTF-8 become U+FFFD, so that the
 * rest of the page can be read. An integer beyond 2^53 becomes a text with `MARK`, because a number
 * would lose some of its digits: `text` and `exactJson` read it. `NaN` and `Infinity` become null. The
 * value may be nested deeper than code can recurse: see `isDeeper`.
 * @throws ServiceError `decode` (`noBody`, `notJson`).
 */
export function parseJson(body: Uint8Array): Json {
  const text = decoder.decode(body);
  if (text.trim() === '') throw new ServiceError({ kind: 'decode', what: 'noBody' });
  try {
    return JSON.parse(withReadableNumbers(text)) as Json;
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
 * Makes marked texts of the integers beyond 2^53, and null of `NaN` and `Infinity`. For a page of 4 MB
 * this takes 0.2 s at most; a reviver of `JSON.parse`, which could read the digits of integers too,
 * takes a second, and recurses.
 */
function withReadableNumbers(text: string): string {
  if (!SUSPECT.test(text)) return text;
  return text.replace(TEXT_OR_NUMBER, (match) => {
    if (match.startsWith('"')) return match;
    if (!/\d$/.test(match)) return 'null';
    return Number.isSafeInteger(Number(match)) ? match : `"${MARK}${match}"`;
  });
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

/** A text, or a finite number as text with all its digits; `undefined` for any other value. */
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
