import { useLocale } from '../../src/core/base/format.ts';

/** Writes numbers and times of the tests of a `describe` as this locale and time zone do. */
export function inLocale(locale: string, timeZone?: string): void {
  before(() => {
    useLocale(() => locale, timeZone);
  });
  after(() => {
    useLocale(() => 'en');
  });
}
