import { type Project, projectRef } from '../core/model/model.ts';
import { type Concern, concernsOf } from '../core/stats/attention.ts';
import type { LastReading } from '../core/stats/reading.ts';
import { stallLimitMs } from '../editor/settings.ts';
import type { StatsReader } from './statsReader.ts';

/**
 * Why a row of Projects needs attention. Unknown stats (404) are no reason, because minting may not
 * have begun; nor is a missing id, which only the portfolio reports.
 * @param known its newest reading.
 */
export function projectConcerns(
  project: Project,
  known: LastReading | undefined,
  reader: Pick<StatsReader, 'isUnread' | 'failedSince' | 'now'>,
): readonly Concern[] {
  const ref = projectRef(project);
  const failed = ref && reader.isUnread(ref) ? 'unread' : undefined;
  const { status, askedAt: statusAt } = project;
  const failedSince = ref && reader.failedSince(ref);
  const { now } = reader;
  const concerned = { known, status, statusAt, hasRef: true, failed, now, failedSince } as const;
  return concernsOf(concerned, stallLimitMs());
}
