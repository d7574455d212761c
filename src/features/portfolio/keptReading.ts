import type { ActiveConnection } from '../../connection/activeConnection.ts';
import type { ProjectCounts } from '../../core/portfolio/projectCounts.ts';

/** What outlives the tab of a portfolio, so that one that is opened again has it at once. */
export interface KeptReading {
  readonly counts: Map<string, ProjectCounts>;
  /** Until when the service asks for no request, in milliseconds since 1970. */
  waitUntil: number | undefined;
}

const all = new WeakMap<ActiveConnection, KeptReading>();

/** @param earlier a connection of the same account, whose reading is taken over. */
export function keptReadingOf(connection: ActiveConnection, earlier = connection): KeptReading {
  const kept = all.get(earlier) ?? { counts: new Map(), waitUntil: undefined };
  all.set(connection, kept);
  return kept;
}
