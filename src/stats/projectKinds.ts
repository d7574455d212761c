import type { ActiveConnection } from '../connection/activeConnection.ts';
import type { ProjectKind } from '../core/model/model.ts';
import { type Failure, isServiceError } from '../core/model/serviceError.ts';
import { readerOf, type StatsResponse } from './statsReader.ts';

interface ProjectKinds {
  /** The kinds that exist, with their stats, in the order of the requests. */
  readonly known: ReadonlyMap<ProjectKind, StatsResponse>;
  /** Why it is not known whether one of the kinds exists; `undefined` if it is known of all. */
  readonly failure: Failure | undefined;
}

/**
 * Finds out which kinds of an id exist by requesting their stats, the only endpoint for one project
 * (service-interface §4.2). A 404 is taken to mean that there is no such project.
 */
export async function projectKinds(
  connection: ActiveConnection,
  id: string,
  kinds: readonly ProjectKind[],
  signal: AbortSignal,
): Promise<ProjectKinds> {
  let failure: Failure | undefined;
  const found = await Promise.all(
    kinds.map(async (kind): Promise<[ProjectKind, StatsResponse][]> => {
      try {
        const demand = { urgency: 'user', signal, maxAgeMs: Infinity } as const;
        return [[kind, await readerOf(connection).request({ kind, id }, demand)]];
      } catch (error) {
        if (!isServiceError(error)) throw error;
        if (error.failure.kind !== 'notFound') failure = error.failure;
        return [];
      }
    }),
  );
  return { known: new Map(found.flat()), failure };
}
