import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ChangeMark } from '../core/lists/changeMarks.ts';
import { markWords } from '../core/messages/listMessages.ts';
import { isEmpty, isNested, memberName, nestedText, plainText } from '../core/model/memberText.ts';
import { type Collection, type Json, type Project, projectRef } from '../core/model/model.ts';
import { describeRef } from '../core/model/projectRef.ts';
import { asMarkdown } from '../editor/asText.ts';
import { formatNumber } from '../editor/locale.ts';

/** Characters of a text in a hover. */
const LONGEST_TEXT = 600;
const LONGEST_JSON = 1500;
/** Characters of one value. */
const LONGEST_VALUE = 200;
const MOST_MEMBERS = 40;

/**
 * All members of a row and its change, for a hover. Texts are of unknown origin: they are escaped,
 * images are not loaded, and no links are made.
 * @param counts what is known of a Project's counts, in words.
 */
export function tooltipFor(
  row: Project | Collection,
  mark?: ChangeMark,
  counts?: string,
): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  const { source } = row;
  const title = plainText(source.name, LONGEST_VALUE);
  if (title !== '') tooltip.appendMarkdown(`**${asMarkdown(title)}**\n\n`);
  if (mark?.kind === 'new') tooltip.appendMarkdown(`*${asMarkdown(l10n.t('New'))}*\n\n`);
  else if (mark) {
    const change = markWords(mark, row.kind === 'project' ? row.status : undefined);
    tooltip.appendMarkdown(`*${asMarkdown(l10n.t('Changed'))}*  ${asMarkdown(change)}\n\n`);
  }
  if (counts !== undefined) {
    tooltip.appendMarkdown(`*${asMarkdown(l10n.t('Counts'))}*  ${asMarkdown(counts)}\n\n`);
  }
  const prose = plainText(source.description, LONGEST_TEXT);
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
  if (more > 0)
    tooltip.appendMarkdown(l10n.t('{0} more values are not shown here.', formatNumber(more)));
  return tooltip;
}

function appendMember(tooltip: vscode.MarkdownString, member: string, value: Json): void {
  if (isNested(value)) {
    if (isEmpty(value)) return;
    appendName(tooltip, member);
    tooltip.appendCodeblock(nestedText(value, LONGEST_JSON), 'json');
    return;
  }
  const text = plainText(value, LONGEST_VALUE);
  if (text === '') return;
  appendName(tooltip, member);
  const isAddress = /^[a-z][a-z0-9+.-]*:/i.test(text);
  tooltip.appendMarkdown(`${isAddress ? code(text) : asMarkdown(text)}\n\n`);
}

function code(text: string): string {
  return `\`${text.replaceAll('`', 'ˋ')}\``;
}

function appendName(tooltip: vscode.MarkdownString, member: string): void {
  tooltip.appendMarkdown(`*${asMarkdown(memberName(member))}*  `);
}
