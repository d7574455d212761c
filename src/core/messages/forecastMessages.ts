import * as l10n from '@vscode/l10n';
import { MINUTE_MS } from '../base/clock.ts';
import { formatNumber, minuteOfDay } from '../base/format.ts';
import type { DoneAt, Motion, ProjectPace } from '../stats/forecast.ts';
import type { NoEstimate, Pace } from '../stats/progress.ts';
import type { History } from '../stats/reading.ts';
import { endOf, endSeen, mintedIn } from '../stats/share.ts';
import { durationWords, rangeWords, shortDuration } from './timeMessages.ts';

/** `done in 25–40 min` or why that is not known, and `75 a minute`. Empty if nothing is left, or failed. */
export function paceParts(pace: ProjectPace, now: number): readonly string[] {
  const speed = 'perMinute' in pace ? paceWords(pace) : '';
  return [doneInPhrase(pace, now), speed].filter((words) => words !== '');
}

/** `done in 25–40 min`, or why that is not known. */
export function doneInPhrase(estimate: DoneAt | NoEstimate, now: number): string {
  const words = estimateWords(estimate, now);
  return 'low' in estimate ? l10n.t('done in {0}', words) : words;
}

/** `25–40 min`, or why there is none: `not read for 20 min`. Empty if none is to be expected. */
export function estimateWords(estimate: DoneAt | NoEstimate, now: number): string {
  if ('low' in estimate) return rangeWords(estimate.low - now, estimate.high - now);
  const { reason, since = NaN } = estimate;
  switch (reason) {
    case 'done':
    case 'failed':
      return '';
    case 'early':
      return l10n.t('too early to say: needs 5 increases');
    case 'unreadable':
      return l10n.t('could not be read');
    case 'uncounted':
      return l10n.t('no estimate: counts are missing');
    case 'unbegun':
      return l10n.t('nothing confirmed yet');
    case 'still':
      return l10n.t('no progress for {0}', shortDuration(now - since));
    case 'unread':
      return l10n.t('not read for {0}', durationWords(now - since));
    case 'uneven':
      return l10n.t('too uneven to say');
  }
}

/** As `estimateWords`, for a narrow cell: without what would give an estimate. */
export function shortEstimateWords(estimate: DoneAt | NoEstimate, now: number): string {
  const reason = 'reason' in estimate ? estimate.reason : undefined;
  if (reason === 'early') return l10n.t('too early to say');
  return reason === 'uncounted' ? l10n.t('counts are missing') : estimateWords(estimate, now);
}

/** If two readings are further apart, what happened between them gets no exact time. */
const RANGE_MS = 2 * MINUTE_MS;
/** A duration that is known no closer than this, in milliseconds, is not said. */
const LONGEST_RANGE_MS = 120 * MINUTE_MS;

/**
 * `minted in 11 min, done 12:01`, or a range and `done by 12:01` where its readings are far apart. If not
 * all are confirmed, it `ended`. Empty before the end, and if that came before the first reading.
 */
export function mintedWords(history: History, now: number): string {
  const last = history.at(-1);
  const end = endSeen(history);
  if (!last || end?.after === undefined) return '';
  const at = minuteOfDay(end.at, now);
  const took = mintedIn(history);
  const isExact = end.at - end.after <= RANGE_MS;
  if (endOf(last, true) !== 'done')
    return isExact ? l10n.t('ended {0}', at) : l10n.t('ended by {0}', at);
  if (took && took.most - took.least < LONGEST_RANGE_MS) {
    const { least, most } = took;
    const isRange = most - least > RANGE_MS;
    const duration = isRange ? rangeWords(least, most) : durationWords(most);
    if (duration === '') return l10n.t('minted in less than a minute, done {0}', at);
    return isExact
      ? l10n.t('minted in {0}, done {1}', duration, at)
      : l10n.t('minted in {0}, done by {1}', duration, at);
  }
  return isExact ? l10n.t('done {0}', at) : l10n.t('done by {0}', at);
}

/**
 * `12 of 17 with an estimate: done in 5–8 min`, or why that is not known: `9 of 17: no progress for
 * 3 min`. Empty if nothing is minting.
 * @param isShort for the status bar, which cuts the end: `12 of 17: done in 5–8 min`.
 */
export function motionWords(
  { moving, known, doneAt, why, affected }: Motion,
  now: number,
  isShort = false,
): string {
  if (moving === 0) return '';
  const estimate = doneAt ?? why;
  const count = doneAt ? known : affected;
  const wordsOf = isShort ? shortEstimateWords : estimateWords;
  const all = estimate ? wordsOf(estimate, now) : '';
  if (all === '' || count === moving) return all;
  const words = doneAt ? doneInPhrase(doneAt, now) : all;
  const parts = [formatNumber(count), formatNumber(moving), words];
  return isShort || !doneAt
    ? l10n.t('{0} of {1}: {2}', ...parts)
    : l10n.t('{0} of {1} with an estimate: {2}', ...parts);
}

/** `75 a minute`, `4 an hour`; from NFTs per minute. */
export function paceWords({ perMinute }: Pace): string {
  if (perMinute >= 1) return l10n.t('{0} a minute', formatNumber(toTwoDigits(perMinute)));
  if (perMinute * 60 >= 1) return l10n.t('{0} an hour', formatNumber(toTwoDigits(perMinute * 60)));
  const perDay = toTwoDigits(perMinute * 60 * 24);
  return perDay < 1 ? l10n.t('less than 1 a day') : l10n.t('{0} a day', formatNumber(perDay));
}

function toTwoDigits(value: number): number {
  return Number(value.toPrecision(2));
}
