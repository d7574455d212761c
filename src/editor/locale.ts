import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { minuteOfDay, timeOfDay, useLocale } from '../core/base/format.ts';
import { systemClock } from './systemClock.ts';

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

useLocale(locale);

/** `2026-11-21-14-02-11`, for the name of a file. */
export function timeInName(): string {
  // Sweden writes dates and times like this, but for the separators.
  return new Date(systemClock.now()).toLocaleString('sv').replaceAll(/[ :]/g, '-');
}

/** The time `ms` milliseconds from now: `14:02:11`. */
export function timeAfter(ms: number): string {
  return formatTime(systemClock.now() + ms);
}

/** `14:02:11`, or `14:02` if short; on another day as `timeOfDay` and `minuteOfDay` say. */
export function formatTime(at: number, style: 'medium' | 'short' = 'medium'): string {
  const now = systemClock.now();
  return style === 'short' ? minuteOfDay(at, now) : timeOfDay(at, now);
}

/**
 * `as of yesterday 18:04`; empty for `undefined`.
 * @param at in milliseconds since 1970.
 */
export function asOfWords(at: number | undefined): string {
  return at === undefined ? '' : l10n.t('as of {0}', formatTime(at, 'short'));
}
