import * as l10n from '@vscode/l10n';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import { formatNumber, timeOfDay } from '../base/format.ts';

/** Counts of this age say so where their time is shown, or where there is room for it. */
export const AGED_MS = 2 * MINUTE_MS;

const UNIT_MS = { s: 1000, min: MINUTE_MS, h: HOUR_MS, d: DAY_MS } as const;

type Unit = keyof typeof UNIT_MS;

/** `42 min`. */
export function amountWords(count: number, unit: Unit): string {
  const shown = formatNumber(count);
  return {
    s: l10n.t('{0} s', shown),
    min: l10n.t('{0} min', shown),
    h: l10n.t('{0} h', shown),
    d: l10n.t('{0} d', shown),
  }[unit];
}

/** `42 min`, `1 h 5 min`, `2 d 4 h`; empty below a minute, or if `isExact` below a second. */
export function durationWords(ms: number, isExact = false): string {
  const minutes = Math.max(0, Math.floor(ms / MINUTE_MS));
  const days = Math.floor(minutes / 1440);
  const amounts: readonly (readonly [number, Unit])[] = [
    [days, 'd'],
    [Math.floor(minutes / 60) % 24, 'h'],
    [days > 0 && !isExact ? 0 : minutes % 60, 'min'],
    [isExact ? Math.floor(ms / 1000) % 60 : 0, 's'],
  ];
  return amounts.flatMap(([count, unit]) => (count > 0 ? amountWords(count, unit) : [])).join(' ');
}

/** As `durationWords`, but in seconds below two minutes, and rounded up: a wait is then long enough. */
export function waitDuration(ms: number): string {
  const seconds = Math.max(1, Math.ceil(ms / 1000));
  return seconds < 120
    ? amountWords(seconds, 's')
    : durationWords(Math.ceil(seconds / 60) * MINUTE_MS);
}

/** `14 min ago`, `3 h ago`; empty if younger than `fromMs`. Times are in milliseconds since 1970. */
export function ageWords(at: number, now: number, fromMs: number): string {
  const ageMs = now - at;
  return ageMs < fromMs ? '' : beforeNow(shortDuration(ageMs));
}

/** `42 min`, `1 h`, `2 d`: rounded down, and no less than a minute. From milliseconds. */
export function shortDuration(ms: number): string {
  const unit = [DAY_MS, HOUR_MS].find((one) => ms >= one) ?? MINUTE_MS;
  return durationWords(Math.max(MINUTE_MS, ms - (ms % unit)));
}

/** @param duration such as `14 min`. */
export function beforeNow(duration: string): string {
  return l10n.t('{0} ago', duration);
}

/** `14 min ago`, or `just now` below a minute. */
export function agoWords(at: number, now: number): string {
  return ageWords(at, now, MINUTE_MS) || l10n.t('just now');
}

/** `3 s ago`, `12 min ago`; the time itself after an hour. */
export function agoOrTime(at: number, now: number): string {
  const ageMs = now - at;
  if (ageMs >= HOUR_MS) return timeOfDay(at, now);
  // If the clock was set back, a time may be ahead of it: show no negative age.
  return ageMs < 1000 || ageMs >= MINUTE_MS
    ? agoWords(at, now)
    : beforeNow(amountWords(Math.floor(ageMs / 1000), 's'));
}

/** `25–40 min`, from milliseconds. Rounded outwards, so that the words claim no more than is known. */
export function rangeWords(low: number, high: number): string {
  if (high < MINUTE_MS) return l10n.t('less than a minute');
  const from = roundTo(Math.max(0, low), Math.floor);
  const to = roundTo(high, Math.ceil);
  const end = amountWords(to.count, to.unit);
  if (from.count === 0) return l10n.t('up to {0}', end);
  if (from.unit !== to.unit) {
    return l10n.t('{0} to {1}', amountWords(from.count, from.unit), end);
  }
  if (from.count === to.count) return l10n.t('about {0}', end);
  return `${formatNumber(from.count)}–${end}`;
}

/** Rounds to minutes in steps of about a tenth, from two hours on to hours, from two days on to days. */
function roundTo(ms: number, round: (value: number) => number) {
  const step = ms <= 10 * MINUTE_MS ? 1 : ms <= HOUR_MS ? 5 : 10;
  const minutes = round(ms / MINUTE_MS / step) * step;
  if (minutes < 120) return { count: minutes, unit: 'min' } as const;
  const unit = ms <= 2 * DAY_MS ? 'h' : 'd';
  return { count: round(ms / UNIT_MS[unit]), unit } as const;
}
