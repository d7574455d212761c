import type { ProjectStats } from '../model/model.ts';
import { statusTone } from '../model/statusTone.ts';

/** How far a Project is minted, in at most two characters and in words. */
export interface Share {
  /** `63`, `✓` if all are confirmed, `!` if it needs attention; `undefined` if that is not known. */
  readonly badge: string | undefined;
  readonly needsAttention: boolean;
  /** `63 %: 3,150 of 5,000 confirmed`. */
  readonly words: string;
}

/**
 * The share of a Project's NFTs that is confirmed (service-interface §2.4). It needs attention if
 * its status or a further count says that minting has failed, or if the counts contradict each
 * other. A percentage is rounded down, so that only a finished project is shown as one.
 * @param status the Project's, if its row is known.
 */
export function shareOf(
  stats: ProjectStats,
  status: string | undefined,
  formatNumber: (count: number) => string,
): Share {
  const { confirmed, total } = stats;
  const problems = problemsOf(stats, status, formatNumber);
  const needsAttention = problems.length > 0;
  const counts = [confirmedWords(stats, formatNumber), ...problems].join(', ');
  const isShare = confirmed !== undefined && total !== undefined && confirmed >= 0;
  if (!isShare || total <= 0 || confirmed > total) {
    return { badge: needsAttention ? '!' : undefined, needsAttention, words: counts };
  }
  const percent = confirmed === total ? 100 : Math.min(99, Math.floor((100 * confirmed) / total));
  const done = percent === 100 ? '✓' : String(percent);
  const words = `${percent} %: ${counts}`;
  return { badge: needsAttention ? '!' : done, needsAttention, words };
}

function confirmedWords(
  { confirmed, total }: ProjectStats,
  formatNumber: (count: number) => string,
): string {
  if (confirmed === undefined) return 'confirmed not given';
  const of = total === undefined ? '' : ` of ${formatNumber(total)}`;
  return `${formatNumber(confirmed)}${of} confirmed`;
}

function problemsOf(
  { total, confirmed, processing, pending, further }: ProjectStats,
  status: string | undefined,
  formatNumber: (count: number) => string,
): readonly string[] {
  const problems = further
    .filter(({ name, count }) => count > 0 && statusTone(name) === 'failed')
    .map(({ count }) => `${formatNumber(count)} failed`)
    .slice(0, 1);
  if (problems.length === 0 && statusTone(status) === 'failed') problems.push('status failed');
  const stages = [confirmed, processing, pending];
  const sum = stages.reduce<number>((all, count) => all + (count ?? 0), 0);
  const isComplete = !stages.includes(undefined);
  const others = further.reduce((all, { count }) => all + count, 0);
  const addsUp =
    total === undefined ||
    sum === total ||
    (sum < total && (!isComplete || sum + others === total));
  if (!addsUp || stages.some((count) => count !== undefined && count < 0)) {
    problems.push(`the stages add up to ${formatNumber(sum)}`);
  }
  return problems;
}
