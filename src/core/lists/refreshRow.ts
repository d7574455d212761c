import { isServiceError } from '../model/serviceError.ts';
import { identityOf, isShared, type ListRow } from '../model/sharedKeys.ts';
import type { PagedList } from './pagedList.ts';

/**
 * Reads the page of a row again, independently of other work of the list, and replaces the row,
 * unless the list has a newer one by then. The service has no request for a single row (§4).
 * @returns the row as read; `undefined` if it is not loaded, is on another page now, could not be
 * read, or shares its identity with another row, and if `signal` aborted.
 */
export async function refreshRow<Row extends ListRow>(
  list: PagedList<Row>,
  key: string,
  signal: AbortSignal,
): Promise<Row | undefined> {
  const before = list.rowOf(key);
  const request = list.pageOf(key);
  if (!before || !request || isShared(before)) return undefined;
  const page = await list.read(request, signal).catch(ignoreFailure);
  const [row, ...others] = page?.rows.filter((one) => identityOf(one) === key) ?? [];
  if (!row || others.length > 0 || signal.aborted) return undefined;
  const now = list.rowOf(key);
  // A refresh, or a second call, may have brought a newer one.
  const isNewer = now && (row.askedAt ?? 0) > (now.askedAt ?? 0);
  if (now === before || isNewer) list.replace(row);
  return row;
}

function ignoreFailure(error: unknown): undefined {
  if (!isServiceError(error)) throw error;
}
