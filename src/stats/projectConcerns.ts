import { MINUTE_MS } from '../core/base/clock.ts';
import { formatRef, type Project, projectRef } from '../core/model/model.ts';
import type { Failure } from '../core/model/serviceError.ts';
import { type Concern, type ConcernedProject, concernsOf } from '../core/stats/attention.ts';
import type { LastReading } from '../core/stats/reading.ts';
import { watchSettings } from '../editor/watchSettings.ts';
import type { StatsReader } from './statsReader.ts';

/**
 * What a row of Projects shows of `concernsOf`.
 * @param known its newest reading.
 */
export function projectConcerns(
  project: Project,
  known: LastReading | undefined,
  { failures }: Pick<StatsReader, 'failures'>,
): readonly Concern[] {
  const ref = projectRef(project);
  const failure = ref && failures.get(formatRef(ref));
  const { status, askedAt: statusAt } = project;
  const concerned = { known, status, statusAt, hasRef: true, failed: failedBy(failure) };
  return concernsOf(concerned, watchSettings.stallMinutes * MINUTE_MS);
}

/** What a failure to read stats says of their project. */
export function failedBy(failure: Failure | undefined): ConcernedProject['failed'] {
  return failure && (failure.kind === 'notFound' ? 'noStats' : 'unread');
}
