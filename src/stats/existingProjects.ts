import type { ActiveConnection } from '../connection/activeConnection.ts';
import type { ProjectRef } from '../core/model/model.ts';
import { type Failure, isServiceError } from '../core/model/serviceError.ts';
import { readerOf, type StatsResponse } from './statsReader.ts';

interface ExistingProjects {
  /** Those that exist, with their stats, in the order of the references. */
  readonly known: ReadonlyMap<ProjectRef, StatsResponse>;
  /** Why it is not known whether one of them exists; `undefined` if it is known of all. */
  readonly failure: Failure | undefined;
}

/**
 * Finds out which projects exist by requesting their stats, the only endpoint for one project
 * (service-interface §4.2). A 404 is taken to mean that there is no such project.
 */
export async function existingProjects(
  connection: ActiveConnection,
  refs: readonly ProjectRef[],
  signal: AbortSignal,
): Promise<ExistingProjects> {
  let failure: Failure | undefined;
  const found = await Promise.all(
    refs.map(async (ref): Promise<[ProjectRef, StatsResponse][]> => {
      try {
        const demand = { urgency: 'user', signal, maxAgeMs: Infinity } as const;
        return [[ref, await readerOf(connection).request(ref, demand)]];
      } catch (error) {
        if (!isServiceError(error)) throw error;
        if (error.failure.kind !== 'notFound') failure = error.failure;
        return [];
      }
    }),
  );
  return { known: new Map(found.flat()), failure };
}
