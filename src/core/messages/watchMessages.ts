import * as l10n from '@vscode/l10n';
import { displayText } from '../base/displayText.ts';
import { formatNumber } from '../base/format.ts';
import type { Counts } from '../model/counts.ts';
import { describeRef } from '../model/projectRef.ts';
import { failedOf } from '../stats/problems.ts';
import { leftOf, wholeOf } from '../stats/share.ts';
import { reachedShare, type Wanted } from '../watch/wanted.ts';
import type { Watched } from '../watch/watchList.ts';
import { durationWords } from './coverageMessages.ts';
import { confirmedWords } from './shareMessages.ts';

const MOST_NAMES = 5;

/** `Harbor Lights`, or `Project 12 · transferable`. */
export function watchedName({ name, ref }: Pick<Watched, 'name' | 'ref'>): string {
  return displayText(name, 80) || l10n.t('Project {0}', describeRef(ref));
}

/**
 * `Harbor Lights: all 5,000 confirmed, watched for 42 min`: some may have been confirmed before that.
 * Several share a sentence.
 */
export function doneWords(done: readonly Watched[]): string {
  const [one] = done;
  if (!one || done.length > 1) {
    return l10n.t('{0} watched projects are minted: {1}', formatNumber(done.length), names(done));
  }
  const { confirmed = 0, at = one.since } = one.last ?? {};
  const [name, count, time] = [
    watchedName(one),
    formatNumber(confirmed),
    durationWords(at - one.since),
  ];
  return time === ''
    ? l10n.t('{0}: all {1} confirmed', name, count)
    : l10n.t('{name}: all {count} confirmed, watched for {time}', { name, count, time });
}

/** `Harbor Lights ended: 45 of 1,200 not minted`. */
export function endedWords(ended: readonly Watched[]): string {
  const [one] = ended;
  if (!one || ended.length > 1) {
    return l10n.t(
      'Minting of {0} watched projects ended before all was confirmed: {1}',
      formatNumber(ended.length),
      names(ended),
    );
  }
  const last: Partial<Counts> = one.last ?? {};
  const whole = wholeOf(last) ?? NaN;
  const missing = whole - (last.confirmed ?? NaN);
  return missing > 0
    ? l10n.t(
        '{0} ended: {1} of {2} not minted',
        watchedName(one),
        formatNumber(missing),
        formatNumber(whole),
      )
    : l10n.t('{0}: minting ended, {1}', watchedName(one), confirmedWords(last));
}

/** `Harbor Lights: 38 failed, 1,850 of 5,000 confirmed`, or that its status says so. */
export function failedWords(failing: readonly Watched[]): string {
  const [one] = failing;
  if (!one || failing.length > 1) {
    return l10n.t(
      'Minting fails in {0} watched projects: {1}',
      formatNumber(failing.length),
      names(failing),
    );
  }
  const failed = failedOf(one.last ?? {});
  if (failed === 0) return l10n.t('{0} has failed, as its status says', watchedName(one));
  const counts = confirmedWords(one.last ?? {});
  return l10n.t('{0}: {1} failed, {2}', watchedName(one), formatNumber(failed), counts);
}

/** `Harbor Lights has stalled: nothing confirmed for 15 min, 1,850 of 5,000 left`. */
export function stalledWords(stalled: readonly Watched[]): string {
  const [one] = stalled;
  if (!one || stalled.length > 1) {
    return l10n.t(
      '{0} watched projects have stalled, no more of their NFTs are being confirmed: {1}',
      formatNumber(stalled.length),
      names(stalled),
    );
  }
  const { last } = one;
  const parts = {
    name: watchedName(one),
    time:
      durationWords(last ? last.at - last.movedAt : 0) ||
      l10n.t({ message: 'a while', args: [], comment: ['nothing confirmed for a while'] }),
    left: formatNumber((last && leftOf(last)) ?? 0),
  };
  if (last?.total === undefined) {
    return l10n.t('{name} has stalled: nothing confirmed for {time}, {left} left', parts);
  }
  const all = { ...parts, total: formatNumber(last.total) };
  return l10n.t('{name} has stalled: nothing confirmed for {time}, {left} of {total} left', all);
}

