import type { Json, JsonObject } from './model.ts';
import { ServiceError } from './serviceError.ts';

// More than 250 lines, because every method moves the same position in the text.

/** `JSON.rawJSON` (ES2025), which TypeScript's library does not describe yet. */
const LosslessJson = JSON as unknown as { rawJSON(digits: string): JsonObject };

/** The deepest nesting, counted from the root of the body. So code may recurse through a value. */
export const DEEPEST = 200;

/** Objects with more members count against `MOST_IN_WIDE`: V8 lists all their names at once. */
const FEW_MEMBERS = 100;
/**
 * Members of a row's objects, except the first `FEW_MEMBERS` of each. Listing this many takes up
 * to 10 ms. A body that `JSON.parse` reads (`parseJson`) is too small for as many.
 */
const MOST_IN_WIDE = 30_000;
/** Items of all lists of a row. A longer array takes too long to grow. */
const MOST_ITEMS = 500_000;
/** Rows of a page. A list adds all rows of a page in one step, which takes 40 ms for this many. */
export const MOST_ROWS = 30_000;

/** Characters read in one step. Each value counts as a few more, for the time it takes. */
export const STEP = 64 * 1024;
const PER_VALUE = 16;

const SPACE = /[ \t\n\r]*/y;
const INTEGER = /-?(?:0|[1-9]\d*)(?![\d.eE])/y;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
/** Characters of an integer that may be exact as a number: a sign and the 16 digits of 2^53. */
const LONGEST_SAFE = 17;
const WORDS = [
  ['true', true],
  ['false', false],
  ['null', null],
] as const;

/** Code units. */
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const BACKSLASH = 0x5c;
const LIST = 0x5b;
const LIST_END = 0x5d;
const OBJECT = 0x7b;
const OBJECT_END = 0x7d;

/** A list or an object that has not ended yet. */
interface Open {
  readonly value: Json[] | Record<string, Json>;
  /** The name of the member whose value comes next. */
  name: string;
  members: number;
}

/**
 * Reads text as `JSON.parse` does, but in steps of about a millisecond, so that the caller can
 * yield between them. Only a number, or the white space between two values, is matched at once: ten
 * megabytes of it take up to 40 ms. Integers beyond 2^53 keep all digits.
 *
 * A row (an item of a list in the body) becomes `null` if it is nested deeper than `DEEPEST` or has
 * too many members or items. The rest of such a row is skipped by counting its brackets, so invalid
 * JSON inside it is not noticed.
 * @throws SyntaxError for what is not JSON. ServiceError `decode` `tooComplex` for more than
 * `MOST_ROWS`, and for a body that is nested too deep or has too many members or items elsewhere.
 */
export function readJson(text: string): Generator<void, Json> {
  return new JsonReader(text).read();
}

class JsonReader {
  readonly #text: string;
  #at = 0;
  readonly #open: Open[] = [];
  #inWide = 0;
  #items = 0;
  #stepEnd = STEP;

  constructor(text: string) {
    this.#text = text;
  }

