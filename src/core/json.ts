import type { Json } from './domain.ts';
import { ServiceError } from './failure.ts';

/** What `JSON.rawJSON` makes: a number kept as its text, and written by `JSON.stringify` as such. */
interface RawJson {
  readonly rawJSON: string;
}

/** The parts of ES2025's lossless JSON that TypeScript's library does not describe yet. */
const LosslessJson = JSON as unknown as {
  parse(
    text: string,
    reviver: (name: string, value: Json, context: { readonly source?: string }) => unknown,
  ): Json;
  rawJSON(text: string): RawJson;
};

const utf8 = new TextDecoder();

/** Digits in a row that may be more than a number can hold: 2^53 has sixteen. */
const LONG_RUN = 16;

/**
 * Parses a body. A byte order mark is dropped; bytes that are not UTF-8 become U+FFFD, so that one
 * bad letter does not cost the page. Integers beyond 2^53 keep all their digits.
 * @throws ServiceError `decode` (`noBody`, `notJson`).
 */
export function parseJson(body: Uint8Array): Json {
  const text = utf8.decode(body);
  if (text.trim() === '') throw new ServiceError({ kind: 'decode', what: 'noBody' });
  try {
    // A reviver costs several times the parse, so only bodies with long digit runs pay for it.
    return hasLongRun(body)
      ? LosslessJson.parse(text, keepLongIntegers)
      : (JSON.parse(text) as Json);
  } catch (error) {
    // The parser's own message quotes the body, which belongs in no log.
    if (error instanceof SyntaxError || error instanceof RangeError) {
      throw new ServiceError({ kind: 'decode', what: 'notJson' });
    }
    throw error;
  }
}

/** Looks at every sixteenth byte only, and around it where that is a digit: no run slips through. */
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

function keepLongIntegers(_: string, value: Json, { source }: { readonly source?: string }) {
  const lost = typeof value === 'number' && !Number.isSafeInteger(value) && source !== undefined;
  return lost && /^-?\d+$/.test(source) ? LosslessJson.rawJSON(source) : value;
}

/** The digits of a number that `parseJson` kept as text, or `undefined` for any other value. */
export function longInteger(value: Json | undefined): string | undefined {
  if (typeof value !== 'object' || value === null || !Object.isFrozen(value)) return undefined;
  const raw = (value as Partial<RawJson>).rawJSON;
  // Parsed objects are not frozen, so a service cannot pass one off as a number.
  return typeof raw === 'string' ? raw : undefined;
}
