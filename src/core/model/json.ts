import { canonicalId, type Json, type JsonObject } from './model.ts';
import { ServiceError } from './serviceError.ts';

/** `rawJSON` and the reviver's `context`: TypeScript's library does not describe them yet. */
const LosslessJson = JSON as unknown as {
  parse(
    text: string,
    reviver?: (name: string, value: Json, context: { readonly source?: string }) => Json,
  ): Json;
  rawJSON(digits: string): JsonObject;
};

const utf8 = new TextDecoder();
/** Integers with fewer digits are exact as numbers: 2^53 has sixteen. */
const LONG_INTEGER = /\d{16}/;

const INTEGER = /^-?\d+$/;

/**
 * Parses a body. A byte order mark is dropped; bytes that are not UTF-8 become U+FFFD, so that the
 * rest of the page can be read. Integers beyond 2^53 keep all their digits. The value may be nested
 * deeper than code can recurse: see `isDeeper`.
 * @throws ServiceError `decode` (`noBody`, `notJson`, `tooComplex`).
 */
export function parseJson(body: Uint8Array): Json {
  const text = utf8.decode(body);
  if (text.trim() === '') throw new ServiceError({ kind: 'decode', what: 'noBody' });
  try {
    return parseText(text);
  } catch (error) {
    // The parser's message quotes the body, which must not be logged.
    if (error instanceof SyntaxError) throw new ServiceError({ kind: 'decode', what: 'notJson' });
    // Reviving recurses, so it overflows the stack if the body is nested thousands of levels deep.
    if (error instanceof RangeError) throw new ServiceError({ kind: 'decode', what: 'tooComplex' });
    throw error;
  }
}

/**
 * Parses a text that `JSON.stringify` made from a result of `parseJson`. Integers beyond 2^53 keep
 * all their digits.
 * @throws SyntaxError for invalid JSON.
 */
export function parseText(text: string): Json {
  // A reviver takes several times as long, so it is used only if it may be needed.
  return LosslessJson.parse(text, LONG_INTEGER.test(text) ? exactInteger : undefined);
}

function exactInteger(_: string, value: Json, { source = '' }: { readonly source?: string }): Json {
  const isExact = typeof value !== 'number' || Number.isSafeInteger(value);
  return isExact || !INTEGER.test(source) ? value : LosslessJson.rawJSON(source);
}

/** Whether lists and objects are nested in more than `levels` levels. */
export function isDeeper(value: Json, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  if (levels <= 0) return true;
  if (Array.isArray(value)) return value.some((item: Json) => isDeeper(item, levels - 1));
  // Listing the values of a large object takes twice as long.
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

/** A text, or a finite number as text; `undefined` for an empty text and any other value. */
export function text(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : undefined;
  return longInteger(value);
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
