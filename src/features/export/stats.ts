import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { waitWords } from '../../core/messages/failureMessages.ts';
import { type ProjectRef, projectRef, type ProjectStats } from '../../core/model/model.ts';
import { concernsOneProject, isServiceError } from '../../core/model/serviceError.ts';
import { formatTime } from '../../editor/locale.ts';
import type { Report } from '../../editor/notify.ts';
import { MOST_UNDER_WAY } from '../../stats/demandQueue.ts';
import { readerOf } from '../../stats/statsReader.ts';
import { inBatches, type RowsInTurn } from './writeRows.ts';
import type { ExportRow, FileRow } from './writers.ts';

/** Rows of a batch. Small, so that progress is visible although each row is a request. */
const ROWS_AT_A_TIME = 20;

/** Requests one Project's stats. Rejects with a `ServiceError`. */
export type ReadStats = (ref: ProjectRef, signal: AbortSignal) => Promise<ProjectStats>;

/** How many Projects are left without stats. */
export interface Left {
  /** The service has no stats for them, or their id or kind is missing. */
  without: number;
  /** Their stats could not be read. */
  unread: number;
}

/** As `withStats`, over a connection. Reports when requests have to wait. */
export async function* requestStats(
  connection: ActiveConnection,
  pages: RowsInTurn<ExportRow>,
  left: Left,
  signal: AbortSignal,
  report: Report,
): AsyncGenerator<readonly FileRow[], void> {
  const reader = readerOf(connection);
  const read: ReadStats = async (ref, within) => {
    const demand = { urgency: 'list', signal: within, maxAgeMs: Infinity } as const;
    return (await reader.request(ref, demand)).stats;
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

/**
 * Projects with their stats.
 * @param left its numbers are increased for each Project without stats.
 * @throws ServiceError for a failure that would affect all further Projects too.
 */
export async function* withStats(
  pages: RowsInTurn<ExportRow>,
  read: ReadStats,
  left: Left,
  signal: AbortSignal,
): AsyncGenerator<readonly FileRow[], void> {
  for await (const page of pages) {
    for (const rows of inBatches(page, ROWS_AT_A_TIME)) {
      yield await statsOfRows(rows, read, left, signal);
    }
  }
}

async function statsOfRows(
  rows: readonly ExportRow[],
  read: ReadStats,
  left: Left,
  signal: AbortSignal,
): Promise<readonly FileRow[]> {
  const written: FileRow[] = [...rows];
  const rest = rows.entries();
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  // Each lane takes the next row when it has finished one.
  const lane = async () => {
    for (const [at, row] of rest) {
      const stats = await statsOfRow(row, read, left, either);
      written[at] = { source: row.source, stats: stats?.source };
    }
  };
  try {
    await Promise.all(Array.from({ length: MOST_UNDER_WAY }, lane));
  } catch (error) {
    failed.abort();
    throw error;
  }
  return written;
}

async function statsOfRow(
  row: ExportRow,
  read: ReadStats,
  left: Left,
  signal: AbortSignal,
): Promise<ProjectStats | undefined> {
  const ref = row.kind === 'project' ? projectRef(row) : undefined;
  if (!ref) {
    left.without++;
    return undefined;
  }
  try {
    return await read(ref, signal);
  } catch (error) {
    if (!isServiceError(error) || !concernsOneProject(error.failure)) throw error;
    if (error.failure.kind === 'notFound') left.without++;
    else left.unread++;
    return undefined;
  }
}
