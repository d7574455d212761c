import * as l10n from '@vscode/l10n';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import { formatNumber, minuteOfDay, plural } from '../base/format.ts';
import type { DoneIn, ProjectPace } from '../stats/forecast.ts';
import type { Motion } from '../stats/motion.ts';
import type { NoEstimate, Pace } from '../stats/progress.ts';
import type { History } from '../stats/reading.ts';
import { endOf, endSeen, mintedIn } from '../stats/share.ts';

/**
 * `done in about 25–40 min`, or why that is not known, then the pace as far as it is known: `75 a
 * minute`. Empty if nothing is left or the project has failed.
 */
export function paceParts(pace: ProjectPace, now: number): readonly string[] {
  const speed = 'perMinute' in pace ? paceWords(pace) : '';
  return [doneInPhrase(pace, now), speed].filter((words) => words !== '');
}

/** `done in about 25–40 min`, or the words of `noEstimateWords`. */
export function doneInPhrase(estimate: DoneIn | NoEstimate, now: number): string {
  return 'low' in estimate
    ? l10n.t('done in {0}', doneInWords(estimate))
    : noEstimateWords(estimate, now);
}

/** `about 25–40 min`, or the words of `noEstimateWords`. */
export function estimateWords(estimate: DoneIn | NoEstimate, now: number): string {
  return 'low' in estimate ? doneInWords(estimate) : noEstimateWords(estimate, now);
}

/** As `estimateWords`, with reasons that fit a column: `too few readings yet`. */
export function shortEstimateWords(estimate: DoneIn | NoEstimate, now: number): string {
  if ('low' in estimate) return doneInWords(estimate);
  const { reason, since = NaN } = estimate;
  if (reason === 'early') return l10n.t('too few readings yet');
  if (reason === 'still') return l10n.t('still since {0}', minuteOfDay(since, now));
  return noEstimateWords(estimate, now);
}

/**
 * Why there is no estimate, in place of it: `not read for 20 min`; empty if none is to be expected.
 */
function noEstimateWords({ reason, since = NaN }: NoEstimate, now: number): string {
  switch (reason) {
    case 'done':
    case 'failed':
      return '';
    case 'early':
      return l10n.t('no estimate yet: five readings that show progress are needed');
    case 'uncounted':
      return l10n.t('no estimate: counts are missing');
    case 'unbegun':
      return l10n.t('nothing confirmed yet');
    case 'still':
      return l10n.t('does not move since {0}', minuteOfDay(since, now));
    case 'unread':
      return l10n.t('not read for {0}', amountWords(roundTo(now - since, Math.floor)));
    case 'uneven':
      return l10n.t('too uneven to say');
  }
}

/** If two readings are further apart, what happened between them gets no exact time. */
export const RANGE_MS = 2 * HOUR_MS;

/**
 * `minted in 11 min, done 12:01`; without a beginning `done 12:01`, and `done by 12:01` if nothing was
 * read for long before. If not all are confirmed, `ended` in place of `done`.
 * @param history of a mint that has ended.
 * @param at when it ended, as a time of day.
 */
export function mintedWords(history: History, at: string): string {
  const last = history.at(-1);
  const end = endSeen(history);
  const took = mintedIn(history);
  const isDone = last && endOf(last, true) === 'done';
  if (end?.after !== undefined && end.at - end.after > RANGE_MS) {
    return isDone ? l10n.t('done by {0}', at) : l10n.t('ended by {0}', at);
  }
  if (!isDone) return l10n.t('ended {0}', at);
  if (took === undefined) return l10n.t('done {0}', at);
  const length =
    took < MINUTE_MS ? l10n.t('less than a minute') : amountWords(roundTo(took, Math.round));
  return l10n.t('minted in {0}, done {1}', length, at);
}

/**
 * `All that is minting will be done in about 25–40 min.`, and why there is no estimate for others, if
 * it is one reason for all of them; empty if nothing is minting.
 */
export function motionSentence({ moving, known, doneIn, why }: Motion, now: number): string {
  if (moving === 0) return '';
  const reason = why ? noEstimateWords(why, now) : '';
  if (!doneIn) {
    return reason === ''
      ? l10n.t('There is no estimate yet of when minting will be done.')
      : l10n.t('{0}.', reason.charAt(0).toUpperCase() + reason.slice(1));
  }
  const words = doneInWords(doneIn);
  if (known === moving) return l10n.t('All that is minting will be done in {0}.', words);
  const counts = [formatNumber(known), formatNumber(moving)];
  const some = l10n.t('{0} of {1} that are minting will be done in {2}.', ...counts, words);
  const others =
    reason === ''
      ? l10n.t('There is no estimate yet for the others.')
      : l10n.t('For the others, {0}.', reason);
  return `${some} ${others}`;
}

/** `75 a minute`, `4 an hour`; from NFTs per minute. */
export function paceWords({ perMinute }: Pace): string {
  if (perMinute >= 1) return l10n.t('{0} a minute', formatNumber(toTwoDigits(perMinute)));
  if (perMinute * 60 >= 1) return l10n.t('{0} an hour', formatNumber(toTwoDigits(perMinute * 60)));
  const perDay = toTwoDigits(perMinute * 60 * 24);
  return perDay < 1 ? l10n.t('less than 1 a day') : l10n.t('{0} a day', formatNumber(perDay));
}

/**
 * `about 25–40 min`, as all surfaces say it. The bounds are rounded outwards, so that the words claim
 * no more than the forecast does.
 */
export function doneInWords({ low, high }: Pick<DoneIn, 'low' | 'high'>): string {
  if (high < MINUTE_MS) return l10n.t('less than a minute');
  const from = roundTo(low, Math.floor);
  const to = roundTo(high, Math.ceil);
  if (from.count === 0) return l10n.t('up to {0}', amountWords(to));
  if (from.unit !== to.unit) {
    return l10n.t('about {0} to {1}', amountWords(from), amountWords(to));
  }
  if (from.count === to.count) return l10n.t('about {0}', amountWords(to));
  return l10n.t('about {0}–{1}', formatNumber(from.count), amountWords(to));
}

interface Amount {
  readonly count: number;
  readonly unit: 'min' | 'h' | 'days';
}

const UNIT_MS = { min: MINUTE_MS, h: HOUR_MS, days: DAY_MS } as const;

/** Rounds to minutes in steps of about a tenth, from two hours on to hours, from two days on to days. */
function roundTo(ms: number, round: (value: number) => number): Amount {
  const step = ms <= 10 * MINUTE_MS ? 1 : ms <= HOUR_MS ? 5 : 10;
  const minutes = round(ms / MINUTE_MS / step) * step;
  if (minutes < 120) return { count: minutes, unit: 'min' };
  const unit = ms <= 2 * DAY_MS ? 'h' : 'days';
  return { count: round(ms / UNIT_MS[unit]), unit };
}

function amountWords({ count, unit }: Amount): string {
  const shown = formatNumber(count);
  if (unit === 'min') return l10n.t('{0} min', shown);
  return unit === 'h' ? l10n.t('{0} h', shown) : plural(count, l10n.t('{0} day | {0} days'));
}

function toTwoDigits(value: number): number {
  return Number(value.toPrecision(2));
}
