/** The sums of a project's counts, and what they say of the total. */

import type { StatsCounts } from '../../protocol/stats.ts';
import { STAGES } from '../kit/stages.ts';

/** All NFTs that are in one of the stages. */
export function sumOf(counts: StatsCounts): number {
  return STAGES.reduce((sum, stage) => sum + (counts[stage] ?? 0), 0);
}

/** Whether no stage is missing. */
export function isComplete(counts: StatsCounts): boolean {
  return STAGES.every((stage) => counts[stage] !== undefined);
}

/**
 * The whole that shares refer to: the service's total, or the sum of all three stages. `undefined`
 * if the total and a stage are missing, or if it is zero.
 */
export function wholeOf(counts: StatsCounts): number | undefined {
  const whole = counts.total ?? (isComplete(counts) ? sumOf(counts) : undefined);
  return whole !== undefined && whole > 0 ? whole : undefined;
}

/** Whether the further counts make up the difference between the three stages and the total. */
export function furtherArePartsOfTotal({ total, further, ...rest }: StatsCounts): boolean {
  const sum = sumOf({ ...rest, further });
  return (
    further.length > 0 &&
    total !== undefined &&
    sum < total &&
    sum + further.reduce((more, { count }) => more + count, 0) === total
  );
}
