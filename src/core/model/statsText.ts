import { decodeStats } from './decode.ts';
import { isObject } from './json.ts';
import { keptHead, keptJson } from './keptForm.ts';
import { formatRef, type Json, type ProjectStats } from './model.ts';
import { parseProjectRef } from './projectRef.ts';
import { isServiceError } from './serviceError.ts';

/** The most that is kept; the newest readings are. */
const MOST_READINGS = 500;
const MOST_BYTES = 500_000;

const utf8 = new TextEncoder();

/** The stats of a project at a time. */
export interface StatsReading {
  readonly stats: ProjectStats;
  /** When they were asked for, or earlier; in milliseconds since 1970. */
  readonly asOf: number;
}

/** By `t/12`. */
export type StatsReadings = ReadonlyMap<string, StatsReading>;

/**
 * Writes the newest readings of a sign-in, as received, up to 500 or 500 KB. The oldest comes
 * first. Several of one project may follow one another: the last one counts.
 * @param signIn the id of the sign-in. A file that says otherwise is ignored.
 */
export function* statsText(signIn: string, readings: StatsReadings): Generator<void, string> {
  const newest = [...readings].sort(([, one], [, other]) => other.asOf - one.asOf);
  const kept: string[] = [];
  let left = MOST_BYTES;
  for (const [ref, { stats, asOf }] of newest) {
    const text = JSON.stringify({ ref, asOf, stats: stats.source });
    left -= utf8.encode(text).length + 2;
    if (left < 0 || kept.length === MOST_READINGS) break;
    kept.push(text);
    yield;
  }
  const head = JSON.stringify(keptHead({ signIn })).slice(0, -1);
  return `${head},"readings":[\n${kept.reverse().join(',\n')}\n]}`;
}

/**
 * Reads what `statsText` wrote; empty if it is torn, of another form or of another sign-in.
 * Readings of the future are left out, because the clock was wrong when they were kept or is now.
 * @param now in milliseconds since 1970.
 */
export function* readStatsText(
  signIn: string,
  bytes: Uint8Array,
  now: number,
): Generator<void, StatsReadings> {
  const readings = new Map<string, StatsReading>();
  const file = yield* keptJson({ signIn }, bytes);
  if (!file) return readings;
  for (const one of Array.isArray(file.readings) ? (file.readings as readonly Json[]) : []) {
    const ref = isObject(one) && typeof one.ref === 'string' && parseProjectRef(one.ref);
    if (!ref || typeof one.asOf !== 'number' || one.asOf < 0 || one.asOf > now) continue;
    const stats = decoded(one.stats);
    if (stats) readings.set(formatRef(ref), { stats, asOf: one.asOf });
    yield;
  }
  return readings;
}

function decoded(source: Json | undefined): ProjectStats | undefined {
  try {
    return source === undefined ? undefined : decodeStats(source);
  } catch (error) {
    if (!isServiceError(error)) throw error;
    return undefined;
  }
}
