import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { formatRef, type Project, projectRef } from '../../core/model/model.ts';
import { rowTone } from '../../core/stats/rowTone.ts';
import { stallOf } from '../../core/stats/stall.ts';
import { stallLimitMs } from '../../editor/watchSettings.ts';
import { readerOf } from '../../stats/statsReader.ts';

/**
 * The projects that are being minted, as far as their counts or else their statuses tell, without
 * those that have stalled. It sends no request.
 */
export async function projectsInMotion(
  rows: readonly Project[],
  connection: ActiveConnection,
): Promise<readonly Project[]> {
  const newest = await readerOf(connection).newest();
  const stallMs = stallLimitMs();
  return rows.filter((row) => {
    const ref = projectRef(row);
    const last = ref && newest.get(formatRef(ref));
    const isStill = last !== undefined && stallOf(last, stallMs) !== undefined;
    return ref !== undefined && !isStill && rowTone(last, row.status, []) === 'underWay';
  });
}