/** `Harbor Lights: 90% reached, 4,500 of 5,000 confirmed`. */
export function reachedWords(all: readonly Watched[]): string {
  const [one] = all;
  if (!one || all.length > 1) {
    return l10n.t(
      '{0} watched projects have reached their share: {1}',
      formatNumber(all.length),
      names(all),
    );
  }
  const share = formatNumber(reachedShare(one.wanted, one.last) ?? 0, 'percent');
  const counts = confirmedWords(one.last ?? {});
  return l10n.t('{0}: {1} reached, {2}', watchedName(one), share, counts);
}

/** `Harbor Lights moves: 1,850 of 5,000 confirmed`. */
export function movesWords(all: readonly Watched[]): string {
  const [one] = all;
  if (!one || all.length > 1) {
    return l10n.t('{0} watched projects move: {1}', formatNumber(all.length), names(all));
  }
  return l10n.t('{0} moves: {1}', watchedName(one), confirmedWords(one.last ?? {}));
}

/** `The total of Harbor Lights has grown: 1,850 of 6,000 confirmed`. */
export function growsWords(all: readonly Watched[]): string {
  const [one] = all;
  if (!one || all.length > 1) {
    return l10n.t(
      'The totals of {0} watched projects have grown: {1}',
      formatNumber(all.length),
      names(all),
    );
  }
  const counts = confirmedWords(one.last ?? {});
  return l10n.t('The total of {0} has grown: {1}', watchedName(one), counts);
}

/**
 * How many projects a command has begun to watch.
 * @param projects those it was called on, whose name is said if there is one.
 */
export function nowWatchedWords(
  count: number,
  projects: readonly Pick<Watched, 'name' | 'ref'>[] = [],
): string {
  const [one, ...others] = projects;
  if (count === 0) return l10n.t('No further project is watched');
  if (one && others.length === 0) return l10n.t('{0} is watched now', watchedName(one));
  return count === 1
    ? l10n.t('1 project is watched now')
    : l10n.t('{0} projects are watched now', formatNumber(count));
}

/**
 * `14 of the loaded projects (50 of 230) are being minted`.
 * @param loaded the words of `coverage`.
 */
export function inMotionWords(count: number, loaded: string): string {
  if (count === 0) return l10n.t('None of the loaded projects ({0}) is being minted', loaded);
  return count === 1
    ? l10n.t('1 of the loaded projects ({0}) is being minted', loaded)
    : l10n.t('{0} of the loaded projects ({1}) are being minted', formatNumber(count), loaded);
}

/** What is announced to the user on request: `at 50%`, `when it moves again`. */
export function wantedWords(wanted: Wanted = {}): string[] {
  const { shares = [], moves, grows } = wanted;
  return [
    ...shares.map((share) => l10n.t('at {0}', formatNumber(share, 'percent'))),
    ...(moves === undefined ? [] : [l10n.t('when it moves again')]),
    ...(grows === undefined ? [] : [l10n.t('when its total grows')]),
  ];
}

export function goneWords(gone: readonly Watched[]): string {
  return l10n.t('The service has no stats of {0}, so watching has ended', names(gone));
}

/** Shown on an action in an old message, if its projects are no longer watched. */
export function noLongerWatchedWords(all: readonly Watched[]): string {
  return all.length === 1
    ? l10n.t('{0} is no longer watched', names(all))
    : l10n.t('{0} are no longer watched', names(all));
}

/** `Harbor Lights, Ember Passes and 3 more`. */
function names(all: readonly Watched[]): string {
  const shown = all.slice(0, MOST_NAMES).map(watchedName);
  const more = all.length - shown.length;
  if (more > 0) return l10n.t('{0} and {1} more', shown.join(', '), more);
  const last = shown.pop() ?? '';
  return shown.length > 0 ? l10n.t('{0} and {1}', shown.join(', '), last) : last;
}
