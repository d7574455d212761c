import type { Json } from './model.ts';

/** Characters at each end of a long text that are read. */
const END_OF_TEXT = 5_000;
/** Longer than any real address or status. */
const LONGEST_NAME = 200;

/**
 * Eleven characters, the same for equal content. Of a value that is long as JSON, only the ends and the
 * length are read.
 * @param value not nested deeper than code can recurse.
 */
export function contentDigest(value: Json): string {
  const text = JSON.stringify(value);
  if (text.length <= 2 * END_OF_TEXT) return hash(text);
  return hash(`${text.slice(0, END_OF_TEXT)}${text.slice(-END_OF_TEXT)}${text.length}`);
}

/** A text of unknown length as part of a key: the text itself unless it is long. */
export function keyPart(text: string): string {
  return text.length <= LONGEST_NAME ? text : `long/${contentDigest(text)}`;
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
