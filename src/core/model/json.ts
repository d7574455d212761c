import { DEEPEST, readJson } from './jsonReader.ts';
import { canonicalId, type Json, type JsonObject } from './model.ts';
import { ServiceError } from './serviceError.ts';

/** What Node has of ES2025, and TypeScript's library does not describe yet. */
const LosslessJson = JSON as unknown as {
  parse(
    text: string,
    reviver?: (name: string, value: Json, context: { readonly source?: string }) => Json,
  ): Json;
  rawJSON(digits: string): JsonObject;
};

const utf8 = new TextDecoder();
/** An integer with fewer digits is exact as a number. */
const LONG_INTEGER = /\d{16}/;

/** A run of this many digits may not be exact as a number: 2^53 has sixteen. */
const LONG_RUN = 16;

/**
 * In bytes. `JSON.parse` cannot pause: it takes at most 30 ms for this size (2 ms for a usual page)
 * and up to two seconds for 10 MB. With a reviver, which long integers need, it takes longer.
 */
const LARGE = 200 * 1024;

/**
 * Parses a body, in short steps if it is large. A byte order mark is dropped; bytes that are not
 * UTF-8 become U+FFFD, so that the rest of the page can be read. Integers beyond 2^53 keep all
 * their digits. What comes out is nested no deeper than `DEEPEST`: see `readJson` for what is not
 * read.
 * @param large in bytes: what is larger is read in steps.
 * @throws ServiceError `decode` (`noBody`, `notJson`, `tooComplex`).
 */
export function* parseJson(body: Uint8Array, large = LARGE): Generator<void, Json> {
  const text = utf8.decode(body);
  if (text.trim() === '') throw new ServiceError({ kind: 'decode', what: 'noBody' });
  try {
    // `JSON.parse` is several times as fast for a usual page.
    if (body.length <= large && !hasLongRun(body)) {
      const value = JSON.parse(text) as Json;
      if (typeof value !== 'object' || !isDeeper(value, DEEPEST - 1)) return value;
    }
    return yield* readJson(text);
  } catch (error) {
    // The parser's message quotes the body, which must not be logged.
    if (error instanceof SyntaxError) throw new ServiceError({ kind: 'decode', what: 'notJson' });
    throw error;
  }
}

/**
 * Parses a text that `JSON.stringify` wrote of what `parseJson` gave. Integers beyond 2^53 keep all
 * their digits.
 * @throws SyntaxError for what is not JSON.
 */
export function parseText(text: string): Json {
  // A reviver takes several times as long, so it is used only if it may be needed.
  return LosslessJson.parse(text, LONG_INTEGER.test(text) ? exactInteger : undefined);
}

function exactInteger(_: string, value: Json, { source = '' }: { readonly source?: string }): Json {
  const isExact = typeof value !== 'number' || Number.isSafeInteger(value);
  return isExact || !/^-?\d+$/.test(source) ? value : LosslessJson.rawJSON(source);
}

function isDeeper(value: Json, levels: number): boolean {
  if (levels < 0) return true;
  if (Array.isArray(value)) {
    for (const item of value as readonly Json[])
      if (typeof item === 'object' && isDeeper(item, levels - 1)) return true;
  } else {
    const members = value as JsonObject;
    for (const name in members) {
      const one = members[name] as Json;
      if (typeof one === 'object' && isDeeper(one, levels - 1)) return true;
    }
  }
  return false;
}

/** Tests only every sixteenth byte, because any run of sixteen digits contains one of them. */
function hasLongRun(body: Uint8Array): boolean {
  for (let at = LONG_RUN - 1; at < body.length; at += LONG_RUN) {
    if (!isDigit(body, at)) continue;
    let first = at;
    let last = at;
    while (isDigit(body, first - 1)) first--;
    while (isDigit(body, last + 1)) last++;
    if (last - first + 1 >= LONG_RUN) return true;
  }
  return false;
}

function isDigit(body: Uint8Array, at: number): boolean {
  const byte = body[at] ?? 0;
  return byte >= 0x30 && byte <= 0x39;
}

/** The digits of a number that `parseJson` kept as text, or `undefined` for any other value. */
export function longInteger(value: Json | undefined): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return undefined;
  const raw = (value as { readonly rawJSON?: unknown }).rawJSON;
  // The digits are in a frozen object, which no parsed object is, so it cannot be forged.
  return typeof raw === 'string' ? raw : undefined;
}

/* Tolerant readers for the members of a row (service-interface §2.1, §2.2). */

/** Whether a value is an object, and not an array or a number that is kept as text. */
export function isObject(value: Json): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return longInteger(value) === undefined;
}

/** A text member. Numbers are taken as text; an empty text and anything else count as not given. */
export function text(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number') return String(value);
  return longInteger(value);
}

/** An id in digits, or `undefined` for anything that cannot be part of a path. */
export function integer(value: Json | undefined): string | undefined {
  // The usual case. Only texts and integers beyond 2^53 need the regular expression.
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return String(value);
  const digits = text(value);
  return digits === undefined ? undefined : canonicalId(digits);
}
