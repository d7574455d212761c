import * as l10n from '@vscode/l10n';
import { capitalized, displayText, shortAddress } from '../base/displayText.ts';
import { formatNumber, plural } from '../base/format.ts';
import { isUnfinished, type ListState } from '../lists/listState.ts';
import type { Project, ProjectKind, ProjectRef } from '../model/model.ts';
import { describeId, describeRef } from '../model/projectRef.ts';
import { MOST_HITS, type SearchHits } from '../search/rowSearch.ts';
import { isComplete } from './listMessages.ts';

type States = readonly ListState<unknown>[];

/** `310 of 1,204 searched`, over all lists, with `or more` or `so far` if a total is unknown. */
export function searchedWords(states: States, searched: number): string {
  const complete = states.every((state) => !isUnfinished(state) && isComplete(state));
  if (complete) return l10n.t('all {0} searched', formatNumber(searched));
  const listed = states.reduce((sum, { total, rows }) => sum + (total ?? rows.length), 0);
  if (states.every(({ total }) => total !== undefined)) {
    return l10n.t('{0} of {1} searched', formatNumber(searched), formatNumber(listed));
  }
  return listed > searched
    ? l10n.t('{0} of {1} or more searched', formatNumber(searched), formatNumber(listed))
    : l10n.t('{0} searched so far', formatNumber(searched));
}

/** `200 of 3,120 matches shown`, `12 matches`, or that no row matches as it was typed. */
export function hitWords({ best, matches, isApart }: SearchHits, typed: string): string {
  const capped = matches > best.length;
  if (matches === 0) return '';
  if (typed.trim() === '') return capped ? l10n.t('first {0} shown', formatNumber(MOST_HITS)) : '';
  if (isApart)
    return l10n.t('no match as typed, but {0} with its letters apart', formatNumber(matches));
  if (capped)
    return l10n.t('{0} of {1} matches shown', formatNumber(best.length), formatNumber(matches));
  return plural(matches, l10n.t('{0} match | {0} matches'));
}

/** Why no row is shown. @param isReading whether pages are being read. */
export function nothingWords(
  states: States,
  { searched }: Pick<SearchHits, 'searched'>,
  typed: string,
  isReading: boolean,
): string {
  const part = capitalized(searchedWords(states, searched));
  if (typed.trim() !== '' && searched > 0) {
    return isReading ? l10n.t('No match yet. {0}…', part) : l10n.t('No match. {0}.', part);
  }
  if (isReading) return l10n.t('Reading the first page…');
  return states.some(isUnfinished)
    ? l10n.t('Nothing is loaded yet.')
    : l10n.t('The service lists nothing.');
}

/** `Search the other 3,154`: the rows that are not loaded. */
export function searchRestWords(states: States): string {
  const left = states.map(({ total, rows, hasMore }) =>
    hasMore ? (total ?? NaN) - rows.length : 0,
  );
  const count = left.reduce((sum, one) => sum + one, 0);
  const isKnown = count > 0 && states.every(({ asOf }) => asOf !== undefined);
  return isKnown ? l10n.t('Search the other {0}', formatNumber(count)) : l10n.t('Search the rest');
}

const MOST_NAMES = 3;

/**
 * Why the stats of a reference are not shown: several projects are listed with it.
 * @param projects these, two at least.
 */
export function sharedReference(ref: ProjectRef, projects: readonly Project[]): string {
  const names = projects.slice(0, MOST_NAMES).map(({ name = '', mintAddress = '' }) => {
    const words = [displayText(name, 40), shortAddress(mintAddress)].filter((one) => one !== '');
    return words.join(' · ') || l10n.t('without a name');
  });
  const more = projects.length - names.length;
  if (more > 0) names.push(l10n.t('{0} more', formatNumber(more)));
  return l10n.t(
    'The service lists {0} projects as {1}, so their stats cannot be told apart: {2}.',
    formatNumber(projects.length),
    describeRef(ref),
    names.join('; '),
  );
}

/** The same for one of them. */
export function sharedProject(project: Project): string {
  return l10n.t(
    'The service lists another project as {0} too, so the stats of “{1}” cannot be told apart.',
    describeId(project) ?? '',
    displayText(project.name ?? '', 40) || l10n.t('without a name'),
  );
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
