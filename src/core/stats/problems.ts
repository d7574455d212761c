import { type Counts, FURTHER, STAGES } from '../model/counts.ts';
import { statusTone } from '../model/statusTone.ts';
import type { FailedSinceNow } from './failedSince.ts';
import { overOf, stagesOf, wholeOf } from './share.ts';

/** A problem that the status or the counts of a Project show. Each `count` is positive. */
export type StatsProblem =
  /** Minting has failed. `count` is left out if only the status says so, `since` if it is not known. */
  | { readonly kind: 'failed'; readonly count?: number; readonly since?: FailedSinceNow }
  /** How many NFTs of the total are in no count, or how many more there are than the total. */
  | { readonly kind: 'missing' | 'tooMany'; readonly count: number };

/** Service-interface §2.4. @param status the Project's, if its row is known. */
export function problemsOf(counts: Partial<Counts>, status: string | undefined): StatsProblem[] {
  const problems: StatsProblem[] = [];
  const failed = failedOf(counts);
  const { missing, tooMany } = unexplained(counts);
  if (failed > 0) problems.push({ kind: 'failed', count: failed });
  else if (statusTone(status) === 'failed') problems.push({ kind: 'failed' });
  if (missing > 0) problems.push({ kind: 'missing', count: missing });
  if (tooMany > 0) problems.push({ kind: 'tooMany', count: tooMany });
  return problems;
}

/**
 * How many NFTs are missing, or too many, however the service counts further stages: beside the three or
 * within them, and those that are over within the total or off it. None is missing if a stage is.
 */
export function unexplained(counts: Partial<Counts>) {
  const { total } = counts;
  if (total === undefined) return { missing: 0, tooMany: 0 };
  const { sum, isComplete } = stagesOf(counts);
  const further = FURTHER.reduce((all, name) => all + (counts[name] ?? 0), 0);
  return {
    missing: isComplete ? Math.max(0, total - sum - further) : 0,
    tooMany: Math.max(0, sum - overOf(counts) - total),
  };
}

export function failedOf({ failed = 0 }: Partial<Counts>): number {
  return failed;
}

/** The parts of a bar: the stages of the interface, failed NFTs, and those of other stages. */
export const PARTS = [...STAGES, 'failed', 'other'] as const;

export type Part = (typeof PARTS)[number];

export function isPart(name: string): name is Part {
  return PARTS.some((part) => part === name);
}

/**
 * How many NFTs are in each part; without those that are unknown or, except for stages, zero. `other`
 * also if it does not fit into the rest of the whole: its NFTs may be in the stages too.
 */
export function partsOf(counts: Partial<Counts>): Partial<Record<Part, number>> {
  const { other = 0 } = counts;
  const failed = failedOf(counts);
  const rest = (wholeOf(counts) ?? 0) - stagesOf(counts).sum - failed;
  const parts: Partial<Record<Part, number>> = {};
  for (const stage of STAGES) {
    const count = counts[stage];
    if (count !== undefined) parts[stage] = count;
  }
  if (failed > 0) parts.failed = failed;
  if (other > 0 && other <= rest) parts.other = other;
  return parts;
}
