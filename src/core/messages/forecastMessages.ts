import * as l10n from '@vscode/l10n';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../base/clock.ts';
import type { FormatNumber, FormatTime } from '../base/numberFormat.ts';
import type { DoneIn, Motion } from '../stats/forecast.ts';
import type { ProjectPace } from '../stats/pace.ts';
import type { NoPace, Pace } from '../stats/progress.ts';
import type { History } from '../stats/reading.ts';
import { endOf, endSeen, mintedIn } from '../stats/share.ts';

/**
 * `Pace in the last 10 min: 75 a minute. Done in about 25–40 min.`, or why these are not known; empty
 * if nothing is left or the project has failed.
 * @param time writes a time in milliseconds since 1970.
 */
export function paceSentences(pace: ProjectPace, format: FormatNumber, time: FormatTime): string {
  if ('reason' in pace) {
    const why = noPaceWords(pace, format, time);
    return why === '' ? '' : l10n.t('{0}.', why);
  }
  const basis = lastWords(pace.basis, Math.round, format);
  const words = l10n.t('Pace in {0}: {1}.', basis, paceWords(pace, format));
  if ('low' in pace) return `${words} ${l10n.t('Done in {0}.', doneInWords(pace, format))}`;
  return pace.uneven ? `${words} ${l10n.t('Too uneven to tell when it will be done.')}` : words;
}

/** As `paceSentences`, but in parts: `done in about 25–40 min`, `75 a minute`. */
export function paceParts(
  pace: ProjectPace,
  format: FormatNumber,
  time: FormatTime,
): readonly string[] {
  if ('reason' in pace) return [noPaceWords(pace, format, time)].filter((why) => why !== '');
  const words = paceWords(pace, format);
  if ('low' in pace) return [l10n.t('done in {0}', doneInWords(pace, format)), words];
  return pace.uneven ? [words, l10n.t('too uneven to tell when it will be done')] : [words];
}

/** If two readings are further apart, what happened between them gets no exact time. */
export const RANGE_MS = 2 * HOUR_MS;

/**
 * `minted in 11 min, done 12:01`, or `ended 12:01 after 11 min` if not all are confirmed; `done by
 * 12:01` if nothing was read for long before.
 * @param history of a mint that has ended.
 * @param at when it ended, as a time of day.
 */
export function mintedWords(history: History, at: string, format: FormatNumber): string {
  const [last, took] = [history.at(-1), mintedIn(history)];
  const isDone = last && endOf(last, true) === 'done';
  const end = endSeen(history);
  if (end?.after !== undefined && end.at - end.after > RANGE_MS) {
    return isDone ? l10n.t('done by {0}', at) : l10n.t('ended by {0}', at);
  }
  // The beginning was not read.
  if (took === undefined) return isDone ? l10n.t('done {0}', at) : l10n.t('ended {0}', at);
  const length =
    took < MINUTE_MS
      ? l10n.t('less than a minute')
      : amountWords(roundTo(took, Math.round), format);
  return isDone
    ? l10n.t('minted in {0}, done {1}', length, at)
    : l10n.t('ended {0} after {1}', at, length);
}

/**
 * `All that is minting will be done in about 25–40 min (12:25–12:40).`; empty if nothing is.
 * @param after writes the time of day that many milliseconds from now; without it, no times are
 * named.
 */
export function motionSentence(
  { moving, uncounted, known, doneIn }: Motion,
  format: FormatNumber,
  after?: (ms: number) => string,
): string {
  if (moving + uncounted === 0) return '';
  if (!doneIn) return l10n.t('There is no estimate yet of when minting will be done.');
  const times = after ? ` (${timesWords(doneIn, after)})` : '';
  const words = `${doneInWords(doneIn, format)}${times}`;
  const sentence =
    known === moving
      ? l10n.t('All that is minting will be done in {0}.', words)
      : l10n.t(
          '{0} of {1} that are minting will be done in {2}; there is no estimate yet for the others.',
          ...[format(known), format(moving), words],
        );
  return uncounted === 0 ? sentence : `${sentence} ${uncountedWords(uncounted, format)}`;
}