  *read(): Generator<void, Json> {
    for (;;) {
      if (this.#isStepOver()) yield;
      let value: Json | undefined;
      const code = this.#next();
      if (this.#isTooComplex()) value = yield* this.#skipRow();
      else if (code === LIST || code === OBJECT) value = this.#begin(code);
      else if (code === QUOTE) value = this.#shortText() ?? (yield* this.#longText());
      else value = this.#shortNumber() ?? (yield* this.#longIntegerOrWord());
      if (value !== undefined) {
        const whole = this.#place(value);
        if (whole !== undefined) return whole;
      }
      const parent = this.#open.at(-1);
      if (!parent || Array.isArray(parent.value)) continue;
      if (this.#next() !== QUOTE) fail();
      parent.name = this.#shortText() ?? (yield* this.#longText());
      if (++parent.members > FEW_MEMBERS) this.#inWide++;
      if (this.#next() !== COLON) fail();
      this.#at++;
    }
  }

  #isTooComplex(): boolean {
    return this.#open.length > DEEPEST || this.#inWide > MOST_IN_WIDE || this.#items > MOST_ITEMS;
  }

  /** Counts a value; returns whether the step is over. */
  #isStepOver(): boolean {
    this.#stepEnd -= PER_VALUE;
    if (this.#at < this.#stepEnd) return false;
    this.#stepEnd = this.#at + STEP;
    return true;
  }

  /** The code unit after white space; NaN at the end of the text. */
  #next(): number {
    const code = this.#text.charCodeAt(this.#at);
    if (code > 0x20) return code;
    this.#match(SPACE);
    return this.#text.charCodeAt(this.#at);
  }

  /** Begins a list or an object; returns it if it is empty. */
  #begin(code: number): Json | undefined {
    this.#at++;
    const value = code === LIST ? [] : {};
    if (this.#next() === (code === LIST ? LIST_END : OBJECT_END)) {
      this.#at++;
      return value;
    }
    this.#open.push({ value, name: '', members: 0 });
    return undefined;
  }

  /** Adds a value to its parent; returns the root once it is complete. */
  #place(ended: Json): Json | undefined {
    for (let value = ended; ;) {
      const parent = this.#open.at(-1);
      const code = this.#next();
      if (!parent) return Number.isNaN(code) ? value : fail();
      if (Array.isArray(parent.value)) {
        this.#items++;
        if (parent.value.push(value) > MOST_ROWS && this.#open.length === 2) tooComplex();
        if (this.#open.length === 2) this.#inWide = this.#items = 0;
      } else setMember(parent.value, parent.name, value);
      this.#at++;
      if (code === COMMA) return undefined;
      if (code !== (Array.isArray(parent.value) ? LIST_END : OBJECT_END)) fail();
      value = parent.value;
      this.#open.pop();
    }
  }

  /** Skips to the end of the row, reading brackets and texts only. */
  *#skipRow(): Generator<void, null> {
    let levels = this.#open.length - 2;
    if (levels < 1 || !Array.isArray(this.#open[1]?.value)) tooComplex();
    this.#open.length = 2;
    while (levels > 0) {
      if (this.#isStepOver()) yield;
      const code = this.#next();
      if (Number.isNaN(code)) fail();
      if (code !== QUOTE) this.#at++;
      else if (!this.#skipShortText()) yield* this.#longText();
      if (code === LIST || code === OBJECT) levels++;
      if (code === LIST_END || code === OBJECT_END) levels--;
    }
    return null;
  }

  /** `undefined` for a text that `#longText` has to read. */
  #shortText(): string | undefined {
    const from = this.#at;
    if (!this.#skipShortText()) return undefined;
    return JSON.parse(this.#text.slice(from, this.#at)) as string;
  }

  /** Moves behind the next quote; false if the text is long, or if that quote may be escaped. */
  #skipShortText(): boolean {
    const quote = this.#quoteAfter(this.#at + 1);
    if (quote - this.#at > STEP || this.#text.charCodeAt(quote - 1) === BACKSLASH) return false;
    this.#at = quote + 1;
    return true;
  }

  *#longText(): Generator<void, string> {
    const parts: string[] = [];
    let quote = this.#quoteAfter(++this.#at);
    for (;;) {
      const most = this.#at + STEP;
      while (quote < most && this.#isEscaped(quote)) quote = this.#quoteAfter(quote + 1);
      const end = quote < most ? quote : this.#cutBefore(most);
      parts.push(JSON.parse(`"${this.#text.slice(this.#at, end)}"`) as string);
      this.#at = end;
      if (end === quote) break;
      if (this.#isStepOver()) yield;
    }
    this.#at++;
    return parts.join('');
  }

  #quoteAfter(from: number): number {
    const quote = this.#text.indexOf('"', from);
    return quote === -1 ? fail() : quote;
  }

  /** Whether an odd number of backslashes stands before, since the part began. */
  #isEscaped(at: number): boolean {
    let from = at;
    while (from > this.#at && this.#text.charCodeAt(from - 1) === BACKSLASH) from--;
    return (at - from) % 2 === 1;
  }

  /** The last position at which no escape is cut; the longest is `\u` and four hex digits. */
  #cutBefore(end: number): number {
    for (let at = end - 1; at > end - 6; at--) {
      if (this.#text.charCodeAt(at) === BACKSLASH) return this.#isEscaped(at) ? at - 1 : at;
    }
    return end;
  }

  #match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.#at;
    if (!pattern.test(this.#text)) return undefined;
    const from = this.#at;
    this.#at = pattern.lastIndex;
    return this.#text.slice(from, this.#at);
  }

  /** `undefined` for a word, and for an integer that may not be exact as a number. */
  #shortNumber(): number | undefined {
    const from = this.#at;
    const integer = this.#match(INTEGER);
    const number = integer ?? this.#match(NUMBER);
    if (number === undefined) return undefined;
    const value = number.length > LONGEST_SAFE && integer !== undefined ? NaN : Number(number);
    if (integer === undefined || Number.isSafeInteger(value)) return value;
    this.#at = from;
    return undefined;
  }

  /** In three steps: ten million digits take 20 ms in each. */
  *#longIntegerOrWord(): Generator<void, Json> {
    const integer = this.#match(INTEGER);
    if (integer === undefined) return this.#word();
    const isLong = integer.length > STEP;
    if (isLong) yield;
    // A slice would keep the whole body in memory.
    const digits = JSON.parse(`"${integer}"`) as string;
    if (isLong) yield;
    return LosslessJson.rawJSON(digits);
  }

  #word(): boolean | null {
    for (const [word, value] of WORDS) {
      if (!this.#text.startsWith(word, this.#at)) continue;
      this.#at += word.length;
      return value;
    }
    return fail();
  }
}

function setMember(object: Record<string, Json>, name: string, value: Json): void {
  if (name !== '__proto__') object[name] = value;
  else {
    const own = { value, writable: true, enumerable: true, configurable: true };
    Object.defineProperty(object, name, own);
  }
}

function tooComplex(): never {
  throw new ServiceError({ kind: 'decode', what: 'tooComplex' });
}

/** The message of `JSON.parse` would quote the body, which must not be logged. */
function fail(): never {
  throw new SyntaxError();
}
