import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { DAY_MS } from '../../core/base/clock.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import { doneAt } from '../../core/stats/forecast.ts';
import { type LastReading, thinned } from '../../core/stats/reading.ts';
import { leftOf } from '../../core/stats/share.ts';
import type { PortfolioRow, Trend } from '../../protocol/portfolio.ts';
import { projectPace } from '../../stats/projectPace.ts';
import { readerOf } from '../../stats/statsReader.ts';

/** The most points of a trend: its line is 56 pixels wide. */
const MOST_POINTS = 28;

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

/** How many NFTs of a project were confirmed at times in the last day, from the stored readings. */
export function trendOf(connection: ActiveConnection, ref: ProjectRef): Trend['points'] {
  const from = connection.store.clock.now() - DAY_MS;
  const history = readerOf(connection).readings.of(ref, from);
  const points = history.flatMap(({ at, confirmed }) =>
    confirmed === undefined ? [] : [{ at, confirmed }],
  );
  return thinned(points, MOST_POINTS);
}
