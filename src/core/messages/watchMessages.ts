import * as l10n from '@vscode/l10n';
import { displayText } from '../base/displayText.ts';
import { plural } from '../base/format.ts';
import { describeRef } from '../model/projectRef.ts';
import type { Watched } from '../watch/watchList.ts';

/** `Harbor Lights`, or `Project 12 · transferable`. */
export function watchedName({ name, ref }: Pick<Watched, 'name' | 'ref'>): string {
  return displayText(name, 80) || l10n.t('Project {0}', describeRef(ref));
}

/** @param names of those that the command was called on. If it is one, its name is said. */
export function nowWatchedWords(count: number, names: readonly string[]): string {
  const [name, ...others] = names;
  if (name !== undefined && others.length === 0) {
    return count === 0
      ? l10n.t('{0} is watched already', name)
      : l10n.t('{0} is watched now', name);
  }
  return count === 0
    ? plural(
        names.length,
        l10n.t('{0} project is watched already | {0} projects are watched already'),
      )
    : plural(count, l10n.t('{0} project is watched now | {0} projects are watched now'));
}

/** As `nowWatchedWords`. */
export function noLongerWatchedWords(count: number, names: readonly string[]): string {
  const [name, ...others] = names;
  if (name !== undefined && others.length === 0) {
    return count === 0
      ? l10n.t('{0} was not watched', name)
      : l10n.t('{0} is no longer watched', name);
  }
  return count === 0
    ? plural(names.length, l10n.t('{0} project was not watched | {0} projects were not watched'))
    : plural(
        count,
        l10n.t('{0} project is no longer watched | {0} projects are no longer watched'),
      );
}

export function tellMeLabel(): string {
  return l10n.t('Tell Me When…');
}

export function stopWatchingLabel(): string {
  return l10n.t('Stop Watching');
}
