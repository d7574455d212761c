import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import type { Session } from '../connection/session.ts';
import { withDeadline } from '../core/client/deadline.ts';
import type { ChangeMark } from '../core/lists/changeMarks.ts';
import { describeStatsFailure } from '../core/messages/failureMessages.ts';
import { markWords } from '../core/messages/listMessages.ts';
import { shareOf } from '../core/messages/shareMessages.ts';
import { isEmpty, isNested, memberName, nestedText, plainText } from '../core/model/memberText.ts';
import { type Collection, type Json, type Project, projectRef } from '../core/model/model.ts';
import { describeRef } from '../core/model/projectRef.ts';
import { isServiceError } from '../core/model/serviceError.ts';
import { asMarkdown } from '../editor/asText.ts';
import { formatNumber, formatTime, timeAfter } from '../editor/locale.ts';
import { readerOf } from '../stats/statsReader.ts';

/** The other lines of a tooltip wait no longer than this for the counts. */
const LONGEST_WAIT_MS = 4_000;

const LONGEST_TEXT = 600;
const LONGEST_JSON = 1500;
const LONGEST_VALUE = 200;
const MOST_MEMBERS = 40;

/**
 * The tooltip of a row, with the counts of a Project and their age. If none are stored, they are
 * requested until `token` cancels that. Never rejects.
 * @param session the one that the row belongs to; `undefined` if the row is no longer listed.
 */
export async function rowTooltip(
  row: Project | Collection,
  mark: ChangeMark | undefined,
  session: Pick<Session, 'current' | 'outage' | 'refused'> | undefined,
  token: vscode.CancellationToken,
): Promise<vscode.MarkdownString> {
  const connection = session?.current;
  if (!connection || row.kind !== 'project') return tooltipFor(row, mark);
  const refusal = session.refused
    ? l10n.t('not read, because the service refuses the token')
    : undefined;
  const outage = session.outage && l10n.t('not read, because the service cannot be reached');
  const counts = await countsOf(row, connection, refusal ?? outage, token);
  return tooltipFor(row, mark, connection.ended.aborted ? undefined : counts);
}

async function countsOf(
  project: Project,
  connection: ActiveConnection,
  trouble: string | undefined,
  token: vscode.CancellationToken,
): Promise<string | undefined> {
  const ref = projectRef(project);
  if (!ref) return undefined;
  const reader = readerOf(connection);
  const last = reader.last(ref);
  if (!last && trouble !== undefined) return trouble;
  const leave = new AbortController();
  const following = token.onCancellationRequested(() => {
    leave.abort();
  });
  try {
    const signal = AbortSignal.any([leave.signal, connection.ended]);
    const read = (bounded: AbortSignal) =>
      reader.read(ref, { urgency: 'user', signal: bounded, maxAgeMs: Infinity });
    const reading = last ?? (await withDeadline(connection.clock, LONGEST_WAIT_MS, signal, read));
    const { words } = shareOf(reading, project.status, formatNumber);
    return l10n.t('{0}, as of {1}', words, formatTime(reading.at, 'short'));
  } catch (error) {
    if (leave.signal.aborted || !isServiceError(error)) return undefined;
    if (error.failure.kind === 'timeout')
      return l10n.t('not read yet, because the service is slow');
    const { host } = connection.address;
    const { reason } = describeStatsFailure(error.failure, ref, host, timeAfter);
    return l10n.t('not read. {0}', reason);
  } finally {
    following.dispose();
  }
}

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
  const shown = isAddress ? `\`${text.replaceAll('`', 'ˋ')}\`` : asMarkdown(text);
  tooltip.appendMarkdown(`${shown}\n\n`);
}

function appendName(tooltip: vscode.MarkdownString, member: string): void {
  tooltip.appendMarkdown(`*${asMarkdown(memberName(member))}*  `);
}
