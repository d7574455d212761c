import * as vscode from 'vscode';
import { displayText } from '../../core/displayText.ts';
import type { Collection, Json, Project } from '../../core/domain.ts';
import { longInteger } from '../../core/json.ts';
import { asMarkdown } from '../asText.ts';

/** Enough to read in a hover; the whole of it is a matter for an editor. */
const LONGEST_TEXT = 600;
const LONGEST_JSON = 1500;
const DEEPEST_JSON = 6;
const MOST_MEMBERS = 40;

/** What people call the members of service-interface §2.1 and §2.2. */
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
 * Everything the service said of a row, for a hover. All of it is text of unknown origin: it is
 * escaped, images are not fetched and links are not made.
 */
export function tooltipFor(row: Project | Collection): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  const { name, description, ...others } = row.source;
  const title = plain(name, 200);
  if (title !== '') tooltip.appendMarkdown(`**${asMarkdown(title)}**\n\n`);
  const prose = plain(description, LONGEST_TEXT);
  if (prose !== '') tooltip.appendMarkdown(`${asMarkdown(prose)}\n\n`);
  const members = Object.entries(others);
  for (const [member, value] of members.slice(0, MOST_MEMBERS))
    appendMember(tooltip, member, value);
  const more = members.length - MOST_MEMBERS;
  if (more > 0) tooltip.appendMarkdown(`${more} more members are not shown here.`);
  return tooltip;
}

function appendMember(tooltip: vscode.MarkdownString, member: string, value: Json): void {
  if (isNested(value)) {
    if (Object.keys(value).length === 0) return;
    appendName(tooltip, member);
    tooltip.appendCodeblock(cut(compactJson(shallow(value))), 'json');
    return;
  }
  const text = plain(value, 200);
  if (text === '') return;
  appendName(tooltip, member);
  const isAddress = /^[a-z][a-z0-9+.-]*:/i.test(text);
  tooltip.appendMarkdown(`${isAddress ? code(text) : asMarkdown(text)}\n\n`);
}

function code(text: string): string {
  return `\`${text.replaceAll('`', 'ˋ')}\``;
}

function appendName(tooltip: vscode.MarkdownString, member: string): void {
  const name = MEMBER_NAMES.get(member) ?? displayText(member, 60);
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

/** The upper levels of a nested value: a service may nest deeper than can be printed. */
function shallow(value: Json, depth = 0): Json {
  if (typeof value === 'string') return displayText(value, 200);
  if (!isNested(value)) return value;
  if (depth === DEEPEST_JSON) return '…';
  if (Array.isArray(value)) return value.slice(0, 50).map((one) => shallow(one as Json, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 50)
      .map(([member, one]) => [displayText(member, 60), shallow(one, depth + 1)]),
  );
}

function cut(text: string): string {
  return text.length > LONGEST_JSON ? `${text.slice(0, LONGEST_JSON)}\n…` : text;
}
