import { canonicalId, type Json, type JsonObject } from './model.ts';
import { ServiceError } from './serviceError.ts';

/** TypeScript's library does not describe it yet. */
const ExactJson = JSON as unknown as { rawJSON(digits: string): JsonObject };

const decoder = new TextDecoder();

/**
 * An integer that may not be exact as a number (2^53 has sixteen digits; a fraction and an exponent
 * have other characters around), or a number of Python that JSON does not have.
 */
const UNUSUAL_NUMBER = /(?<=^|[\s:,[])(?:-?[1-9]\d{15,}|NaN|-?Infinity)(?=[\s,\]}]|$)/g;
/**
 * Begins the texts that stand for such integers while a body is parsed. A service that sends one gets
 * the integer, which it could have sent as well.
 */
const MARK = 'Long integer: ';
const MARKED = new RegExp(`^${MARK}(-?[1-9]\\d{15,})$`);

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
    return parseText(text);
  } catch (error) {
    // The parser's message quotes the body, which must not be logged.
    if (error instanceof SyntaxError) throw new ServiceError({ kind: 'decode', what: 'notJson' });
    throw error;
  }
}

/**
 * Parses a text. Integers beyond 2^53 keep all their digits; `NaN` and `Infinity` are null. A reviver
 * of `JSON.parse` could keep the digits too, but it is called for each value and recurses: it takes a
 * second for 4 MB, and fails if one row is nested thousands of levels deep.
 * @throws SyntaxError for invalid JSON.
 */
export function parseText(text: string): Json {
  const marked = replaceUnusual(text);
  const value = JSON.parse(marked) as Json;
  return marked === text ? value : withLongIntegers(value);
}

/** Replaces, outside of texts, integers beyond 2^53 by texts with `MARK`, and other numbers by null. */
function replaceUnusual(text: string): string {
  let marked = '';
  let copied = 0;
  /** Where the next text begins, or the one that the last integer was in. */
  let quote = text.indexOf('"');
  /** Where the text before that has ended. */
  let end = 0;
  for (const { index, 0: number } of text.matchAll(UNUSUAL_NUMBER)) {
    if (Number.isSafeInteger(Number(number))) continue;
    while (quote >= 0 && quote < index) {
      end = endOfText(text, quote) + 1;
      quote = text.indexOf('"', end);
    }
    if (index < end) continue;
    marked += text.slice(copied, index) + (/\d/.test(number) ? `"${MARK}${number}"` : 'null');
    copied = index + number.length;
  }
  return marked + text.slice(copied);
}

/** The place of the quotation mark that ends the text which begins at `start`. */
function endOfText(text: string, start: number): number {
  let at = start + 1;
  while (at < text.length && text[at] !== '"') at += text[at] === '\\' ? 2 : 1;
  return at;
}

/** Replaces the marked texts in `value` itself. Does not recurse. */
function withLongIntegers(value: Json): Json {
  const roots = [value];
  const open: (Json[] | Record<string, Json>)[] = [roots];
  const unmarked = (member: Json): Json => {
    if (typeof member === 'object' && member !== null) open.push(member as Json[]);
    if (typeof member !== 'string' || !member.startsWith(MARK)) return member;
    const digits = MARKED.exec(member)?.[1];
    return digits === undefined ? member : ExactJson.rawJSON(digits);
  };
  for (let holder = open.pop(); holder; holder = open.pop()) {
    if (Array.isArray(holder)) {
      for (let at = 0; at < holder.length; at++) holder[at] = unmarked(holder[at] as Json);
    } else for (const name in holder) holder[name] = unmarked(holder[name] as Json);
  }
  return roots[0] as Json;
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
