import type { StatsState } from '../../protocol/stats.ts';
import type { Format } from './format.ts';
import { describeProgress } from './progress.ts';

/**
 * What a screen reader is told when `next` follows `previous`, or `undefined` for nothing: the end
 * of a refresh and new trouble, not every repaint. A refresh nobody asked for here (a watch, say)
 * is told only if it changed the counts. It is empty when a load begins: a live region is read out
 * only when its text changes, and the load may end in the same words as the one before.
 */
export function announcement(
  previous: StatsState | undefined,
  next: StatsState,
  asked: boolean,
  format: Format,
  now: number,
): string | undefined {
  // The page was just (re)built: the person is about to read all of it anyway.
  if (previous === undefined) return undefined;
  if (previous.preview && !next.preview) return 'This tab stays open.';
  if (next.loading && !previous.loading) return '';
  const ended = previous.loading && !next.loading;
  if (next.problem !== undefined) {
    const isNew = next.problem.message !== previous.problem?.message;
    return ended || isNew ? next.problem.message : undefined;
  }
  if (!ended || next.counts === undefined) return undefined;
  const { summary } = describeProgress(next.counts, format);
  const changed = JSON.stringify(previous.counts) !== JSON.stringify(next.counts);
  if (!asked && !changed) return undefined;
  const at = next.asOf === undefined ? '' : ` at ${format.time(next.asOf, now)}`;
  return `Updated${at}. ${changed ? summary : 'Nothing has changed.'}`;
}
