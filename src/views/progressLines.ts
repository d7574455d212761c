import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../connection/activeConnection.ts';
import { concernedOf } from '../connection/concernedRows.ts';
import { concernWords } from '../core/messages/attentionMessages.ts';
import { shareBar } from '../core/messages/shareMessages.ts';
import type { Project } from '../core/model/model.ts';
import { isAlarm } from '../core/stats/attention.ts';
import type { LastReading } from '../core/stats/reading.ts';
import { formatNumber, formatTime } from '../editor/locale.ts';
import { projectConcerns } from '../stats/projectConcerns.ts';
import { readerOf } from '../stats/statsReader.ts';

/**
 * The lines of a hover that say how far a project is, and what it needs attention for if anything.
 * @param known its newest reading.
 * @param connection of the project.
 * @param unknown the first line without a reading.
 */
export function progressLines(
  project: Project,
  known: LastReading | undefined,
  connection: ActiveConnection,
  unknown: string,
): string[] {
  const concerns = projectConcerns(project, known, readerOf(connection));
  const words = concernWords(concerns, formatNumber);
  const isSeen = concernedOf(connection).isAlarmAcknowledged(project.key);
  const need = isSeen ? l10n.t('Acknowledged: {0}', words) : l10n.t('Needs attention: {0}', words);
  const isAlarming = concerns.some(({ kind }) => isAlarm(kind));
  return [
    known
      ? l10n.t('{0}, as of {1}', shareBar(known, formatNumber), formatTime(known.at, 'short'))
      : unknown,
    isAlarming ? need : words,
  ].filter((line) => line !== '');
}
