import * as l10n from '@vscode/l10n';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './clock.ts';

/*
 * Numbers and times in the user's locale. Times are in milliseconds since 1970. Formatters are created
 * on first use: creating them takes as long as the rest of activation.
 */

let localeOf = () => 'en';
let zone: { readonly timeZone?: string } = {};
const made = new Map<string, unknown>();

/**
 * Sets how numbers and times are written from then on; in English before.
 * @param locale returns a language tag; called on first use.
 */
export function useLocale(locale: () => string, timeZone?: string): void {
  localeOf = locale;
  zone = timeZone === undefined ? {} : { timeZone };
  made.clear();
}

function formatter<T>(name: string, create: (locale: string) => T): T {
  const known = made.get(name);
  if (known !== undefined) return known as T;
  const created = create(localeOf());
  made.set(name, created);
  return created;
}

/** `1,204`, or a whole percentage: `63%`. Less than 1 percent is `<1%`; only zero is `0%`. */
export function formatNumber(value: number, unit?: 'percent'): string {
  if (unit === undefined) {
    return formatter('number', (locale) => new Intl.NumberFormat(locale)).format(value);
  }
  const options = { style: 'percent' } as const;
  const percent = formatter('percent', (locale) => new Intl.NumberFormat(locale, options));
  const isLess = value > 0 && value < 1;
  return (isLess ? '<' : '') + percent.format(isLess ? 0.01 : value / 100);
}

/** `2026-11-23T01:02:03.000Z`, for files and programs; `undefined` if the time is not known. */
export function isoTime(at: number | undefined): string | undefined {
  return at === undefined ? undefined : new Date(at).toISOString();
}

/** A percentage from 0 to 100; `undefined` if it is not known. */
export function formatPercent(share: number | undefined): string | undefined {
  return share === undefined ? undefined : formatNumber(share, 'percent');
}

/** Larger numbers are shortened where there is room for about nine digits. */
const LONG = 99_999_999;

/** A count that fits into a cell: `1.2B` if it is longer; empty if it is not known. */
export function shortCount(count: number | undefined): string {
  if (count === undefined) return '';
  return Math.abs(count) <= LONG ? formatNumber(count) : shortNumbers().format(count);
}

/** The plural categories of Unicode, in the order in which a message has its forms. */
const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other'] as const;

/**
 * The form of a message for a count: `forms` are separated by ` | `, as many as its language has plural
 * categories, in the order of `CATEGORIES`.
 * @param others take the places of `{1}`, `{2}` and so on; `{0}` is the count.
 */
export function plural(count: number, forms: string, ...others: readonly string[]): string {
  const language = languageOfMessages();
  const rules = formatter(`plural ${language}`, () => new Intl.PluralRules(language));
  const used = new Set(rules.resolvedOptions().pluralCategories);
  const form = CATEGORIES.filter((one) => used.has(one)).indexOf(rules.select(count));
  const values = [formatNumber(count), ...others];
  return (forms.split(' | ')[form] ?? forms).replace(
    /\{(\d)\}/g,
    (_, at) => values[Number(at)] ?? '',
  );
}

/** That of the translation and not of the editor, whose language may have none. */
function languageOfMessages(): string {
  return l10n.t({ message: 'en', args: [], comment: ['Tag of this language, as: de'] });
}

/**
 * `Harbor Lights, Ember, and 3 more`: the first items, and how many others there are.
 * @param type `disjunction` says `or` in place of `and`.
 */
export function formatList(
  items: readonly string[],
  most: number,
  type: 'conjunction' | 'disjunction' = 'conjunction',
): string {
  const shown = items.slice(0, most);
  const more = items.length - shown.length;
  if (more > 0) shown.push(l10n.t('{0} more', formatNumber(more)));
  const language = languageOfMessages();
  const create = () => new Intl.ListFormat(language, { type });
  return formatter(`${type} ${language}`, create).format(shown);
}

/** Compares names in the user's language, with `Lamp 2` before `Lamp 10`. */
export function newCollator(): Intl.Collator {
  return new Intl.Collator(localeOf(), { numeric: true });
}

function dateFormat(name: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  return formatter(name, (locale) => new Intl.DateTimeFormat(locale, { ...options, ...zone }));
}

