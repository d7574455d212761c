import * as l10n from '@vscode/l10n';
import { displayText } from '../base/displayText.ts';
import type { FormatNumber } from '../base/numberFormat.ts';
import { describeRef } from '../model/projectRef.ts';
import { failedOf } from '../stats/problems.ts';
import { leftOf, percentConfirmed } from '../stats/share.ts';
import { isStuck, type Watched } from '../watch/watchList.ts';
import { durationWords } from './coverageMessages.ts';
import type { DoneIn } from '../stats/forecast.ts';
import { doneInWords } from './forecastMessages.ts';
import { confirmedWords, progressWords } from './shareMessages.ts';

/** Names in one message. */
const MOST_NAMES = 5;

/** `Harbor Lights`, or `Project 12 · transferable`. */
export function watchedName({ name, ref }: Pick<Watched, 'name' | 'ref'>): string {
  return displayText(name, 80) || l10n.t('Project {0}', describeRef(ref));
}

/** `Harbor Lights: all 5,000 confirmed in 42 min`; several share a sentence. */
export function doneWords(done: readonly Watched[], format: FormatNumber): string {
  const [one] = done;
  if (!one || done.length > 1) {
    return l10n.t('{0} watched projects are minted: {1}', format(done.length), names(done));
  }
  const { confirmed = 0, at = one.since } = one.last ?? {};
  const [name, count, time] = [watchedName(one), format(confirmed), durationWords(at - one.since)];
  return time === ''
    ? l10n.t('{0}: all {1} confirmed', name, count)
    : l10n.t('{name}: all {count} confirmed in {time}', { name, count, time });
}

/** `Harbor Lights: 150 of 200 confirmed, 50 failed`, or `…: minting ended, 150 of 200 confirmed`. */
export function endedWords(ended: readonly Watched[], format: FormatNumber): string {
  const [one] = ended;
  if (!one || ended.length > 1) {
    return l10n.t(
      'Minting of {0} watched projects ended before all was confirmed: {1}',
      format(ended.length),
      names(ended),
    );
  }
  const [name, counts] = [watchedName(one), confirmedWords(one.last ?? {}, format)];
  const failed = failedOf(one.last ?? {});
  return failed > 0
    ? l10n.t('{0}: {1}, {2} failed', name, counts, format(failed))
    : l10n.t('{0}: minting ended, {1}', name, counts);
}

/** `Harbor Lights: 38 failed, 1,850 of 5,000 confirmed`, or that its status says so. */
export function failedWords(failing: readonly Watched[], format: FormatNumber): string {
  const [one] = failing;
  if (!one || failing.length > 1) {
    return l10n.t(
      'Minting fails in {0} watched projects: {1}',
      format(failing.length),
      names(failing),
    );
  }
  const failed = failedOf(one.last ?? {});
  if (failed === 0) return l10n.t('{0}: the service says that it has failed', watchedName(one));
  const counts = confirmedWords(one.last ?? {}, format);
  return l10n.t('{0}: {1} failed, {2}', watchedName(one), format(failed), counts);
}

/** `Harbor Lights is no longer watched: …`. */
export function idleWords(idle: readonly Watched[]): string {
  return idle.length === 1
    ? l10n.t(
        '{0} is no longer watched: for a day, the counts have not said that anything is left to mint',
        names(idle),
      )
    : l10n.t(
        '{0} are no longer watched: for a day, the counts have not said that anything is left to mint',
        names(idle),
      );
}

/** `Harbor Lights has stalled: nothing confirmed for 15 min, 1,850 of 5,000 left`. */
export function stalledWords(stalled: readonly Watched[], format: FormatNumber): string {
  const [one] = stalled;
  if (!one || stalled.length > 1) {
    return l10n.t(
      '{0} watched projects have stalled, nothing of them is confirmed any more: {1}',
      format(stalled.length),
      names(stalled),
    );
  }
  const { last } = one;
  const parts = {
    name: watchedName(one),
    time:
      durationWords(last ? last.at - last.movedAt : 0) ||
      l10n.t({ message: 'a while', args: [], comment: ['nothing confirmed for a while'] }),
    left: format((last && leftOf(last)) ?? 0),
  };
  if (last?.total === undefined) {
    return l10n.t('{name} has stalled: nothing confirmed for {time}, {left} left', parts);
  }
  const all = { ...parts, total: format(last.total) };
  return l10n.t('{name} has stalled: nothing confirmed for {time}, {left} of {total} left', all);
}

export function goneWords(gone: readonly Watched[]): string {
  return l10n.t('The service does not know {0} any more, so watching has ended', names(gone));
}

/** The share of all watched projects together: `63%`. */
function shareWords(watched: readonly Watched[], format: FormatNumber): string | undefined {
  const share = percentConfirmed(watched.flatMap(({ last }) => last ?? []));
  return share === undefined ? undefined : format(share, 'percent');
}

/**
 * `3 minting · 1 stuck · 63% · about 5–8 min`.
 * @param doneIn when the last of those minting is done; `undefined` if that is not known.
 */
export function mintingWords(
  watched: readonly Watched[],
  format: FormatNumber,
  doneIn?: DoneIn,
): string {
  const stuck = watched.filter(isStuck).length;
  const minting = watched.length - stuck;
  const parts = [
    minting > 0 ? l10n.t('{0} minting', format(minting)) : '',
    stuck > 0 ? l10n.t('{0} stuck', format(stuck)) : '',
    shareWords(watched, format) ?? '',
    doneIn ? doneInWords(doneIn, format) : '',
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

export function mintingSpoken(
  watched: readonly Watched[],
  format: FormatNumber,
  doneIn?: DoneIn,
): string {
  const share = shareWords(watched, format);
  const stuck = watched.filter(isStuck).length;
  const count = format(watched.length - stuck);
  const parts = [
    watched.length - stuck === 1
      ? l10n.t('Mintscope: {0} watched project minting', count)
      : l10n.t('Mintscope: {0} watched projects minting', count),
    stuck > 0 ? l10n.t('{0} stuck', format(stuck)) : '',
    share === undefined ? '' : l10n.t('{0} confirmed', share),
    doneIn ? l10n.t('done in {0}', doneInWords(doneIn, format)) : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** As `progressWords` says it, or `not read yet`. */
export function countsWords({ last }: Watched, format: FormatNumber): string {
  return last ? progressWords(last, undefined, format) : l10n.t('not read yet');
}

/** `Harbor Lights, Ember Passes and 3 more`. */
function names(all: readonly Watched[]): string {
  const shown = all.slice(0, MOST_NAMES).map(watchedName);
  const more = all.length - shown.length;
  if (more > 0) return l10n.t('{0} and {1} more', shown.join(', '), more);
  const last = shown.pop() ?? '';
  return shown.length > 0 ? l10n.t('{0} and {1}', shown.join(', '), last) : last;
}
