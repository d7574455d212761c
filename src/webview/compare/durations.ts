/** How long after a beginning, in words and at an axis, without a DOM. */

import * as l10n from '@vscode/l10n';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../core/base/clock.ts';

const SECOND_MS = 1_000;

/** `2 h 5 min`; `3 days 4 h` from two days on. */
export function durationWords(ms: number, count: (value: number) => string): string {
  const units = [
    [2 * DAY_MS, DAY_MS, HOUR_MS],
    [HOUR_MS, HOUR_MS, MINUTE_MS],
    [MINUTE_MS, MINUTE_MS, SECOND_MS],
  ] as const;
  const [, whole, part] = units.find(([least]) => ms >= least) ?? [0, SECOND_MS, undefined];
  const rest = part === undefined ? 0 : Math.floor((ms % whole) / part);
  const words = [amountIn(whole, count(Math.floor(ms / whole)))];
  if (part !== undefined && rest > 0) words.push(amountIn(part, count(rest)));
  return words.join(' ');
}

/** The texts of ticks that are `step` milliseconds apart. */
export function durationTicks(
  ticks: readonly number[],
  step: number,
  count: (value: number) => string,
): readonly string[] {
  const most = Math.max(...ticks);
  const unit =
    step >= DAY_MS ? DAY_MS : step >= HOUR_MS ? HOUR_MS : step >= MINUTE_MS ? MINUTE_MS : SECOND_MS;
  // With steps of half an hour, the ticks of a day are `1 h 30 min`, not `90 min`.
  const isLong = most >= 120 * unit;
  return ticks.map((ms) =>
    isLong ? durationWords(ms, count) : amountIn(unit, count(Math.round(ms / unit))),
  );
}

function amountIn(unit: number, shown: string): string {
  if (unit === DAY_MS) return l10n.t('{0} days', shown);
  if (unit === HOUR_MS) return l10n.t('{0} h', shown);
  return unit === MINUTE_MS ? l10n.t('{0} min', shown) : l10n.t('{0} s', shown);
}
