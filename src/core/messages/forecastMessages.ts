import type { Forecast } from '../history/forecast.ts';
import type { NoPace, Pace } from '../history/pace.ts';
import type { FormatNumber } from './listMessages.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * `about 25–40 min at the pace of the last 10 min`. The bounds are rounded outwards, so that the
 * words claim no more than the forecast does.
 */
export function forecastWords(forecast: Forecast, format: FormatNumber): string {
  return `${rangeWords(forecast, format)} at the pace of the last ${basisWords(forecast, format)}`;
}

/** `75 a minute`, `4 an hour`; from NFTs per minute. */
export function paceWords({ perMinute }: Pick<Pace, 'perMinute'>, format: FormatNumber): string {
  if (perMinute >= 1) return `${format(rounded(perMinute))} a minute`;
  if (perMinute * 60 >= 1) return `${format(rounded(perMinute * 60))} an hour`;
  const perDay = rounded(perMinute * 60 * 24);
  return perDay < 1 ? 'less than 1 a day' : `${format(perDay)} a day`;
}

/** Why there is no pace: `nothing was confirmed in the last 15 min`. Empty if all is confirmed. */
export function noPaceWords(why: NoPace, format: FormatNumber): string {
  switch (why.reason) {
    case 'done':
      return '';
    case 'early':
      return 'no pace yet';
    case 'stalled':
      return `nothing was confirmed in the last ${lastWords(why.forMs, Math.floor, format)}`;
    case 'unread':
      return `not read in the last ${lastWords(why.forMs, Math.floor, format)}`;
  }
}

function rangeWords({ low, high }: Forecast, format: FormatNumber): string {
  if (high < MINUTE) return 'less than a minute';
  const [from, to] = [roundTo(low, Math.floor), roundTo(high, Math.ceil)];
  if (from.count === 0) return `up to ${amountWords(to, format)}`;
  if (from.unit !== to.unit)
    return `about ${amountWords(from, format)} to ${amountWords(to, format)}`;
  if (from.count === to.count) return `about ${amountWords(to, format)}`;
  return `about ${format(from.count)}–${amountWords(to, format)}`;
}

function basisWords({ basis }: Forecast, format: FormatNumber): string {
  return lastWords(basis, Math.round, format);
}

/** What follows `the last`: `minute`, `10 min`, `day`, `3 days`. */
function lastWords(ms: number, round: (value: number) => number, format: FormatNumber): string {
  const [unit, length] = ms < 2 * HOUR ? (['min', MINUTE] as const) : longUnit(ms);
  const count = Math.max(1, round(ms / length));
  if (count > 1) return amountWords({ count, unit }, format);
  return { min: 'minute', h: 'hour', days: 'day' }[unit];
}

interface Amount {
  readonly count: number;
  readonly unit: 'min' | 'h' | 'days';
}

/** To minutes in steps of about a tenth, from two hours on to hours, from two days on to days. */
function roundTo(ms: number, round: (value: number) => number): Amount {
  const step = ms <= 10 * MINUTE ? 1 : ms <= HOUR ? 5 : 10;
  const minutes = round(ms / MINUTE / step) * step;
  if (minutes < 120) return { count: minutes, unit: 'min' };
  const [unit, length] = longUnit(ms);
  return { count: round(ms / length), unit };
}

function longUnit(ms: number): readonly ['h' | 'days', number] {
  return ms <= 2 * DAY ? ['h', HOUR] : ['days', DAY];
}

function amountWords({ count, unit }: Amount, format: FormatNumber): string {
  return `${format(count)} ${unit}`;
}

/** To two digits. */
function rounded(value: number): number {
  return Number(value.toPrecision(2));
}
