import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { type FormatNumber, numberFormat as createFormat } from '../core/base/numberFormat.ts';
import type { Wording } from '../core/messages/forecastMessages.ts';
import { systemClock } from './systemClock.ts';

/*
 * Numbers and times in the user's locale. The formatters are created on first use, because creating
 * them takes as long as the rest of activation.
 */
let numbers: FormatNumber | undefined;

/**
 * The editor's language as `Intl` takes it. English if the editor's name for it is no language tag
 * (such as `C`) or unknown to `Intl` (such as the pseudo-language `qps-ploc`): otherwise `Intl`
 * would throw, or use the system's language, which may differ between the views and a page.
 */
export function locale(): string {
  try {
    return Intl.NumberFormat.supportedLocalesOf(vscode.env.language)[0] ?? 'en';
  } catch (error) {
    if (error instanceof RangeError) return 'en';
    throw error;
  }
}

/** Compares names in the user's language, with `Lamp 2` before `Lamp 10`. */
export function newCollator(): Intl.Collator {
  return new Intl.Collator(locale(), { numeric: true });
}

/** `1,204`, or `63%`. */
export function formatNumber(value: number, unit?: 'percent'): string {
  return numberFormat()(value, unit);
}

/** The message for one or for several, as in `lists/definition.ts`. */
export function counted(
  count: number,
  words: (n: string) => readonly [one: string, several: string],
): string {
  const [one, several] = words(formatNumber(count));
  return count === 1 ? one : several;
}

/** The number formatter, created by the first call: make it while a request is open. */
export function numberFormat(): FormatNumber {
  return (numbers ??= createFormat(locale()));
}

/** `2026-11-21`, for the name of a file. */
export function dateToday(): string {
  // Sweden writes dates like this.
  return new Date(systemClock.now()).toLocaleDateString('sv');
}

/** The time `ms` milliseconds from now: `14:02:11`. */
export function timeAfter(ms: number): string {
  return formatTime(systemClock.now() + ms);
}

/** `Fri, Nov 20`, from milliseconds since 1970. */
export function formatDay(ms: number): string {
  const parts = { weekday: 'short', month: 'short', day: 'numeric' } as const;
  return new Date(ms).toLocaleDateString(locale(), parts);
}

/**
 * `14:02:11`, or `14:02` if short; for yesterday `yesterday 14:02:11`; for any other day with the
 * date. From milliseconds since 1970.
 */
export function formatTime(ms: number, timeStyle: 'medium' | 'short' = 'medium'): string {
  const language = locale();
  const then = new Date(ms);
  const format = (dateStyle?: 'medium') =>
    // Hours from 0 to 23, as in the stats panel.
    then.toLocaleString(language, { dateStyle, timeStyle, hourCycle: 'h23' });
  const day = new Date(systemClock.now());
  if (then.toDateString() === day.toDateString()) return format();
  day.setDate(day.getDate() - 1);
  if (then.toDateString() !== day.toDateString()) return format('medium');
  return `${new Intl.RelativeTimeFormat(language, { numeric: 'auto' }).format(-1, 'day')} ${format()}`;
}

/** How messages at a time, in milliseconds since 1970, write numbers and times. */
export function wordingAt(now: number): Wording {
  return { format: formatNumber, time: (at) => formatTime(at, 'short'), now };
}

const SECOND = 1000;
const UNITS: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['day', 24 * 3600 * SECOND],
  ['hour', 3600 * SECOND],
  ['minute', 60 * SECOND],
];

/** `3 hours ago`, `1 day ago`, `just now`, from two times in milliseconds since 1970. */
export function agoWords(then: number, now: number): string {
  // `auto` would say `yesterday`, but 30 hours ago may be the day before yesterday.
  const relative = new Intl.RelativeTimeFormat(locale(), { numeric: 'always' });
  // The clock may have been set back since.
  const past = Math.max(0, now - then);
  const fitting = UNITS.find(([, length]) => past >= length);
  if (!fitting) return l10n.t('just now');
  const [unit, length] = fitting;
  return relative.format(-Math.floor(past / length), unit);
}
