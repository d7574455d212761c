import * as l10n from '@vscode/l10n';
import { locale } from './locale.ts';

const SECOND = 1000;
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 24 * 3600 * SECOND],
  ['hour', 3600 * SECOND],
  ['minute', 60 * SECOND],
];

/** `3 hours ago`, `yesterday`, `just now`, from two times in milliseconds since 1970. */
export function agoWords(then: number, now: number): string {
  const words = new Intl.RelativeTimeFormat(locale(), { numeric: 'auto' });
  // The clock may have been set back since.
  const past = Math.max(0, now - then);
  const fitting = UNITS.find(([, length]) => past >= length);
  if (!fitting) return l10n.t('just now');
  const [unit, length] = fitting;
  return words.format(-Math.floor(past / length), unit);
}
