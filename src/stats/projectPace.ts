import type { ActiveConnection } from '../connection/activeConnection.ts';
import { MINUTE_MS } from '../core/base/clock.ts';
import type { ProjectRef } from '../core/model/model.ts';
import { parseProjectRef } from '../core/model/projectRef.ts';
import { type DoneIn, type Motion, motionOf } from '../core/stats/forecast.ts';
import { isMinting, paceOf, type ProjectPace } from '../core/stats/pace.ts';
import { PACE_LOST_MS } from '../core/stats/progress.ts';
import type { LastReading } from '../core/stats/reading.ts';
import { hasLeft } from '../core/stats/share.ts';
import { slices } from '../editor/slices.ts';
import { watchSettings } from '../editor/watchSettings.ts';
import { readerOf } from './statsReader.ts';

export type { ProjectPace };

/** The pace of a project and when it will be done, from all readings that are stored. */
export function projectPace(connection: ActiveConnection, ref: ProjectRef): ProjectPace {
  const history = readerOf(connection).readings.of(ref);
  return paceOf(history, connection.store.clock.now(), watchSettings.stallMinutes * MINUTE_MS);
}

/**
 * When all projects that are being minted will be done. Other work of the extension host is done in
 * between. Rejects only if `signal` aborts.
 * @param known the newest readings, by `t/12`.
 * @param statuses of the loaded rows, by `t/12`.
 */
export async function motionIn(
  connection: ActiveConnection,
  known: ReadonlyMap<string, LastReading>,
  statuses: ReadonlyMap<string, string | undefined>,
  signal?: AbortSignal,
): Promise<Motion> {
  const now = connection.store.clock.now();
  const stallMs = watchSettings.stallMinutes * MINUTE_MS;
  const ends: (DoneIn | undefined)[] = [];
  for (const key of new Set([...known.keys(), ...statuses.keys()])) {
    const [ref, last] = [parseProjectRef(key), known.get(key)];
    let pace: ProjectPace | undefined;
    if (ref && last && hasLeft(last) && now - last.at < PACE_LOST_MS) {
      pace = projectPace(connection, ref);
      await slices.pause();
      signal?.throwIfAborted();
    }
    const hasPace = pace !== undefined && !('reason' in pace);
    const end = pace && 'low' in pace ? pace : undefined;
    const status = statuses.get(key);
    if (isMinting({ known: last, status }, hasPace, stallMs)) ends.push(end);
  }
  return motionOf(ends);
}
