import * as l10n from '@vscode/l10n';
import { displayText } from '../base/displayText.ts';
import { plural } from '../base/format.ts';
import { describeRef } from '../model/projectRef.ts';
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
