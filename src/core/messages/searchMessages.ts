import * as l10n from '@vscode/l10n';
import { capitalized } from '../base/displayText.ts';
import type { FormatNumber } from '../base/numberFormat.ts';
import type { ListState } from '../lists/listState.ts';
import { isUnfinished } from '../lists/remainingPages.ts';
import type { ProjectKind } from '../model/model.ts';
import { MOST_HITS, type SearchHits } from '../search/rowSearch.ts';
import { isComplete } from './listMessages.ts';

type States = readonly ListState<unknown>[];

/** `310 of 1,204 searched`, over all lists, with `or more` or `so far` if a total is unknown. */
export function searchedWords(states: States, searched: number, format: FormatNumber): string {
  const complete = states.every((state) => !isUnfinished(state) && isComplete(state));
  if (complete) return l10n.t('all {0} searched', format(searched));
  const listed = states.reduce((sum, { total, rows }) => sum + (total ?? rows.length), 0);
  if (states.every(({ total }) => total !== undefined)) {
    return l10n.t('{0} of {1} searched', format(searched), format(listed));
  }
  return listed > searched
    ? l10n.t('{0} of {1} or more searched', format(searched), format(listed))
    : l10n.t('{0} searched so far', format(searched));
}

/**
 * `50 of 5,000 searched; type to search all`.
 * @param waits whether further pages are read once the user types.
 */
export function coveredWords(
  states: States,
  searched: number,
  waits: boolean,
  format: FormatNumber,
): string {
  const unread = states.every(({ asOf }) => asOf === undefined);
  return [
    ...(unread && waits ? [] : [searchedWords(states, searched, format)]),
    ...(waits ? [l10n.t('type to search all')] : []),
  ].join('; ');
}

/** `best 200 of 3,120 matches`, `12 matches`, or `first 200 shown` if nothing is typed. */
export function hitWords(
  { best, matches }: SearchHits,
  typed: string,
  format: FormatNumber,
): string {
  const capped = matches > best.length;
  if (typed.trim() === '') return capped ? l10n.t('first {0} shown', format(MOST_HITS)) : '';
  if (capped) return l10n.t('best {0} of {1} matches', format(best.length), format(matches));
  return matches === 1 ? l10n.t('1 match') : l10n.t('{0} matches', format(matches));
}

/** Why no row is shown. @param isReading whether further pages are being read. */
export function nothingWords(
  states: States,
  { searched }: SearchHits,
  typed: string,
  isReading: boolean,
  format: FormatNumber,
): string {
  const part = capitalized(searchedWords(states, searched, format));
  if (typed.trim() !== '' && searched > 0) {
    return isReading ? l10n.t('No match yet. {0}…', part) : l10n.t('No match. {0}.', part);
  }
  if (isReading) return l10n.t('Reading the first page…');
  return states.some(isUnfinished)
    ? l10n.t('Nothing is loaded yet.')
    : l10n.t('The service lists nothing.');
}

/**
 * Says that the service does not know a project.
 * @param kind the kind that was looked up; left out if both were.
 * @param other whether the service has the other kind of this id.
 */
export function unknownProject(id: string, kind?: ProjectKind, other = false): string {
  if (!kind || !other) {
    return l10n.t(
      'The service has no stats of project {0}, neither transferable nor non-transferable.',
      id,
    );
  }
  return kind === 't'
    ? l10n.t(
        'The service knows no transferable project {0}, but a non-transferable project {0} exists.',
        id,
      )
    : l10n.t(
        'The service knows no non-transferable project {0}, but a transferable project {0} exists.',
        id,
      );
}
