import type { Counts } from './counts.ts';
import type { ProjectStats } from './model.ts';
import { statusTone } from './statusTone.ts';

/** What the status and the counts of a Project say is wrong. */
export type StatsProblem =
  /** Minting has failed. `count` is left out if only the status says so. */
  | { readonly kind: 'failed'; readonly count?: number }
  /** The counts contradict each other: the three stages add up to `sum`. */
  | { readonly kind: 'sum'; readonly sum: number };

/** The known counts, and the others if it is known whether there are any. */
export interface KnownStats extends Counts {
  readonly further?: ProjectStats['further'] | undefined;
}

/**
 * The problems of a Project (service-interface §2.4). Stages that add up to less than the total are
 * none if other counts are the rest, or if not all counts are known.
 * @param status the Project's, if its row is known.
 */
export function problemsOf(stats: KnownStats, status: string | undefined): StatsProblem[] {
  const { total, confirmed, processing, pending, further } = stats;
  const problems: StatsProblem[] = [];
  const failed = further?.find(({ name, count }) => count > 0 && statusTone(name) === 'failed');
  if (failed) problems.push({ kind: 'failed', count: failed.count });
  else if (statusTone(status) === 'failed') problems.push({ kind: 'failed' });
  const stages = [confirmed, processing, pending];
  const sum = stages.reduce<number>((all, count) => all + (count ?? 0), 0);
  const isComplete = further !== undefined && !stages.includes(undefined);
  const others = (further ?? []).reduce((all, { count }) => all + count, 0);
  const addsUp =
    total === undefined ||
    sum === total ||
    (sum < total && (!isComplete || sum + others === total));
  if (!addsUp || stages.some((count) => count !== undefined && count < 0)) {
    problems.push({ kind: 'sum', sum });
  }
  return problems;
}
