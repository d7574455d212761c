import * as l10n from '@vscode/l10n';
import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { concernedOf } from '../../connection/concernedRows.ts';
import { joinWords } from '../../core/base/displayText.ts';
import { concernWords } from '../../core/messages/attentionMessages.ts';
import { waitWords } from '../../core/messages/failureMessages.ts';
import { inOrder } from '../../core/base/inOrder.ts';
import { ALL_COUNTS } from '../../core/model/counts.ts';
import {
  isProject,
  type JsonObject,
  type Project,
  type ProjectRef,
  projectRef,
} from '../../core/model/model.ts';
import { concernsOneProject, isServiceError } from '../../core/model/serviceError.ts';
import { failedOf } from '../../core/stats/problems.ts';
import type { LastReading } from '../../core/stats/reading.ts';
import { percentConfirmed } from '../../core/stats/share.ts';
import { formatTime } from '../../editor/locale.ts';
import type { Report } from '../../editor/notify.ts';
import type { ServiceRow } from '../../lists/index.ts';
import { projectConcerns } from '../../stats/projectConcerns.ts';
import { readerOf } from '../../stats/statsReader.ts';
import type { RowsInTurn } from './writeRows.ts';
import type { FileRow } from './writers.ts';

/**
 * How many rows may be read ahead of the one that is written next: a project that takes long, or is
 * tried again, does not hold up the others.
 */
const AHEAD = 20;

/** Requests what the file has of one Project besides its row. Rejects with a `ServiceError`. */
export type ReadStats = (
  project: Project,
  ref: ProjectRef,
  signal: AbortSignal,
) => Promise<Omit<FileRow, 'source'>>;

/** How many rows of the file have no stats. */
export interface Left {
  /** The service has no stats for them, or their id or kind is missing. */
  without: number;
  /** Their stats could not be read. */
  unread: number;
}

/** As `withStats`, by a request for each Project. Reports until when the requests have to wait. */
export async function* requestStats(
  connection: ActiveConnection,
  pages: RowsInTurn<ServiceRow>,
  left: Left,
  signal: AbortSignal,
  report: Report,
): AsyncGenerator<readonly FileRow[], void> {
  const reader = readerOf(connection);
  const read: ReadStats = async (project, ref, within) => {
    const demand = { urgency: 'list', signal: within, maxAgeMs: Infinity } as const;
    const { stats } = await reader.request(ref, demand);
    const last = reader.last(ref);
    return {
      stats: stats.source,
      ...(last && { progress: progressOf(project, last, connection) }),
    };
  };
  const reportWait = () => {
    const { waitUntil } = reader;
    if (waitUntil !== undefined) report(waitWords(formatTime(waitUntil)), 0);
  };
  reportWait();
  const following = reader.onDidChangeWait(reportWait);
  try {
    yield* withStats(pages, read, left, signal);
  } finally {
    following.dispose();
  }
}

/** The counts of a reading. */
export function statsOf(reading: LastReading): JsonObject {
  const counts = ALL_COUNTS.flatMap((name) => {
    const count = reading[name];
    return count === undefined ? [] : [[name, count] as const];
  });
  return Object.fromEntries(counts);
}

/** The columns `PROGRESS` of a project: how far it is by its last reading, and when that was. */
export function progressOf(
  project: Project,
  last: LastReading,
  connection: ActiveConnection,
): JsonObject {
  const percent = percentConfirmed([last]);
  const concerns = projectConcerns(project, last, readerOf(connection));
  const isAcknowledged = concernedOf(connection).isAcknowledged(project.key);
  const words = concernWords(concerns);
  return {
    ...(percent !== undefined && { share: percent }),
    failed: failedOf(last),
    asOf: new Date(last.at).toISOString(),
    attention: isAcknowledged ? joinWords(words, l10n.t('acknowledged')) : words,
  };
}

/**
 * Rows with their stats, in the same order.
 * @param left its numbers are increased for each row without stats.
 * @throws ServiceError for a failure that would affect all further Projects too.
 */
export async function* withStats(
  pages: RowsInTurn<ServiceRow>,
  read: ReadStats,
  left: Left,
  signal: AbortSignal,
): AsyncGenerator<readonly FileRow[], void> {
  const fileRow = async (row: ServiceRow, within: AbortSignal): Promise<FileRow> => {
    return { source: row.source, ...(await statsOfRow(row, read, left, within)) };
  };
  for await (const row of inOrder(singly(pages), AHEAD, signal, fileRow)) yield [row];
}

async function* singly(pages: RowsInTurn<ServiceRow>): AsyncGenerator<ServiceRow, void> {
  for await (const page of pages) yield* page;
}

async function statsOfRow(
  row: ServiceRow,
  read: ReadStats,
  left: Left,
  signal: AbortSignal,
): Promise<Omit<FileRow, 'source'> | undefined> {
  const ref = projectRef(row);
  if (!isProject(row) || !ref) {
    left.without++;
    return undefined;
  }
  try {
    return await read(row, ref, signal);
  } catch (error) {
    if (!isServiceError(error) || !concernsOneProject(error.failure)) throw error;
    if (error.failure.kind === 'notFound') left.without++;
    else left.unread++;
    return undefined;
  }
}
