/**
 * Writes a number as the locale does, `1,204`, or a whole percentage: 63 as `63%` (`63 %` in
 * German). Less than 1 percent is `<1%`; only zero is `0%`.
 */
export type FormatNumber = (value: number, unit?: 'percent') => string;

/** Writes a time in milliseconds since 1970, as `14:02:11`. */
export type FormatTime = (at: number) => string;

/**
 * Numbers of a locale. A number beyond 2^53 is inexact and is marked:
 * `≈9,007,199,254,740,992`. The format of percentages is created on first use, to save time.
 */
export function numberFormat(locale: string): FormatNumber {
  const numbers = new Intl.NumberFormat(locale);
  let percent: Intl.NumberFormat | undefined;
  return (value, unit) => {
    if (unit === undefined) return (isExact(value) ? '' : '≈') + numbers.format(value);
    percent ??= new Intl.NumberFormat(locale, { style: 'percent' });
    const isLess = value > 0 && value < 1;
    return (isLess ? '<' : '') + percent.format(isLess ? 0.01 : value / 100);
  };
}

/** Whether a number is exact: JSON loses digits beyond 2^53. */
function isExact(value: number): boolean {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER;
}
