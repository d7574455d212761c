import type { ActiveConnection } from '../connection/activeConnection.ts';
import { perConnection } from '../connection/perConnection.ts';
import type { ProjectRef } from '../core/model/model.ts';
import { parseProjectRef } from '../core/model/projectRef.ts';
import { type Motion, motionOf, type ProjectPace } from '../core/stats/forecast.ts';
import { isMinting, paceOf } from '../core/stats/pace.ts';
import { PACE_LOST_MS } from '../core/stats/progress.ts';
import type { LastReading } from '../core/stats/reading.ts';
import { hasLeft } from '../core/stats/share.ts';
import { slices } from '../editor/slices.ts';
import { stallLimitMs } from '../editor/settings.ts';
import { readerOf } from './statsReader.ts';

interface Found {
  /** The time of the newest reading, in milliseconds since 1970. */
  readonly readAt: number;
  /** The setting `stallMinutes` by which the pace was found, in milliseconds. */
  readonly stallMs: number;
  readonly pace: ProjectPace;
}

/** A pace is fixed until the next reading or another setting, and to find it takes many readings. */
const foundOf = perConnection(() => new Map<ProjectRef, Found>());

/** @param last the newest reading. */
export function projectPace(
  connection: ActiveConnection,
  ref: ProjectRef,
  last: LastReading | undefined = readerOf(connection).last(ref),
): ProjectPace {
  const failure = readerOf(connection).failures.get(ref);
  if (!last) return { reason: failure ? 'unreadable' : 'early' };
  // The service no longer knows it.
  if (failure?.kind === 'notFound') return { reason: 'unread', since: last.at };
  const now = connection.store.clock.now();
  const stallMs = stallLimitMs();
  const readAt = last.at;
  // The last reading alone shows that there is no pace.
  if (!hasLeft(last) || now - readAt >= PACE_LOST_MS) return paceOf([last], now, stallMs);
  let found = foundOf(connection).get(ref);
  if (found?.readAt !== readAt || found.stallMs !== stallMs) {
    const history = readerOf(connection).readings.of(ref);
    found = { readAt, stallMs, pace: paceOf(history, readAt, stallMs) };
    foundOf(connection).set(ref, found);
  }
  return found.pace;
}

/**
 * When all projects that are being minted will be done. Yields to other work after each project.
 * Rejects only if `signal` aborts.
 * @param known the newest readings.
 * @param statuses of the loaded rows, by their references, or by their keys without one.
 */
export async function motionIn(
  connection: ActiveConnection,
  known: ReadonlyMap<ProjectRef, LastReading>,
  statuses: ReadonlyMap<string, string | undefined>,
  signal?: AbortSignal,
): Promise<Motion> {
  const stallMs = stallLimitMs();
  const paces: ProjectPace[] = [];
  for (const key of new Set<string>([...known.keys(), ...statuses.keys()])) {
    const ref = parseProjectRef(key);
    const last = ref && known.get(ref);
    const status = statuses.get(key);
    const isUnread = ref !== undefined && readerOf(connection).failures.has(ref);
    let pace: ProjectPace = { reason: isUnread ? 'unreadable' : 'early' };
    if (ref && last && hasLeft(last)) {
      pace = projectPace(connection, ref, last);
      await slices.pause();
      signal?.throwIfAborted();
    }
    const minting = isMinting({ known: last, status }, 'perMinute' in pace, stallMs);
    if (minting !== false) paces.push(pace);
  }
  return motionOf(paces);
}
