import type { LastReading, Reading } from '../../src/core/stats/reading.ts';
import { afterLast } from '../../src/core/stats/stall.ts';

/** The readings of one project, each with what follows from those before it, as they are stored. */
export function followed(readings: readonly Reading[]): readonly LastReading[] {
  const all: LastReading[] = [];
  for (const reading of readings) all.push(afterLast(all.at(-1), reading));
  return all;
}
