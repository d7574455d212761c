import * as l10n from '@vscode/l10n';
import { capitalized } from '../base/displayText.ts';
import { formatNumber, plural } from '../base/format.ts';
import { isUnfinished, type ListState } from '../lists/listState.ts';
import type { Project } from '../model/model.ts';
import { describeId } from '../model/projectRef.ts';
import type { SearchHits } from '../search/rowSearch.ts';
import { isComplete, partOf } from './listMessages.ts';

type States = readonly ListState<unknown>[];

/** `310 of 1,204 rows searched`, over all lists, or `310 rows searched so far` if a total is unknown. */
export function searchedWords(states: States, searched: number): string {
  const isWhole = states.every((state) => !isUnfinished(state) && isComplete(state));
  if (isWhole) return l10n.t('all {0} rows searched', formatNumber(searched));
  const listed = states.reduce((sum, { total = NaN }) => sum + total, 0);
  return Number.isNaN(listed)
    ? l10n.t('{0} rows searched so far', formatNumber(searched))
    : l10n.t('{0} rows searched', partOf(searched, listed));
}

/** `200 of 3,120 matches shown`, `12 matches`, or that no row matches as it was typed. */
export function hitWords({ best, matches, isApart }: SearchHits, typed: string): string {
  const capped = matches > best.length;
  if (matches === 0) return '';
  if (typed.trim() === '' && !capped) return '';
  if (isApart && typed.trim() !== '')
    return l10n.t('no exact match, {0} similar', formatNumber(matches));
  if (capped) return l10n.t('{0} shown', partOf(best.length, matches));
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

/** Why the stats of this reference (`describeRef`) are not shown. */
export function sharedWords(reference: string): string {
  return l10n.t(
    'The service lists several projects as {0}, so their stats cannot be told apart.',
    reference,
  );
}

export function sharedProject(project: Project): string {
  return sharedWords(describeId(project) ?? '');
}
