import type { ActiveConnection } from '../connection/activeConnection.ts';
import { perConnection } from '../connection/perConnection.ts';
import { formatRef, type ProjectRef } from '../core/model/model.ts';
import { parseProjectRef } from '../core/model/projectRef.ts';
import {
  doneAt,
  type DoneIn,
  type Forecast,
  type Motion,
  motionOf,
} from '../core/stats/forecast.ts';
import { isMinting, paceOf, type ProjectPace } from '../core/stats/pace.ts';
import { PACE_LOST_MS } from '../core/stats/progress.ts';
import type { LastReading } from '../core/stats/reading.ts';
import { hasLeft } from '../core/stats/share.ts';
import { slices } from '../editor/slices.ts';
import { stallLimitMs } from '../editor/settings.ts';
import { readerOf } from './statsReader.ts';

export type { ProjectPace };

/** A forecast is not made more often: it uses the whole history, which may be a day of readings. */
const FORECAST_MS = 30_000;

interface Found {
  /** The time of the newest reading used, in milliseconds since 1970. */
  readonly readAt: number | undefined;
  /** When the pace was found, in milliseconds since 1970. */
  readonly foundAt: number;
  readonly pace: ProjectPace;
}

/** The paces that were found last, by references such as `t/12`. */
const foundOf = perConnection(() => new Map<string, Found>());

/**
 * The pace of a project and the time until it is done, from all stored readings. All surfaces get the
 * same: a forecast is reused for half a minute, and counts down meanwhile.
 */
export function projectPace(connection: ActiveConnection, ref: ProjectRef): ProjectPace {
  const [key, found] = [formatRef(ref), foundOf(connection)];
  const now = connection.store.clock.now();
  const reader = readerOf(connection);
  const readAt = reader.last(ref)?.at;
  const before = found.get(key);
  if (before && readAt !== undefined && now - readAt < PACE_LOST_MS) {
    const age = now - before.foundAt;
    const isForecast = 'low' in before.pace;
    if (before.readAt === readAt || (isForecast && Math.abs(age) < FORECAST_MS)) {
      return isForecast ? elapsed(before.pace, age) : before.pace;
    }
  }
  const pace = paceOf(reader.readings.of(ref), now, stallLimitMs());
  found.set(key, { readAt, foundAt: now, pace });
  return pace;
}

/** The same forecast `ms` milliseconds later. */
function elapsed(forecast: Forecast, ms: number): Forecast {
  const { low, likely, high } = doneAt(forecast, -ms);
  return {
    ...forecast,
    ...{ low: Math.max(0, low), likely: Math.max(0, likely), high: Math.max(0, high) },
  };
}

/**
 * The time until all projects that are being minted are done. Yields to other work of the extension
 * host after each project. Rejects only if `signal` aborts.
 * @param known the newest readings, by references such as `t/12`.
 * @param statuses of the loaded rows, by references too.
 */
export async function motionIn(
  connection: ActiveConnection,
  known: ReadonlyMap<string, LastReading>,
  statuses: ReadonlyMap<string, string | undefined>,
  signal?: AbortSignal,
): Promise<Motion> {
  const now = connection.store.clock.now();
  const stallMs = stallLimitMs();
  const ends: (DoneIn | undefined)[] = [];
  let uncounted = 0;
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
    const minting = isMinting({ known: last, status }, hasPace, stallMs);
    if (minting) ends.push(end);
    else if (minting === undefined) uncounted++;
  }
  return motionOf(ends, uncounted);
}