function uncountedWords(count: number, format: FormatNumber): string {
  return count === 1
    ? l10n.t('Of {0} more, only the status says that it is minting.', format(count))
    : l10n.t('Of {0} more, only the status says that they are minting.', format(count));
}

/** `75 a minute`, `4 an hour`; from NFTs per minute. */
export function paceWords({ perMinute }: Pace, format: FormatNumber): string {
  if (perMinute >= 1) return l10n.t('{0} a minute', format(toTwoDigits(perMinute)));
  if (perMinute * 60 >= 1) return l10n.t('{0} an hour', format(toTwoDigits(perMinute * 60)));
  const perDay = toTwoDigits(perMinute * 60 * 24);
  return perDay < 1 ? l10n.t('less than 1 a day') : l10n.t('{0} a day', format(perDay));
}

function noPaceWords(why: NoPace, format: FormatNumber, time: FormatTime): string {
  switch (why.reason) {
    case 'done':
    case 'failed':
      return '';
    case 'early':
      return l10n.t('No pace yet');
    case 'still':
      return why.begun
        ? l10n.t('Nothing confirmed since {0}', time(why.since))
        : l10n.t('Nothing confirmed yet');
    case 'unread':
      return l10n.t('Not read in {0}', lastWords(why.forMs, Math.floor, format));
  }
}

/**
 * `about 25–40 min`, as all surfaces say it. The bounds are rounded outwards, so that the words claim
 * no more than the forecast does.
 */
export function doneInWords({ low, high }: DoneIn, format: FormatNumber): string {
  if (high < MINUTE_MS) return l10n.t('less than a minute');
  const [from, to] = [roundTo(low, Math.floor), roundTo(high, Math.ceil)];
  if (from.count === 0) return l10n.t('up to {0}', amountWords(to, format));
  if (from.unit !== to.unit) {
    return l10n.t('about {0} to {1}', amountWords(from, format), amountWords(to, format));
  }
  if (from.count === to.count) return l10n.t('about {0}', amountWords(to, format));
  return l10n.t('about {0}–{1}', format(from.count), amountWords(to, format));
}

/** `12:25–12:40`, of the bounds that `doneInWords` names, in whole minutes. */
function timesWords({ low, high }: DoneIn, after: (ms: number) => string): string {
  const msOf = ({ count, unit }: Amount) => count * UNIT_MS[unit];
  const from = after(msOf(roundTo(low, Math.floor)));
  // A time is written without its seconds.
  const to = after(msOf(roundTo(high, Math.ceil)) + MINUTE_MS - 1);
  return from === to ? from : `${from}–${to}`;
}

/** `the last minute`, `the last 10 min`, `the last 3 days`. */
function lastWords(ms: number, round: (value: number) => number, format: FormatNumber): string {
  const [unit, length] = ms < 2 * HOUR_MS ? (['min', MINUTE_MS] as const) : longUnit(ms);
  const count = Math.max(1, round(ms / length));
  const shown = format(count);
  const words: Readonly<Record<Amount['unit'], string>> = {
    min: count > 1 ? l10n.t('the last {0} min', shown) : l10n.t('the last minute'),
    h: l10n.t('the last {0} h', shown),
    days: l10n.t('the last {0} days', shown),
  };
  return words[unit];
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
  const [unit, length] = longUnit(ms);
  return { count: round(ms / length), unit };
}

function longUnit(ms: number): readonly ['h' | 'days', number] {
  return ms <= 2 * DAY_MS ? ['h', HOUR_MS] : ['days', DAY_MS];
}

function amountWords({ count, unit }: Amount, format: FormatNumber): string {
  const shown = format(count);
  if (unit === 'min') return l10n.t('{0} min', shown);
  return unit === 'h' ? l10n.t('{0} h', shown) : l10n.t('{0} days', shown);
}

function toTwoDigits(value: number): number {
  return Number(value.toPrecision(2));
}
