/** The texts at the axes of the chart, in the person's locale. */
export interface AxisFormat {
  /** A short count: `3.2K`. */
  count(value: number): string;
  /** `14:02`, with seconds if the ticks are closer than a minute; the day at midnight. */
  time(at: number, step: number): string;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** @param timeZone that of the person by default. */
export function createAxisFormat(locale: string, timeZone?: string): AxisFormat {
  const zone = timeZone === undefined ? {} : { timeZone };
  const short = new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 2 });
  const parts = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23', ...zone } as const;
  const minute = new Intl.DateTimeFormat(locale, parts);
  const second = new Intl.DateTimeFormat(locale, { ...parts, second: '2-digit' });
  const day = new Intl.DateTimeFormat(locale, { month: 'short', day: 'numeric', ...zone });
  return {
    count: (value) => short.format(value),
    time(at, step) {
      if (step < MINUTE_MS) return second.format(at);
      // The first moment of a day has another day before it.
      const isMidnight = day.format(at) !== day.format(at - 1);
      return step >= DAY_MS || isMidnight ? day.format(at) : minute.format(at);
    },
  };
}