/** Hours from 0 to 23, without AM or PM: the same short form everywhere. */
const HOURS = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

const minutes = () => dateFormat('minute', HOURS);
const seconds = () => dateFormat('second', { ...HOURS, second: '2-digit' });
const days = () => dateFormat('day', { dateStyle: 'medium' });

const HALF_DAY_MS = 12 * HOUR_MS;

/** `14:02:11`, `yesterday 14:02`, or the date and the time, depending on the day of `now`. */
export function timeOfDay(at: number, now: number): string {
  return dated(at, now, seconds);
}

/** `14:02:11`, or the date only if it is not on the day of `now`: short enough for a cell. */
export function shortTime(at: number, now: number): string {
  if (!isMoment(at)) return '';
  const date = days().format(at);
  return date === days().format(now) ? seconds().format(at) : date;
}

/** `14:02`, `yesterday 14:02`, or the date and the time, depending on the day of `now`. */
export function minuteOfDay(at: number, now: number): string {
  return dated(at, now, minutes);
}

function dated(at: number, now: number, clock: () => Intl.DateTimeFormat): string {
  if (!isMoment(at)) return '';
  const date = days().format(at);
  const today = days().format(now);
  if (date === today) return clock().format(at);
  // In half days, because a day may have 23 or 25 hours.
  const halves = [1, 2, 3].map((count) => days().format(now - count * HALF_DAY_MS));
  const yesterday = halves.find((one) => one !== today);
  return date === yesterday
    ? `${relative().format(-1, 'day')} ${minutes().format(at)}`
    : `${date}, ${clock().format(at)}`;
}

/** `today`, `yesterday`, `3 days ago`, by the days where the user is. */
export function dayAgo(at: number, now: number): string {
  const beginOf = (time: number) => new Date(time).setHours(0, 0, 0, 0);
  // Rounded, because a day may have 23 or 25 hours.
  return relative().format(-Math.max(0, Math.round((beginOf(now) - beginOf(at)) / DAY_MS)), 'day');
}

function relative(): Intl.RelativeTimeFormat {
  return formatter(
    'relative',
    (locale) => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }),
  );
}

/** The date with the day of the week, and the time with its zone. */
export function fullDate(at: number): string {
  const full = dateFormat('full', { dateStyle: 'full', timeStyle: 'long' });
  return isMoment(at) ? full.format(at) : '';
}

/** `Nov 20`. */
export function formatDate(at: number): string {
  return dateFormat('axis day', { month: 'short', day: 'numeric' }).format(at);
}

/** `Fri, Nov 20`. */
export function formatDay(at: number): string {
  return dateFormat('weekday', { weekday: 'short', month: 'short', day: 'numeric' }).format(at);
}

/** Larger numbers are shortened at the axis of a chart, because they take too much of its width. */
const SHORTENED_FROM = 1_000_000;

/** The counts at the ticks of an axis, as elsewhere: `3,200`; `1.5M` if some are of a million or more. */
export function axisCounts(values: readonly number[]): readonly string[] {
  if (Math.max(...values) < SHORTENED_FROM) return values.map((value) => formatNumber(value));
  return values.map((value) => shortNumbers().format(value));
}

function shortNumbers(): Intl.NumberFormat {
  const options = { notation: 'compact', maximumFractionDigits: 2 } as const;
  return formatter('short', (locale) => new Intl.NumberFormat(locale, options));
}

/**
 * The times at the ticks of an axis: `14:02`, with seconds if the ticks are closer than a minute; the
 * day only, if they are a day apart or more. The day stands below where another one begins, and at
 * the first tick if that is not of today.
 * @param step milliseconds between ticks.
 */
export function axisTimes(values: readonly number[], step: number, now: number): readonly string[] {
  if (step >= DAY_MS) return values.map(formatDate);
  const clock = step < MINUTE_MS ? seconds() : minutes();
  let before = formatDate(now);
  return values.map((at) => {
    const date = formatDate(at);
    const isOtherDay = date !== before;
    before = date;
    return isOtherDay ? `${clock.format(at)}\n${date}` : clock.format(at);
  });
}

/** Whether `at` lies within what a Date can hold. */
function isMoment(at: number): boolean {
  return Math.abs(at) <= 8.64e15;
}
