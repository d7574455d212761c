import * as vscode from 'vscode';
import { displayText } from '../core/base/displayText.ts';
import { longInteger } from '../core/model/json.ts';
import {
  type Collection,
  type Json,
  type JsonObject,
  type Project,
  projectRef,
} from '../core/model/model.ts';
import { describeRef } from '../core/model/projectRef.ts';
import { asMarkdown } from '../editor/asText.ts';

/** Characters of a text in a hover. */
const LONGEST_TEXT = 600;
const LONGEST_JSON = 1500;
/** Characters of one value or one name. */
const LONGEST_VALUE = 200;
const LONGEST_NAME = 60;
const DEEPEST_JSON = 6;
const MOST_MEMBERS = 40;
/** Items of a nested list or object. */
const MOST_ITEMS = 50;

/** The labels of the members of service-interface §2.1 and §2.2. */
const MEMBER_NAMES: ReadonlyMap<string, string> = new Map([
  ['id', 'ID'],
  ['symbol', 'Symbol'],
  ['status', 'Status'],
  ['transferable', 'Transferable'],
  ['mintAddress', 'Mint address'],
  ['ownerAddress', 'Owner'],
  ['image', 'Image'],
  ['animationUrl', 'Animation'],
  ['uri', 'Metadata'],
  ['attributes', 'Attributes'],
  ['collectionDetails', 'Details'],
]);

/**
 * All members of a row, for a hover. Texts are of unknown origin: they are escaped, images are not
 * loaded, and no links are made.
 */
export function tooltipFor(row: Project | Collection): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  const { source } = row;
  const title = plain(source.name, LONGEST_VALUE);
  if (title !== '') tooltip.appendMarkdown(`**${asMarkdown(title)}**\n\n`);
  const prose = plain(source.description, LONGEST_TEXT);
  if (prose !== '') tooltip.appendMarkdown(`${asMarkdown(prose)}\n\n`);
  const ref = row.kind === 'project' ? projectRef(row) : undefined;
  if (ref) {
    appendName(tooltip, 'id');
    tooltip.appendMarkdown(`${asMarkdown(describeRef(ref))}\n\n`);
  }
  const told = ['name', 'description', ...(ref ? ['id', 'transferable'] : [])];
  const members = Object.keys(source).filter((one) => !told.includes(one));
  for (const member of members.slice(0, MOST_MEMBERS))
    appendMember(tooltip, member, source[member] as Json);
  const more = members.length - MOST_MEMBERS;
  if (more > 0) tooltip.appendMarkdown(`${more} more members are not shown here.`);
  return tooltip;
}

function appendMember(tooltip: vscode.MarkdownString, member: string, value: Json): void {
  if (isNested(value)) {
    if (isEmpty(value)) return;
    appendName(tooltip, member);
    tooltip.appendCodeblock(cut(compactJson(shallow(value, { left: LONGEST_JSON }))), 'json');
    return;
  }
  const text = plain(value, LONGEST_VALUE);
  if (text === '') return;
  appendName(tooltip, member);
  const isAddress = /^[a-z][a-z0-9+.-]*:/i.test(text);
  tooltip.appendMarkdown(`${isAddress ? code(text) : asMarkdown(text)}\n\n`);
}

function code(text: string): string {
  return `\`${text.replaceAll('`', 'ˋ')}\``;
}

function appendName(tooltip: vscode.MarkdownString, member: string): void {
  const name = MEMBER_NAMES.get(member) ?? displayText(member, LONGEST_NAME);
  tooltip.appendMarkdown(`*${asMarkdown(name)}*  `);
}

/** Indented, with lists of plain values on one line. */
function compactJson(value: Json): string {
  return JSON.stringify(value, undefined, 2).replace(/\[\s+[^[\]{}]*?\s+\]/g, (list) =>
    list.replace(/\s+/g, ' '),
  );
}

function plain(value: Json | undefined, most: number): string {
  if (value === undefined || value === null || isNested(value)) return '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  return displayText(longInteger(value) ?? String(value), most);
}

function isNested(
  value: Json | undefined,
): value is Exclude<Json, string | number | boolean | null> {
  return typeof value === 'object' && value !== null && longInteger(value) === undefined;
}

function isEmpty(value: Exclude<Json, string | number | boolean | null>): boolean {
  const parts: object = Array.isArray(value) ? value.slice(0, 1) : value;
  return Object.keys(parts).length === 0;
}

/**
 * The upper levels of a nested value, as much as is shown: a service may nest deeper than can be
 * printed, and send megabytes.
 * @param room the characters that may still be printed. Each value reduces it by no more than its
 * printed length, so `cut` still has to shorten the text.
 */
function shallow(value: Json, room: { left: number }, depth = 0): Json {
  room.left--;
  const text = typeof value === 'string' ? value : longInteger(value);
  if (text !== undefined) {
    const shown = displayText(text, LONGEST_VALUE);
    room.left -= shown.length;
    return typeof value === 'object' && text.length <= LONGEST_VALUE ? value : shown;
  }
  if (!isNested(value)) return value;
  if (depth === DEEPEST_JSON) return '…';
  if (Array.isArray(value)) {
    const items: Json[] = [];
    for (const one of value.slice(0, MOST_ITEMS) as readonly Json[]) {
      if (room.left < 0) break;
      items.push(shallow(one, room, depth + 1));
    }
    return items;
  }
  const members: [string, Json][] = [];
  for (const [name, one] of firstMembers(value as JsonObject)) {
    if (room.left < 0) break;
    const shown = displayText(name, LONGEST_NAME);
    room.left -= shown.length;
    members.push([shown, shallow(one, room, depth + 1)]);
  }
  return Object.fromEntries(members);
}

function firstMembers(object: JsonObject): [string, Json][] {
  const members: [string, Json][] = [];
  for (const name in object) {
    if (members.length === MOST_ITEMS) break;
    members.push([name, object[name] as Json]);
  }
  return members;
}

function cut(text: string): string {
  return text.length > LONGEST_JSON ? `${text.slice(0, LONGEST_JSON)}\n…` : text;
}
