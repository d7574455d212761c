import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import { doneAt } from '../../core/stats/forecast.ts';
import { PACE_LOST_MS } from '../../core/stats/progress.ts';
import type { LastReading } from '../../core/stats/reading.ts';
import { hasLeft } from '../../core/stats/share.ts';
import type { PortfolioRow } from '../../protocol/portfolio.ts';
import { projectPace } from '../../stats/projectPace.ts';

/** The pace of a row; `undefined` if it does not move. */
export function rowPace(
  connection: ActiveConnection,
  ref: ProjectRef | undefined,
  last: LastReading | undefined,
): PortfolioRow['pace'] {
  const now = connection.store.clock.now();
  if (!ref || !last || !hasLeft(last) || now - last.at >= PACE_LOST_MS) return undefined;
  const pace = projectPace(connection, ref);
  if ('reason' in pace) return undefined;
  return { ...pace, doneAt: 'low' in pace ? doneAt(pace, now) : undefined };
}
