import { numberFormat } from '../core/base/numberFormat.ts';

/** Numbers and times in the user's locale. Times are in milliseconds since 1970. */
export interface Format {
  readonly locale: string;
  /** A count beyond 2^53 is inexact and is marked: `≈9,007,199,254,740,992`. */
  readonly count: (value: number) => string;
  /** From 0 to 100, as `percentOf` returns it: `63%`. */
  percent(share: number | undefined): string | undefined;
  /** `14:02:11`, `yesterday 14:02`, or the date and the time, depending on the day of `now`. */
  time(at: number, now: number): string;
  /** `14:02`, or the date and the time if it is not on the day of `now`. */
  minute(at: number, now: number): string;
  /** `3s ago`, `12m ago`; the time itself after an hour. */
  ago(at: number, now: number): string;
  fullDate(at: number): string;
}

const HALF_DAY_MS = 12 * 3_600_000;

/** @param timeZone that of the system if left out. */
export function createFormat(locale: string, timeZone?: string): Format {
  const zone = timeZone === undefined ? {} : { timeZone };
  const number = numberFormat(locale);
  // Without AM/PM: the same short form everywhere.
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone } as const;
  const minute = new Intl.DateTimeFormat(locale, parts);
  const clock = new Intl.DateTimeFormat(locale, { ...parts, second: '2-digit' });
  const days = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const ago = new Intl.RelativeTimeFormat(locale, { numeric: 'auto', style: 'narrow' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', ...zone });

  const time = (at: number, now: number) => {
    if (!isMoment(at)) return '';
    const [date, today] = [day.format(at), day.format(now)];
    if (date === today) return clock.format(at);
    // In half days, because a day may have 23 or 25 hours.
    const halves = [1, 2, 3].map((count) => day.format(now - count * HALF_DAY_MS));
    const yesterday = halves.find((one) => one !== today);
    return date === yesterday
      ? `${days.format(-1, 'day')} ${minute.format(at)}`
      : `${date}, ${clock.format(at)}`;
  };
  return {
    locale,
    count: number,
    percent: (share) => (share === undefined ? undefined : number(share, 'percent')),
    time,
    minute: (at, now) =>
      !isMoment(at)
        ? ''
        : day.format(at) === day.format(now)
          ? minute.format(at)
          : `${day.format(at)}, ${minute.format(at)}`,
    ago(at, now) {
      if (!isMoment(at)) return '';
      // If the clock was set back, a time may be ahead of it: show no negative age.
      const seconds = Math.max(0, Math.floor((now - at) / 1000));
      if (seconds < 60) return ago.format(-seconds, 'second');
      return seconds < 3600 ? ago.format(-Math.floor(seconds / 60), 'minute') : time(at, now);
    },
    fullDate: (at) => (isMoment(at) ? full.format(at) : ''),
  };
}

/** Whether `at` lies within what a Date can hold. */
function isMoment(at: number): boolean {
  return Math.abs(at) <= 8.64e15;
}
