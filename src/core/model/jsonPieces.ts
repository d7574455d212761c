import { longInteger } from './json.ts';
import type { Json, JsonObject } from './model.ts';

/** Characters written in one step, which takes a few milliseconds at most. */
export const PIECE = 64 * 1024;

/** A list or an object that is being written. */
interface Open {
  readonly items: readonly Json[] | JsonObject;
  /** The names of an object's members. */
  readonly names: readonly string[] | undefined;
  readonly count: number;
  at: number;
}

/**
 * The text that `JSON.stringify` returns for a value. A large value comes in pieces of about
 * `PIECE` characters, so that the caller can yield between them. A piece may be several times
 * longer if much of the text must be escaped or indented, and longer still for a long number.
 * @param indent spaces for each level; 0 for one line.
 */
export function* jsonPieces(value: Json, indent = 0): Generator<string, void> {
  if (isSmall(value)) {
    yield JSON.stringify(value, undefined, indent);
    return;
  }
  let parts: string[] = [];
  let length = 0;
  const write = (text: string) => {
    parts.push(text);
    length += text.length;
  };
  // Joined, because a string built by `+=` keeps all its parts until it is read.
  const take = () => {
    const piece = parts.join('');
    parts = [];
    length = 0;
    return piece;
  };
  function* writeLong(text: string): Generator<string, void> {
    write('"');
    for (const part of textPieces(text)) {
      write(JSON.stringify(part).slice(1, -1));
      yield take();
    }
    write('"');
  }
  const open: Open[] = [];
  const breakLine = () => {
    if (indent > 0) write(`\n${' '.repeat(indent * open.length)}`);
  };
  /** Writes a value, or the opening bracket of one that contains others. */
  const begin = (one: Json) => {
    const next = opened(one);
    if (!next) write(JSON.stringify(one));
    else if (next.count === 0) write(next.names ? '{}' : '[]');
    else {
      write(next.names ? '{' : '[');
      open.push(next);
    }
  };
  if (isLongText(value)) yield* writeLong(value);
  else begin(value);
  for (let last = open.at(-1); last; last = open.at(-1)) {
    if (last.at === last.count) {
      open.pop();
      breakLine();
      write(last.names ? '}' : ']');
    } else {
      const at = last.at++;
      if (at > 0) write(',');
      breakLine();
      const name = last.names?.[at];
      if (name !== undefined) {
        if (isLongText(name)) yield* writeLong(name);
        else write(JSON.stringify(name));
        write(indent === 0 ? ':' : ': ');
      }
      const one = (last.items as Readonly<Record<string | number, Json>>)[name ?? at] as Json;
      if (isLongText(one)) yield* writeLong(one);
      else begin(one);
    }
    if (length >= PIECE) yield take();
  }
  yield take();
}

function isLongText(value: Json): value is string {
  return typeof value === 'string' && value.length > PIECE;
}

/** Splits a text, never within a surrogate pair, because half of one cannot be encoded. */
export function* textPieces(text: string): Generator<string, void> {
  for (let from = 0; from < text.length;) {
    const end = from + PIECE;
    const to = /[\ud800-\udbff]/.test(text.charAt(end - 1)) ? end - 1 : end;
    yield text.slice(from, to);
    from = to;
  }
}

/** Whether a value fits into one piece, by an estimate. */
export function isSmall(value: Json): boolean {
  return roomAfter(value, PIECE) >= 0;
}

/**
 * The characters left after subtracting the length of a value; below zero the count stops. Values
 * are nested no deeper than `DEEPEST`, so it may recurse.
 */
function roomAfter(value: Json, room: number): number {
  if (typeof value === 'string') return room - value.length - 2;
  if (typeof value !== 'object' || value === null) return room - 4;
  const digits = longInteger(value);
  if (digits !== undefined) return room - digits.length;
  let left = room - 2;
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    for (let at = 0; at < items.length && left >= 0; at++)
      left = roomAfter(items[at] as Json, left);
    return left;
  }
  const members = value as JsonObject;
  for (const name in members) {
    if (left < 0) break;
    left = roomAfter(members[name] as Json, left - name.length - 3);
  }
  return left;
}

/** A list or an object, ready to be written; `undefined` for any other value. */
function opened(value: Json): Open | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (longInteger(value) !== undefined) return undefined;
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    return { items, names: undefined, count: items.length, at: 0 };
  }
  const names = Object.keys(value);
  return { items: value as JsonObject, names, count: names.length, at: 0 };
}
