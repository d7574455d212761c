import { type ProjectRef, projectRef, type ProjectStats } from '../../core/model/model.ts';
import { concernsOneProject, isServiceError } from '../../core/model/serviceError.ts';
import { MOST_UNDER_WAY } from '../../stats/demandQueue.ts';
import type { Batch, ExportRow } from './formats.ts';

/** Demands at a time, as many as requests are sent. */
const AT_A_TIME = MOST_UNDER_WAY;
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

/**
 * Projects with their stats.
 * @param left its numbers are increased for each Project without stats.
 * @throws ServiceError for a failure that would affect all further Projects too.
 */
export async function* withStats(
  pages: AsyncIterable<readonly ExportRow[]>,
  read: ReadStats,
  left: Left,
  signal: AbortSignal,
): AsyncGenerator<Batch<ExportRow>, void> {
  for await (const page of pages) {
    for (let from = 0; from < page.length; from += ROWS_AT_A_TIME) {
      const rows = page.slice(from, from + ROWS_AT_A_TIME);
      yield { rows, stats: await statsOfRows(rows, read, left, signal) };
    }
  }
}

async function statsOfRows(
  rows: readonly ExportRow[],
  read: ReadStats,
  left: Left,
  signal: AbortSignal,
) {
  const stats = rows.map((): ProjectStats | undefined => undefined);
  const rest = rows.entries();
  const failed = new AbortController();
  const either = AbortSignal.any([signal, failed.signal]);
  // Each lane takes the next row when it has finished one.
  const lane = async () => {
    for (const [at, row] of rest) stats[at] = await statsOfRow(row, read, left, either);
  };
  try {
    await Promise.all(Array.from({ length: AT_A_TIME }, lane));
  } catch (error) {
    failed.abort();
    throw error;
  }
  return stats;
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
