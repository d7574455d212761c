import { isObject, parseJson } from './json.ts';
import type { Json, JsonObject } from './model.ts';
import { isServiceError } from './serviceError.ts';

/* What all texts that are kept on disk begin with: their form, and whose they are. */

/** Raised when the form changes. Files of another form are ignored. */
const FORMAT = 1;
/** The last time that a `Date` can hold, in milliseconds since 1970. */
const LAST_TIME = 8.64e15;

/** The members that a text begins with. @param owner says whose it is, such as its `signIn`. */
export function keptHead<Owner extends object>(owner: Owner) {
  return { format: FORMAT, ...owner };
}

/** Whether a text that was read has this form and belongs to this owner. */
export function isKeptFor(owner: object, head: Json | undefined): head is JsonObject {
  if (head === undefined || !isObject(head)) return false;
  return Object.entries(keptHead(owner)).every(([name, value]) => head[name] === value);
}

/** Reads a text that is one JSON object; `undefined` if it is torn, of another form or owner. */
// eslint-disable-next-line require-yield -- its callers take steps
export function* keptJson(
  owner: object,
  bytes: Uint8Array,
): Generator<void, JsonObject | undefined> {
  try {
    const file = parseJson(bytes);
    return isKeptFor(owner, file) ? file : undefined;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return undefined;
  }
}

/** A time in milliseconds since 1970, from then to the last one that a `Date` can hold. */
export function isTime(value: unknown): value is number {
  return typeof value === 'number' && value >= 0 && value <= LAST_TIME;
}
