import * as l10n from '@vscode/l10n';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import { durationWords } from './coverageMessages.ts';

/** Counts of this age say so where their time is shown, or where there is room for it. */
export const AGED_MS = 2 * MINUTE_MS;

/**
 * How old counts are, in whole minutes, hours or days: `14 min ago`, `3 h ago`. Empty if they are
 * younger than `fromMs`.
 * @param at when they were requested; both times are in milliseconds since 1970.
 */
export function ageWords(at: number, now: number, fromMs: number): string {
  const ageMs = now - at;
  if (ageMs < fromMs) return '';
  const unit = [DAY_MS, HOUR_MS].find((one) => ageMs >= one) ?? MINUTE_MS;
  return l10n.t('{0} ago', durationWords(ageMs - (ageMs % unit)));
}
