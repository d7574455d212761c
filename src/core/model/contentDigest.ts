import { longInteger } from './json.ts';
import type { Json, JsonObject } from './model.ts';

/** Characters of a value that are read. Different rows usually differ much earlier. */
const MOST_READ = 10_000;
const DEEPEST = 50;
/** Characters read at the start and at the end of a long text, besides its length. */
const END_OF_TEXT = 200;
/** Longer than any real address or status. */
const LONGEST_NAME = 200;

/**
 * A digest of eleven characters, the same for equal content. Rows may be megabytes, so only the
 * first ten thousand characters are read, and of a long text its start, its end and its length.
 */
export function contentDigest(value: Json): string {
  return hash(JSON.stringify(headOf(value, { remaining: MOST_READ }, 0)));
}

/** A text of unknown length as part of a key: the text itself unless it is long. */
export function keyPart(text: string): string {
  return text.length <= LONGEST_NAME ? text : `long/${contentDigest(text)}`;
}

/** The part of a value that fits into the remaining characters, which it reduces. */
function headOf(value: Json, room: { remaining: number }, depth: number): Json {
  room.remaining--;
  const text = typeof value === 'string' ? value : longInteger(value);
  if (text !== undefined) {
    room.remaining -= Math.min(text.length, 2 * END_OF_TEXT);
    if (text.length <= 2 * END_OF_TEXT) return value;
    return [text.slice(0, END_OF_TEXT), text.slice(-END_OF_TEXT), text.length];
  }
  if (typeof value !== 'object' || value === null) return value;
  if (depth === DEEPEST) return [];
  const head: Json[] = [];
  if (Array.isArray(value)) {
    const items = value as readonly Json[];
    for (const one of items) {
      if (room.remaining <= 0) break;
      head.push(headOf(one, room, depth + 1));
    }
    return { items: head, length: items.length };
  }
  const members = value as JsonObject;
  // A loop over names takes a quarter of the time of listing the values as well.
  for (const name in members) {
    if (room.remaining <= 0) break;
    head.push(headOf(name, room, depth), headOf(members[name] as Json, room, depth + 1));
  }
  return head;
}

/** 53 bits, by two rounds of multiplication that are mixed at the end (cyrb53). */
function hash(text: string): string {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    one = Math.imul(one ^ unit, 2654435761);
    other = Math.imul(other ^ unit, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & other) + (one >>> 0)).toString(36).padStart(11, '0');
}
