import { isServiceError } from '../model/serviceError.ts';
import type { ListRow } from '../model/sharedKeys.ts';
import type { PagedList } from './pagedList.ts';

/**
 * Reads the page of a row again, independently of other work of the list, and replaces the row: one
 * request, because the service has none for a single row (service-interface §4). Resolves with the
 * row found. Nothing changes if it is on another page now, could not be read, or is not identified
 * by its key alone.
 */
export async function refreshRow<Row extends ListRow>(
  list: PagedList<Row>,
  key: string,
  signal: AbortSignal,
): Promise<Row | undefined> {
  const before = list.rowOf(key);
  const request = list.pageOf(key);
  if (!before || !request) return undefined;
  const page = await list.read(request, signal).catch(ignoreFailure);
  const row = page?.rows.find((one) => one.key === key && one.content === undefined);
  if (!row || signal.aborted) return undefined;
  const now = list.rowOf(key);
  // A refresh, or a second call, may have brought a newer one.
  const isNewer = now && (row.askedAt ?? 0) > (now.askedAt ?? 0);
  if (now === before || isNewer) list.replace(row);
  return row;
}

function ignoreFailure(error: unknown): undefined {
  if (!isServiceError(error)) throw error;
}
