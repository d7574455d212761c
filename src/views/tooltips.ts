import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import type { Session } from '../connection/session.ts';
import { joinWords } from '../core/base/displayText.ts';
import type { ChangeMark } from '../core/lists/changeMarks.ts';
import { AGED_MS, ageWords } from '../core/messages/timeMessages.ts';
import { concernWords } from '../core/messages/attentionMessages.ts';
import { markWords } from '../core/messages/listMessages.ts';
import { sharedProject } from '../core/messages/searchMessages.ts';
import { notReadYet, shareWords } from '../core/messages/countMessages.ts';
import { isEmpty, isNested, memberName, nestedText, plainText } from '../core/model/memberText.ts';
import { isProject, isShared, type Json, listedRef, projectRef } from '../core/model/model.ts';
import { describeRef } from '../core/model/projectRef.ts';
import { isAlarm } from '../core/stats/attention.ts';
import { asMarkdown } from '../editor/asText.ts';
import { plural } from '../core/base/format.ts';
import { formatTime } from '../editor/locale.ts';
import { usesScreenReader } from '../editor/settings.ts';
import { type ServiceRow, statusOf } from '../lists/index.ts';
import { projectConcerns } from '../stats/projectConcerns.ts';
import { acknowledgedOf } from '../stats/rowFacts.ts';
import { readerOf } from '../stats/statsReader.ts';

const LONGEST_TEXT = 600;
const LONGEST_JSON = 1500;
const LONGEST_VALUE = 200;
const MOST_MEMBERS = 40;

/**
 * The tooltip of a row, with what is known of how far a Project is. Sends no request.
 * @param session the one that the row belongs to; `undefined` if the row is no longer loaded.
 */
export function rowTooltip(
  row: ServiceRow,
  mark: ChangeMark | undefined,
  session: Pick<Session, 'current'> | undefined,
): vscode.MarkdownString {
  const connection = session?.current;
  return tooltipFor(row, mark, connection && progressLines(row, connection));
}

/**
 * Name and status, the change, how far a Project is, its address, description and id; then up to 40
 * other members of the row. Texts are of unknown origin: they are escaped, images are not
 * loaded, and no links are made.
 * @param progress how far a Project is, in lines.
 */
export function tooltipFor(
  row: ServiceRow,
  mark?: ChangeMark,
  progress: readonly string[] = [],
): vscode.MarkdownString {
  const tooltip = new vscode.MarkdownString();
  const { source } = row;
  const title = plainText(source.name, LONGEST_VALUE);
  const status = plainText(statusOf(row), LONGEST_VALUE);
  // With its label: the counts below may say something else.
  const ofService = status === '' ? '' : `${nameOf('status')}${asMarkdown(status)}`;
  appendLine(tooltip, joinWords(title === '' ? '' : `**${asMarkdown(title)}**`, ofService));
  if (mark?.kind === 'new') appendLine(tooltip, `*${asMarkdown(l10n.t('New'))}*`);
  else if (mark) {
    const change = markWords(mark, row);
    appendLine(tooltip, `*${asMarkdown(l10n.t('Changed'))}*  ${asMarkdown(change)}`);
  }
  for (const line of progress) appendLine(tooltip, asMarkdown(line));
  // The editor does not say how to get from the row into the panel that it opens.
  if (usesScreenReader())
    appendLine(tooltip, l10n.t('Ctrl+1 (Cmd+1 on macOS) goes into the panel in front.'));
  const ref = listedRef(row);
  const { mintAddress } = source;
  if (mintAddress !== undefined) appendMember(tooltip, 'mintAddress', mintAddress);
  appendLine(tooltip, asMarkdown(plainText(source.description, LONGEST_TEXT)));
  if (ref) appendLine(tooltip, `${nameOf('id')}${asMarkdown(describeRef(ref))}`);
  const shown = ['name', 'description', 'mintAddress', ...(status === '' ? [] : ['status'])];
  if (ref) shown.push('id', 'transferable');
  const others = Object.entries(source).filter(([member]) => !shown.includes(member));
  for (const [member, value] of others.slice(0, MOST_MEMBERS)) appendMember(tooltip, member, value);
  const more = others.length - MOST_MEMBERS;
  if (more > 0)
    tooltip.appendMarkdown(
      plural(
        more,
        l10n.t('{0} more value is not shown here. | {0} more values are not shown here.'),
      ),
    );
  return tooltip;
}

function appendLine(tooltip: vscode.MarkdownString, markdown: string): void {
  if (markdown !== '') tooltip.appendMarkdown(`${markdown}\n\n`);
}

function appendMember(tooltip: vscode.MarkdownString, member: string, value: Json): void {
  if (isNested(value)) {
    if (isEmpty(value)) return;
    tooltip.appendMarkdown(nameOf(member));
    tooltip.appendCodeblock(nestedText(value, LONGEST_JSON), 'json');
    return;
  }
  const text = plainText(value, LONGEST_VALUE);
  if (text === '') return;
  const isAddress = /^[a-z][a-z0-9+.-]*:/i.test(text);
  const shown = isAddress ? `\`${text.replaceAll('`', 'ˋ')}\`` : asMarkdown(text);
  appendLine(tooltip, `${nameOf(member)}${shown}`);
}

function nameOf(member: string): string {
  return `*${asMarkdown(memberName(member))}*  `;
}

/** How far a project is by its newest reading, and what it needs attention for if anything. */
export function progressLines(
  project: ServiceRow,
  connection: ActiveConnection,
): readonly string[] {
  if (!isProject(project)) return [];
  const ref = projectRef(project);
  if (!ref) return isShared(project) ? [sharedProject(project)] : [];
  const known = readerOf(connection).last(ref);
  const concerns = projectConcerns(project, known, readerOf(connection));
  const words = concernWords(concerns);
  const isAcknowledged = acknowledgedOf(connection).all.get(project.key)?.isAlarm === true;
  const need = isAcknowledged
    ? l10n.t('Acknowledged: {0}', words)
    : l10n.t('Needs attention: {0}', words);
  const isAlarming = concerns.some(({ kind }) => isAlarm(kind));
  const counts = known
    ? joinWords(
        l10n.t('{0}, as of {1}', shareWords(known), formatTime(known.at, 'short')),
        ageWords(known.at, connection.clock.now(), AGED_MS),
      )
    : l10n.t('Counts: {0}', notReadYet());
  return [counts, isAlarming ? need : words].filter((line) => line !== '');
}
