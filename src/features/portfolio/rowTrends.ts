import type { ActiveConnection } from '../../connection/activeConnection.ts';
import { DAY_MS } from '../../core/base/clock.ts';
import type { ProjectRef } from '../../core/model/model.ts';
import { thinned } from '../../core/stats/thinned.ts';
import type { Trend } from '../../protocol/portfolio.ts';
import { readerOf } from '../../stats/statsReader.ts';

/** More are not told apart in a line of 56 pixels. */
const MOST_POINTS = 28;

/** How many NFTs of a project were confirmed at times of the last day, from the stored readings. */
export function trendOf(connection: ActiveConnection, ref: ProjectRef): Trend['points'] {
  const from = connection.store.clock.now() - DAY_MS;
  const history = readerOf(connection).readings.of(ref, from);
  const points = history.flatMap(({ at, confirmed }) =>
    confirmed === undefined ? [] : [{ at, confirmed }],
  );
  return thinned(points, MOST_POINTS);
}
