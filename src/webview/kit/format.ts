/** Numbers and times in the person's locale. Locale and zone are parameters for tests. */
export interface Format {
  readonly locale: string;
  /** A count beyond 2^53 is inexact and is marked: `≈9,007,199,254,740,992`. */
  count(value: number): string;
  /** `undefined` for a whole of zero or less, and for a negative part. */
  percent(part: number, whole: number): string | undefined;
  /** `14:02:11`, `yesterday 14:02`, or the date and the time, as the day of `now` has it. */
  time(at: number, now: number): string;
  /** The full date and time, for the hover. */
  fullDate(at: number): string;
}

const HALF_DAY_MS = 12 * 3_600_000;

/**
 * Percentages are rounded down, as in the views and the status bar. `100%` is used only for all and
 * `0%` only for none: shares between 99% and all read `>99%`, and
 * those between none and 1% read `<1%`. Up to 1% more than the whole reads `>100%`. A whole beyond
 * 2^53 is inexact, so no part of it is `100%`.
 */
export function createFormat(locale: string, timeZone?: string): Format {
  const zone = timeZone === undefined ? {} : { timeZone };
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const clock = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    // With seconds, and without AM/PM: the same short form everywhere.
    hourCycle: 'h23',
    ...zone,
  });
  const minute = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
    ...zone,
  });
  const days = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', ...zone });

  return {
    locale,
    count: (value) => (isExact(value) ? '' : '≈') + number.format(value),
    percent(part, whole) {
      if (!(whole > 0) || part < 0) return undefined;
      const share = part / whole;
      if (share > 0 && share < 0.01) return `<${percent.format(0.01)}`;
      if (share > 0.99 && (share < 1 || (share === 1 && !isExact(whole))))
        return `>${percent.format(0.99)}`;
      if (share > 1 && share < 1.01) return `>${percent.format(1)}`;
      return percent.format(Math.floor((100 * part) / whole) / 100);
    },
    time(at, now) {
      if (!isMoment(at)) return '';
      const [date, today] = [day.format(at), day.format(now)];
      if (date === today) return clock.format(at);
      // In half days, because a day may have 23 or 25 hours.
      const halves = [1, 2, 3].map((count) => day.format(now - count * HALF_DAY_MS));
      const yesterday = halves.find((one) => one !== today);
      return date === yesterday
        ? `${days.format(-1, 'day')} ${minute.format(at)}`
        : `${date}, ${clock.format(at)}`;
    },
    fullDate: (at) => (isMoment(at) ? full.format(at) : ''),
  };
}

/** Whether a number is exact; digits beyond 2^53 are lost when JSON is read. */
export function isExact(count: number): boolean {
  return Math.abs(count) <= Number.MAX_SAFE_INTEGER;
}

/** The first of the person's locales that `Intl` accepts. */
export function usableLocale(candidates: readonly string[]): string {
  for (const candidate of candidates) {
    try {
      return Intl.getCanonicalLocales(candidate)[0] ?? 'en';
    } catch {
      // Not a language tag (some systems report names such as "C" or "en_US@posix"): try the next.
    }
  }
  return 'en';
}

/** Whether `at` lies within what a Date can hold. */
function isMoment(at: number): boolean {
  return Math.abs(at) <= 8.64e15;
}
