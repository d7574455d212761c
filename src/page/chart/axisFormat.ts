/** The texts at the axes of the chart, in the user's locale. */
export interface AxisFormat {
  /** The counts at the ticks, as elsewhere: `3,200`; `1.5M` where some are of a million or more. */
  counts(values: readonly number[]): readonly string[];
  /**
   * `14:02`, with seconds if the ticks are closer than a minute; the day only, if they are a day apart
   * or more. The day stands below where another one begins, and at the first tick if that is not of
   * today. @param step milliseconds between ticks.
   */
  times(values: readonly number[], step: number, now: number): readonly string[];
}

/** Larger numbers are shortened, because they take too much of the width of a narrow panel. */
const SHORTENED_FROM = 1_000_000;
const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** @param timeZone that of the user by default. */
export function createAxisFormat(locale: string, timeZone?: string): AxisFormat {
  const zone = timeZone === undefined ? {} : { timeZone };
  const whole = new Intl.NumberFormat(locale);
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 });
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone } as const;
  const minute = new Intl.DateTimeFormat(locale, parts);
  const second = new Intl.DateTimeFormat(locale, { ...parts, second: '2-digit' });
  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', ...zone });
  return {
    counts(values) {
      const numbers = Math.max(...values) < SHORTENED_FROM ? whole : short;
      return values.map((value) => numbers.format(value));
    },
    times(values, step, now) {
      if (step >= DAY_MS) return values.map((at) => day.format(at));
      const time = step < MINUTE_MS ? second : minute;
      let before = day.format(now);
      return values.map((at) => {
        const date = day.format(at);
        const isOtherDay = date !== before;
        before = date;
        return isOtherDay ? `${time.format(at)}\n${date}` : time.format(at);
      });
    },
  };
}
