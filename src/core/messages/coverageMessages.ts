import * as l10n from '@vscode/l10n';
import { isAhead, MINUTE_MS } from '../base/clock.ts';
import { formatNumber, plural, timeOfDay } from '../base/format.ts';

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
  /** The time of the oldest counts; `undefined` without any. */
  readonly oldest: number | undefined;
  /** The end of the wait that the service asks for. */
  readonly waitUntil?: number | undefined;
}

/** `310 of 1,204 projects read`, or `All 1,204 projects read`. */
export function readOf(read: number, of: number): string {
  return read === of && of > 0
    ? plural(of, l10n.t('{0} project read | All {0} projects read'))
    : plural(of, l10n.t('{1} of {0} project read | {1} of {0} projects read'), formatNumber(read));
}

/**
 * `310 of 1,204 projects read, the oldest 4 min ago`. While not all projects are known, it says so:
 * `310 of 1,204 projects read, the oldest 4 min ago; 800 of 1,204 projects are loaded`.
 */
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
    ...(failed > 0 ? [l10n.t('{0} could not be read', formatNumber(failed))] : []),
    ...(without > 0 ? [l10n.t('{0} without stats', formatNumber(without))] : []),
    ...(shared > 0 ? [l10n.t('{0} left out, as they share an ID', formatNumber(shared))] : []),
    ...(whole > listed
      ? [l10n.t('{0} of {1} projects are loaded', formatNumber(listed), formatNumber(whole))]
      : []),
    ...(waitUntil === undefined
      ? []
      : [l10n.t('waiting until {0}, as the service asks', timeOfDay(waitUntil, now))]),
  ];
  return [`${stats}${age}`, ...further].join('; ');
}

/**
 * `the oldest 4 min ago`, or `the oldest just now` below a minute. The age of a time in the future is
 * unknown.
 */
export function oldestWords(then: number, now: number): string {
  if (isAhead(then, now))
    return l10n.t('the oldest from {0}, ahead of the clock', timeOfDay(then, now));
  const words = durationWords(now - then);
  return words === '' ? l10n.t('the oldest just now') : l10n.t('the oldest {0} ago', words);
}

/** `42 min`, `1 h 5 min`, `2 d 4 h`; empty below a minute. From milliseconds. */
export function durationWords(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  const [hours, days] = [Math.floor(minutes / 60), Math.floor(minutes / 1440)];
  const [h, min] = days > 0 ? [hours % 24, 0] : [hours, minutes % 60];
  return [
    ...(days > 0 ? [l10n.t('{0} d', days)] : []),
    ...(h > 0 ? [l10n.t('{0} h', h)] : []),
    ...(min > 0 ? [l10n.t('{0} min', min)] : []),
  ].join(' ');
}
