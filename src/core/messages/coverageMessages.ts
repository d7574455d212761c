import * as l10n from '@vscode/l10n';
import { MINUTE_MS } from '../base/clock.ts';
import { formatNumber, plural, timeOfDay } from '../base/format.ts';
import { concernCount } from './attentionMessages.ts';
import { shortDuration } from './timeMessages.ts';

/** What the numbers of the portfolio cover. Times are in milliseconds since 1970. */
export interface PortfolioCoverage {
  /** How many projects are loaded. */
  readonly listed: number;
  /** The total of the service; `undefined` if it gives none. */
  readonly total: number | undefined;
  readonly withStats: number;
  /** How many could not be read at the last request. */
  readonly failed: number;
  /** How many projects the service has no stats of. */
  readonly without?: number;
  /** How many are left out, because other projects have the same reference (`isShared`). */
  readonly shared?: number;
  /** The time of the oldest counts that can still change; `undefined` without any. */
  readonly oldest: number | undefined;
  /** The end of the wait that the service asks for. */
  readonly waitUntil?: number | undefined;
}

/** `310 of 1,204 projects read`, or `All 1,204 projects read`. */
export function readOf(read: number, of: number): string {
  if (read === of && of > 0) return plural(of, l10n.t('{0} project read | All {0} projects read'));
  const words = l10n.t('{1} of {0} project read | {1} of {0} projects read');
  return plural(of, words, formatNumber(read));
}

/** `310 of 1,204 projects read; 800 of 1,204 projects are loaded, up to 4 min ago unless minted or ended`. */
export function coverageWords(
  {
    listed,
    total,
    withStats,
    failed,
    without = 0,
    shared = 0,
    oldest,
    waitUntil,
  }: PortfolioCoverage,
  now: number,
): string {
  // While the list is still being read, the denominator is the total of the service already.
  const whole = Math.max(listed, total ?? 0);
  const stats = readOf(withStats, whole);
  const age = oldest === undefined ? '' : `, ${oldestWords(oldest, now)}`;
  const further = [
    failed > 0 ? concernCount('unreadable', failed) : '',
    without > 0 ? concernCount('noStats', without) : '',
    shared > 0 ? l10n.t('{0} share an ID and are left out', formatNumber(shared)) : '',
    whole > listed
      ? l10n.t('{0} of {1} projects are loaded', formatNumber(listed), formatNumber(whole))
      : '',
    waitUntil === undefined ? '' : waitingWords(timeOfDay(waitUntil, now)),
  ];
  return [`${stats}${age}`, ...further.filter((words) => words !== '')].join('; ');
}

/** `waiting until 12:31:05, as the service asks`. */
export function waitingWords(until: string): string {
  return l10n.t('waiting until {0}, as the service asks', until);
}

/** `up to 4 min ago unless minted or ended`: those of what has ended are rarely read again. */
export function oldestWords(then: number, now: number): string {
  const ageMs = now - then;
  return ageMs < MINUTE_MS
    ? l10n.t('just now unless minted or ended')
    : l10n.t('up to {0} ago unless minted or ended', shortDuration(ageMs));
}
