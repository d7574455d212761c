import * as l10n from '@vscode/l10n';
import type { FormatNumber } from '../base/numberFormat.ts';
import type { SweepCount, SweptPart } from '../portfolio/sweepQueues.ts';

/**
 * What the portfolio does: it is `paused` or `stopped`, it is `refreshing` the list, or how many
 * stats it has read so far.
 */
export type PortfolioWork =
  'paused' | 'stopped' | 'refreshing' | Readonly<Record<SweptPart, SweepCount>>;

/** `paused`, `refreshing`, `reading 120 of 320 that may have changed, then 2,884 that are complete`. */
export function workWords(work: PortfolioWork, format: FormatNumber): string {
  if (work === 'paused') return l10n.t('paused');
  if (work === 'stopped') return l10n.t('stopped');
  return work === 'refreshing' ? l10n.t('refreshing') : readingWords(work, format);
}

function readingWords(
  { changing, complete }: Readonly<Record<SweptPart, SweepCount>>,
  format: FormatNumber,
): string {
  const changed = [format(changing.done), format(changing.of)];
  if (complete.of === 0) return l10n.t('reading {0} of {1}', ...changed);
  const all = format(complete.of);
  if (changing.done < changing.of) {
    return l10n.t(
      'reading {0} of {1} that may have changed, then {2} that are complete',
      ...[...changed, all],
    );
  }
  const done = format(complete.done);
  if (changing.of === 0) return l10n.t('reading {0} of {1} that are complete', done, all);
  return l10n.t(
    '{0} of {1} that may have changed are read; reading {2} of {3} that are complete',
    ...[...changed, done, all],
  );
}
