import * as l10n from '@vscode/l10n';
import type * as vscode from 'vscode';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import type { Session } from '../connection/session.ts';
import { withDeadline } from '../core/client/deadline.ts';
import type { ChangeMark } from '../core/lists/changeMarks.ts';
import { describeStatsFailure } from '../core/messages/failureMessages.ts';
import { shareOf } from '../core/messages/shareMessages.ts';
import { type Collection, type Project, projectRef } from '../core/model/model.ts';
import { isServiceError } from '../core/model/serviceError.ts';
import { formatNumber, formatTime, timeAfter } from '../editor/locale.ts';
import { readerOf } from '../stats/statsReader.ts';
import { tooltipFor } from './tooltips.ts';

/** The other lines of a tooltip wait no longer than this for the counts. */
const LONGEST_WAIT_MS = 4_000;

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
