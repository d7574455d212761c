/** Numbers and times as the person reads them. Locale and zone are handed in, so tests can choose. */
export interface Format {
  /** What is beyond 2^53 was rounded as it was read, and is marked so: `≈9,007,199,254,740,992`. */
  count(value: number): string;
  /** `undefined` where a share means nothing: of zero, of less than zero, or of a negative part. */
  percent(part: number, whole: number): string | undefined;
  /** `14:02:11`, with the day before it unless `at` and `now` fall on the same day. */
  time(at: number, now: number): string;
  /** Everything about the moment, for the hover. */
  fullDate(at: number): string;
}

/**
 * Percentages never claim more than is true: `100%` is said only of all, `0%` only of none, and
 * what would round to either reads `>99%` or `<1%`. A share beyond the whole reads `>100%`. Of a
 * whole beyond 2^53, of which the last ones are not known, nothing is said to be all.
 */
export function createFormat(locale: string, timeZone?: string): Format {
  const zone = timeZone === undefined ? {} : { timeZone };
  const number = new Intl.NumberFormat(locale);
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 0 });
  const clock = new Intl.DateTimeFormat(locale, {
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
    // Seconds matter here and AM/PM would not add anything: one fixed, short shape everywhere.
    hourCycle: 'h23',
    ...zone,
  });
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone });
  const full = new Intl.DateTimeFormat(locale, { dateStyle: 'full', timeStyle: 'long', ...zone });

  return {
    count: (value) => (isExact(value) ? '' : '≈') + number.format(value),
    percent(part, whole) {
      if (!(whole > 0) || part < 0) return undefined;
      const share = part / whole;
      if (share > 0 && share < 0.01) return `<${percent.format(0.01)}`;
      if (share > 0.99 && (share < 1 || (share === 1 && !isExact(whole))))
        return `>${percent.format(0.99)}`;
      if (share > 1 && share < 1.01) return `>${percent.format(1)}`;
      return percent.format(share);
    },
    time(at, now) {
      if (!isMoment(at)) return '';
      const today = day.format(at) === day.format(now);
      return today ? clock.format(at) : `${day.format(at)}, ${clock.format(at)}`;
    },
    fullDate: (at) => (isMoment(at) ? full.format(at) : ''),
  };
}

/** Whether a number is as it was sent; digits beyond these are lost as JSON is read. */
export function isExact(count: number): boolean {
  return Math.abs(count) <= Number.MAX_SAFE_INTEGER;
}

/** The first of the person's locales that `Intl` accepts; a broken one must not end the panel. */
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
