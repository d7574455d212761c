import * as l10n from '@vscode/l10n';
import { displayText } from '../base/displayText.ts';
import { text } from './json.ts';
import type { Json, JsonObject } from './model.ts';

/*
 * Members of a row as text, for hovers and panels: limited, because a service may nest deeply and send
 * megabytes, and not escaped.
 */

/** Characters of one value or one name inside a nested value. */
const LONGEST_VALUE = 200;
const LONGEST_NAME = 60;
/** Members of a list or an object. */
const MOST_MEMBERS = 50;

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

/** A list or an object as indented JSON, cut to `most` characters. Lists of plain values are one line. */
export function nestedText(value: Nested, most: number): string {
  let room = most;
  // Each value takes at least one character, so that no more of them are printed than are shown.
  const bounded = (_: string, member: Json): Json | undefined => {
    room--;
    if (room < 0) return undefined;
    if (typeof member === 'string') {
      const shown = displayText(member, LONGEST_VALUE);
      room -= shown.length;
      return shown;
    }
    return Array.isArray(member) ? (member as readonly Json[]).slice(0, MOST_MEMBERS) : member;
  };
  const json = JSON.stringify(value, bounded, 2);
  const lists = json.replace(/\[\s+[^[\]{}]*?\s+\]/g, (list) => list.replace(/\s+/g, ' '));
  return lists.length > most ? `${lists.slice(0, most)}\n…` : lists;
}

/** A value on one line; empty for none, for a nested one, and for a number beyond 1e308. */
export function plainText(value: Json | undefined, most: number): string {
  if (value === undefined || value === null || isNested(value)) return '';
  if (typeof value === 'boolean') return value ? l10n.t('yes') : l10n.t('no');
  return displayText(text(value) ?? '', most);
}

type Nested = Exclude<Json, string | number | boolean | null>;

export function isNested(value: Json | undefined): value is Nested {
  return typeof value === 'object' && value !== null;
}

export function isEmpty(value: Nested): boolean {
  const parts: object = Array.isArray(value) ? value.slice(0, 1) : value;
  return Object.keys(parts).length === 0;
}

export function firstMembers(object: JsonObject): [string, Json][] {
  return Object.entries(object).slice(0, MOST_MEMBERS);
}
