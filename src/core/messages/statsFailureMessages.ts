import { formatRef, type ProjectRef } from '../model/model.ts';
import type { Failure } from '../model/serviceError.ts';
import { describeFailure, type FailureWords } from './failureMessages.ts';

/**
 * Why there are no stats of a project, in a person's terms. A 404 is about the project there, and
 * not about the address of the service.
 * @param host host and port of the service, as shown to people.
 */
export function describeStatsFailure(
  failure: Failure,
  ref: ProjectRef,
  host: string,
): FailureWords {
  if (failure.kind !== 'notFound') return describeFailure(failure, host);
  const other = formatRef({ ...ref, kind: ref.kind === 't' ? 'n' : 't' });
  return {
    reason: `The service knows no project ${formatRef(ref)}.`,
    hint: `Check the id, or look up ${other}.`,
    action: 'retry',
  };
}
