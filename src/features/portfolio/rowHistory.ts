import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import { doneAt } from '../../core/stats/forecast.ts';
import type { LastReading } from '../../core/stats/reading.ts';
import { leftOf } from '../../core/stats/share.ts';
import type { PortfolioRow } from './messages.ts';
import { projectPace } from '../../stats/projectPace.ts';

/** The pace of a row, or why it has none; `undefined` if nothing is left or it was never read. */
export function rowPace(
  connection: ActiveConnection,
  ref: ProjectRef | undefined,
  last: LastReading | undefined,
): PortfolioRow['pace'] {
  const now = connection.store.clock.now();
  if (!ref || !last || leftOf(last) === 0) return undefined;
  const pace = projectPace(connection, ref, last);
  return 'low' in pace ? { perMinute: pace.perMinute, doneAt: doneAt(pace, now) } : pace;
}
