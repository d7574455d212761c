import * as l10n from '@vscode/l10n';
import { displayText } from '../base/displayText.ts';
import { longInteger, text } from './json.ts';
import type { Json, JsonObject } from './model.ts';

/*
 * Members of a row as text, for hovers and panels: limited, because a service may nest deeper than
 * can be printed and send megabytes. They are not escaped; the surface that shows them does that.
 */

/** Characters of one value or one name inside a nested value. */
const LONGEST_VALUE = 200;
const LONGEST_NAME = 60;
const DEEPEST_JSON = 6;
/** Items of a nested list or object. */
const MOST_ITEMS = 50;

/** The label of a member of service-interface §2.1 and §2.2; of any other, its own name. */
export function memberName(member: string): string {
  const names = new Map([
    ['id', l10n.t('ID')],
    ['symbol', l10n.t('Symbol')],
    ['status', l10n.t('Status')],
    ['transferable', l10n.t('Transferable')],
    ['mintAddress', l10n.t('Mint address')],
    ['ownerAddress', l10n.t('Owner')],
    ['image', l10n.t('Image')],
    ['animationUrl', l10n.t('Animation')],
    ['uri', l10n.t('Metadata')],
    ['attributes', l10n.t('Attributes')],
    ['collectionDetails', l10n.t('Details')],
  ]);
  return names.get(member) ?? displayText(member, LONGEST_NAME);
}

/** A list or an object as JSON over several lines, cut to `most` characters. */
export function nestedText(value: Json, most: number): string {
  const text = compactJson(shallow(value, { remaining: most }));
  return text.length > most ? `${text.slice(0, most)}\n…` : text;
}

/** Indented, with lists of plain values on one line. */
function compactJson(value: Json): string {
  return JSON.stringify(value, undefined, 2).replace(/\[\s+[^[\]{}]*?\s+\]/g, (list) =>
    list.replace(/\s+/g, ' '),
  );
}

/** A value on one line, cut to `most` characters; empty for none and for a nested one. */
export function plainText(value: Json | undefined, most: number): string {
  if (value === undefined || value === null || isNested(value)) return '';
  if (typeof value === 'boolean') return value ? l10n.t('yes') : l10n.t('no');
  if (isInfinite(value)) return beyondRange();
  return displayText(text(value) ?? '', most);
}

/** Whether it was a number beyond 1e308, such as 1e400, whose digits are not known any more. */
function isInfinite(value: Json): boolean {
  return value === Infinity || value === -Infinity;
}

function beyondRange(): string {
  return l10n.t('a number too large to read');
}

/** A list or an object. */
type Nested = Exclude<Json, string | number | boolean | null>;

export function isNested(value: Json | undefined): value is Nested {
  return typeof value === 'object' && value !== null && longInteger(value) === undefined;
}

export function isEmpty(value: Nested): boolean {
  const parts: object = Array.isArray(value) ? value.slice(0, 1) : value;
  return Object.keys(parts).length === 0;
}

/**
 * The upper levels of a nested value, as much as is shown.
 * @param room the characters that may still be printed. Each value reduces it by no more than its
 * printed length, so `nestedText` still has to shorten the text.
 */
function shallow(value: Json, room: { remaining: number }, depth = 0): Json {
  room.remaining--;
  if (typeof value === 'string') {
    const shown = displayText(value, LONGEST_VALUE);
    room.remaining -= shown.length;
    return shown;
  }
  if (!isNested(value)) return isInfinite(value) ? beyondRange() : value;
  if (depth === DEEPEST_JSON) return '…';
  if (Array.isArray(value)) {
    const items = (value as readonly Json[]).slice(0, MOST_ITEMS);
    return items.flatMap((item) => (room.remaining < 0 ? [] : [shallow(item, room, depth + 1)]));
  }
  const members = firstMembers(value as JsonObject).flatMap(([name, member]) => {
    if (room.remaining < 0) return [];
    const shown = displayText(name, LONGEST_NAME);
    room.remaining -= shown.length;
    return [[shown, shallow(member, room, depth + 1)] as const];
  });
  return Object.fromEntries(members);
}

/** The first members, as many as are shown. */
export function firstMembers(object: JsonObject): [string, Json][] {
  const members: [string, Json][] = [];
  for (const name in object) {
    if (members.length === MOST_ITEMS) break;
    members.push([name, object[name] as Json]);
  }
  return members;
}
