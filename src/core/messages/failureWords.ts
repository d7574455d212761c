import * as l10n from '@vscode/l10n';
import { HOUR_MS } from '../base/clock.ts';
import { LONGEST_RETRY_AFTER_MS } from '../client/retry.ts';

/** A longer wait is not given by its time of day, which could be mistaken for today's. */
const LONGEST_BY_CLOCK_MS = 12 * HOUR_MS;

/** A failure in words for the user, the same on every surface. */
export interface FailureWords {
  /** What happened, in two or three words: `Connection refused`. */
  readonly title: string;
  /** What happened and why, as one short sentence. */
  readonly reason: string;
  /** What to do about it, as one short sentence. */
  readonly hint: string;
  readonly action: 'retry' | 'signIn';
  /** Its name in the log (`failureCode`); left out if no request failed. */
  readonly code?: string;
}

/** Why a list could not be read, in the words of its view. */
export interface ListProblem extends FailureWords {
  /** The reason, the hint, how old the rows are, and when the next try is. */
  readonly whole: string;
  /** Only how old the rows are and when the next try is, for the end of a row. */
  readonly beside: string;
}

/** Words of a failure that the action Retry may end; `signIn` is for the action Sign In. */
export function retry(title: string, reason: string, hint: string): FailureWords {
  return { title, reason, hint, action: 'retry' };
}

export function signIn(title: string, reason: string, hint: string): FailureWords {
  return { title, reason, hint, action: 'signIn' };
}

export function checkOrAsk(): string {
  return l10n.t('Check the address, or ask whoever runs the service.');
}

export function tryOrAsk(): string {
  return l10n.t('Try again; if that does not help, ask whoever runs the service.');
}

/** Writes the time of day `waitMs` milliseconds after the failure: `21:33:05`. */
export type TimeAfter = (waitMs: number) => string;

/**
 * When to try again, as a sentence.
 * @param ms the wait that the service asks for; `undefined` if it gives none.
 */
export function tryAgain(ms: number | undefined, time: TimeAfter | undefined): string {
  if (ms === undefined || ms >= LONGEST_RETRY_AFTER_MS) return l10n.t('Try again in a while.');
  if (ms <= 0) return l10n.t('Try again now.');
  return time && ms < LONGEST_BY_CLOCK_MS
    ? l10n.t('Try again after {0}.', time(ms))
    : l10n.t('Try again in {0}.', duration(ms));
}

/** Says that requests are paused. @param ms for how long, if that is to be said. */
export function pausedWords(ms: number | undefined): string {
  if (ms === undefined) return l10n.t('Requests to it are paused; Retry sends one at once.');
  // Another request is probing whether the service works again.
  if (ms <= 0) return l10n.t('Requests to it are paused for a moment; Retry sends one at once.');
  return l10n.t('Requests to it are paused for {0}; Retry sends one at once.', duration(ms));
}

/**
 * `800 ms`, `30 seconds`, `24 hours`, `3 days`, to follow `in`, `within` or `for`. Rounded up, so
 * that the wait is long enough.
 */
export function duration(ms: number): string {
  if (ms < 1000) return l10n.t('{0} ms', Math.ceil(ms));
  const seconds = Math.ceil(ms / 1000);
  if (seconds < 120) return seconds === 1 ? l10n.t('1 second') : l10n.t('{0} seconds', seconds);
  const minutes = Math.ceil(seconds / 60);
  if (minutes < 120) return l10n.t('{0} minutes', minutes);
  const hours = Math.ceil(minutes / 60);
  if (hours <= 48) return l10n.t('{0} hours', hours);
  return l10n.t({
    message: '{0} days',
    args: [Math.ceil(hours / 24)],
    comment: ['follows in, within or for'],
  });
}
