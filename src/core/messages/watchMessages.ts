import * as l10n from '@vscode/l10n';
import { displayText } from '../base/displayText.ts';
import { formatNumber, plural } from '../base/format.ts';
import { describeRef } from '../model/projectRef.ts';
import type { Wanted } from '../watch/wanted.ts';
import type { Watched } from '../watch/watchList.ts';

const MOST_NAMES = 5;

/** `Harbor Lights`, or `Project 12 · transferable`. */
export function watchedName({ name, ref }: Pick<Watched, 'name' | 'ref'>): string {
  return displayText(name, 80) || l10n.t('Project {0}', describeRef(ref));
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
  return plural(count, l10n.t('{0} project is watched now | {0} projects are watched now'));
}

/**
 * `14 of the loaded projects (50 of 230) are being minted`.
 * @param loaded the words of `coverage`.
 */
export function inMotionWords(count: number, loaded: string): string {
  if (count === 0) return l10n.t('None of the loaded projects ({0}) is being minted', loaded);
  return plural(
    count,
    l10n.t(
      '{0} of the loaded projects ({1}) is being minted | {0} of the loaded projects ({1}) are being minted',
    ),
    loaded,
  );
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
