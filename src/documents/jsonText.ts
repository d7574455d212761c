import { type ActiveConnection, SAMPLE, type Session } from '../connection/session.ts';
import { statsOf } from '../connection/statsCache.ts';
import { describeStatsFailure } from '../core/messages/failureMessages.ts';
import { jsonPieces } from '../core/model/jsonPieces.ts';
import type { Json, JsonObject, ProjectStats } from '../core/model/model.ts';
import { parseProjectRef } from '../core/model/projectRef.ts';
import { isServiceError } from '../core/model/serviceError.ts';

/** A reason to show nothing, as a sentence. */
export class NothingToShow extends Error {}

/** In characters. Indented, megabytes that are nested deep would become a gigabyte. */
const LONGEST = 50_000_000;

/**
 * As sent: member names, and integers of any length. A long text is made a piece at a time, and
 * others have their turn between two pieces.
 * @throws NothingToShow for what is too long.
 */
export async function pretty(value: Json): Promise<string> {
  const pieces: string[] = [];
  let length = 0;
  for (const piece of jsonPieces(value, 2)) {
    if (pieces.length > 0) await new Promise((resolve) => setImmediate(resolve));
    pieces.push(piece);
    length += piece.length;
    if (length > LONGEST) throw new NothingToShow('This is too long to be shown or kept.');
  }
  return `${pieces.join('')}\n`;
}

/**
 * The connection to the service that a document is from.
 * @throws NothingToShow unless the window uses that one.
 */
export function connectionTo(service: string, { current, failure }: Session): ActiveConnection {
  if (current?.account === service) return current;
  if (failure) throw new NothingToShow(failure.message);
  const from = service === SAMPLE ? 'sample data' : service.replace(/#.*/, '');
  if (current?.address.base === from) {
    throw new NothingToShow(`This is of another sign-in to ${from}. Use that one to see it.`);
  }
  throw new NothingToShow(
    current
      ? `This is from ${from}, and the window now uses ${current.address.host}.`
      : `This is from ${from}. Sign in there, and it appears here.`,
  );
}

/**
 * A project's stats as they are now.
 * @param key `t/12`.
 * @throws NothingToShow with the reason, also when `signal` ends it.
 */
export async function readStats(
  connection: ActiveConnection,
  key: string,
  signal: AbortSignal,
): Promise<ProjectStats> {
  const ref = parseProjectRef(key);
  if (!ref) throw new NothingToShow('This address names no project.');
  try {
    return (await statsOf(connection).get(ref, signal)).stats;
  } catch (error) {
    if (!isServiceError(error)) throw error;
    const { reason, hint } = describeStatsFailure(error.failure, ref, connection.address.host);
    throw new NothingToShow(`${reason} ${hint}`);
  }
}

/**
 * What a snapshot holds.
 * @param project the row of the list: the service can list Projects, but not describe one.
 * @throws NothingToShow for what is too long.
 */
export function snapshotText(project: JsonObject, stats: ProjectStats): Promise<string> {
  return pretty({ project, stats: stats.source });
}
