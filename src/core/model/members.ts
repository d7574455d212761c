import { longInteger } from './json.ts';
import { canonicalId, type Json, type JsonObject } from './model.ts';

/* Members of a row (service-interface §2.1, §2.2), tolerantly read. */

/** Whether a value is an object and no array; a number kept as its text is none either. */
export function isObject(value: Json): value is JsonObject {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false;
  return longInteger(value) === undefined;
}

/** A text member; numbers are taken as text, anything else counts as not given. */
export function text(value: Json | undefined): string | undefined {
  if (typeof value === 'string') return value === '' ? undefined : value;
  if (typeof value === 'number') return String(value);
  return longInteger(value);
}

/** An id in digits, or `undefined` for what could stand in no path. */
export function integer(value: Json | undefined): string | undefined {
  // As most services send it. Only what came as text, or beyond 2^53, need be searched for digits.
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return String(value);
  const digits = text(value);
  return digits === undefined ? undefined : canonicalId(digits);
}
