import { formatNumber } from '../../editor/locale.ts';
import type { Report } from '../../editor/notify.ts';

/** How often progress is told, in milliseconds: each time crosses to the editor's window. */
const PROGRESS_MS = 100;

/** Told how many rows were written so far, of how many if that is known. */
export type OnRows = (written: number, total: number | undefined) => void;

/**
 * Reports rows as they are written, the first at once and then ten times a second at most.
 * @param now the time in milliseconds.
 */
export function rowProgress(report: Report, now: () => number = Date.now): OnRows {
  let saidAt = -Infinity;
  let saidShare = 0;
  return (written, total) => {
    const at = now();
    if (at - saidAt < PROGRESS_MS) return;
    saidAt = at;
    const of = total === undefined ? '' : ` of ${formatNumber(total)}`;
    const noun = (total ?? written) === 1 ? 'row' : 'rows';
    const share = total ? Math.min(100, (written / total) * 100) : 0;
    report(`${formatNumber(written)}${of} ${noun}`, share - saidShare);
    saidShare = share;
  };
}
