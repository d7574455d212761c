import type { ActiveConnection } from '../connection/activeConnection.ts';
import { MINUTE_MS } from '../core/base/clock.ts';
import type { ProjectRef } from '../core/model/model.ts';
import { parseProjectRef } from '../core/model/projectRef.ts';
import { type Motion, motionOf } from '../core/stats/forecast.ts';
import { paceOf } from '../core/stats/pace.ts';
import { PACE_LOST_MS } from '../core/stats/progress.ts';
import type { LastReading } from '../core/stats/reading.ts';
import { hasLeft } from '../core/stats/share.ts';
import { slices } from '../editor/slices.ts';
import { watchSettings } from '../editor/watchSettings.ts';
import { readerOf } from './statsReader.ts';

export type ProjectPace = ReturnType<typeof paceOf>;

/** The pace of a project and when it will be done, from all readings that are stored. */
export function projectPace(connection: ActiveConnection, ref: ProjectRef): ProjectPace {
  const history = readerOf(connection).readings.of(ref);
  return paceOf(history, connection.store.clock.now(), watchSettings.stallMinutes * MINUTE_MS);
}

/**
 * When all projects that move will be done. Other work of the extension host is done in between.
 * Rejects only if `signal` aborts.
 * @param known the newest reading of each, by `t/12`.
 */
export async function motionIn(
  connection: ActiveConnection,
  known: ReadonlyMap<string, LastReading>,
  signal?: AbortSignal,
): Promise<Motion> {
  const now = connection.store.clock.now();
  const paces: ProjectPace[] = [];
  for (const [key, last] of known) {
    const ref = parseProjectRef(key);
    if (!ref || !hasLeft(last) || now - last.at >= PACE_LOST_MS) continue;
    paces.push(projectPace(connection, ref));
    await slices.pause();
    signal?.throwIfAborted();
  }
  return motionOf(paces);
}
