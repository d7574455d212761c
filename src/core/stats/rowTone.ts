import type { Counts } from '../model/counts.ts';
import { type StatusTone, statusTone } from '../model/statusTone.ts';
import { type CONCERNS, isAlarm } from './attention.ts';
import { given, percentConfirmed } from './share.ts';

/** The state that the icon of a Project shows; `warning` is an alarm other than a failure. */
export type RowTone = StatusTone | 'warning';

/**
 * The icon of a Project. An alarm comes first. Otherwise it follows the counts if they give a share:
 * `done` if all NFTs are confirmed, or `unknown` if the status says that minting goes on. Without a
 * share it follows the status, which makes it `done` only if there are no counts at all.
 * @param concerns the kinds of the result of `concernsOf`, the worst first.
 */
export function rowTone(
  counts: Partial<Counts> | undefined,
  status: string | undefined,
  concerns: readonly (typeof CONCERNS)[number][],
): RowTone {
  const alarm = concerns.find(isAlarm);
  if (alarm !== undefined) return alarm === 'failed' ? 'failed' : 'warning';
  const ofStatus = statusTone(status);
  if (!counts) return ofStatus;
  const percent = percentConfirmed([counts]);
  if (percent === undefined) return ofStatus === 'done' ? 'unknown' : ofStatus;
  if (percent === 100) return ['underWay', 'waiting'].includes(ofStatus) ? 'unknown' : 'done';
  return given(counts.confirmed) > 0 || given(counts.processing) > 0 ? 'underWay' : 'waiting';
}
