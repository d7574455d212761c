import { type Counts, type Stage, STAGES } from '../model/counts.ts';
import type { ProjectStats } from '../model/model.ts';
import { statusTone } from '../model/statusTone.ts';

/** A problem that the status or the counts of a Project show. */
export type StatsProblem =
  /** Minting has failed. `count` is left out if only the status says so. */
  | { readonly kind: 'failed'; readonly count?: number }
  /**
   * The counts contradict each other. `off` is by how much they exceed the total: negative if they
   * fall short of it, 0 if the only fault is a negative count.
   */
  | { readonly kind: 'sum'; readonly off: number };

/** The known counts, and the further ones if it is known whether there are any. */
export interface KnownStats extends Partial<Counts> {
  readonly further?: ProjectStats['further'] | undefined;
}

/**
 * The problems of a Project (service-interface §2.4). Stages that add up to less than the total are
 * no problem if other counts are the rest, or if not all counts are known.
 * @param status the Project's, if its row is known.
 */
export function problemsOf(stats: KnownStats, status: string | undefined): StatsProblem[] {
  const { total, further } = stats;
  const problems: StatsProblem[] = [];
  const failed = failedOf(stats);
  if (failed > 0) problems.push({ kind: 'failed', count: failed });
  else if (statusTone(status) === 'failed') problems.push({ kind: 'failed' });
  const { sum, isComplete } = stagesOf(stats);
  const isKnown = further !== undefined && isComplete;
  const addsUp =
    total === undefined || sum === total || (sum < total && (!isKnown || furtherAreRest(stats)));
  if (!addsUp || STAGES.some((stage) => (stats[stage] ?? 0) < 0)) {
    // The stages alone exceed the total, or all counts together miss it.
    const counted = sum > (total ?? sum) ? sum : sum + furtherSum(stats);
    problems.push({ kind: 'sum', off: counted - (total ?? counted) });
  }
  return problems;
}

/** Whether a further count is of NFTs that have failed, by its name (service-interface §2.4). */
export function isFailedCount({ name, count }: { readonly name: string; readonly count: number }) {
  return count > 0 && statusTone(name) === 'failed';
}

export function failedOf({ further = [] }: Pick<KnownStats, 'further'>): number {
  return further.filter(isFailedCount).reduce((sum, { count }) => sum + count, 0);
}

/** The parts of a bar: the stages, failed NFTs, and other counts of the rest. */
export const PARTS = [...STAGES, 'failed', 'other'] as const;

export type Part = (typeof PARTS)[number];

/**
 * How many NFTs are in each part. A part is left out if its count is unknown or, except for stages,
 * zero. Other counts are a part only if they fit into the rest of the total, because they may count
 * NFTs of the stages again.
 */
export function partsOf(stats: KnownStats): Partial<Record<Part, number>> {
  const failed = failedOf(stats);
  const other = furtherSum(stats) - failed;
  const rest = (stats.total ?? 0) - stagesOf(stats).sum - failed;
  const stages: Partial<Record<Stage, number>> = {};
  for (const stage of STAGES) {
    const count = stats[stage];
    if (count !== undefined) stages[stage] = count;
  }
  return {
    ...stages,
    ...(failed > 0 && { failed }),
    ...(other > 0 && other <= rest && { other }),
  };
}

/** The sum of the given stages, and whether all stages are given. */
export function stagesOf(counts: Partial<Counts>) {
  return {
    sum: STAGES.reduce((sum, stage) => sum + (counts[stage] ?? 0), 0),
    isComplete: STAGES.every((stage) => counts[stage] !== undefined),
  };
}

/** Whether the further counts make up the difference between the three stages and the total. */
export function furtherAreRest(stats: KnownStats): boolean {
  const { total = NaN } = stats;
  const { sum } = stagesOf(stats);
  return sum < total && sum + furtherSum(stats) === total;
}

function furtherSum({ further = [] }: KnownStats): number {
  return further.reduce((sum, { count }) => sum + count, 0);
}
