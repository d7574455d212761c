import type { ListState } from '../lists/listState.ts';
import { isUnfinished } from '../lists/remainingPages.ts';
import type { ProjectKind } from '../model/model.ts';
import { otherKind } from '../model/projectRef.ts';
import { MOST_HITS, type SearchHits } from '../search/rowSearch.ts';
import type { FormatNumber } from './listMessages.ts';

type States = readonly ListState<unknown>[];

/** `310 of 1,204 searched`, over all lists; `or more` or `so far` if a total is unknown. */
export function searchedWords(states: States, searched: number, format: FormatNumber): string {
  const complete = states.every(
    (state) => !isUnfinished(state) && !state.short && state.unreadable === 0,
  );
  if (complete) return `all ${format(searched)} searched`;
  const known = states.reduce((sum, { total, rows }) => sum + (total ?? rows.length), 0);
  if (states.every(({ total }) => total !== undefined)) {
    return `${format(searched)} of ${format(known)} searched`;
  }
  return known > searched
    ? `${format(searched)} of ${format(known)} or more searched`
    : `${format(searched)} searched so far`;
}

/**
 * `50 of 5,000 searched; type to search all`.
 * @param waits whether further pages are read once something is typed.
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
    ...(waits ? ['type to search all'] : []),
  ].join('; ');
}

/** `best 200 of 3,120 matches`, `12 matches`, or `first 200 shown` if nothing is typed. */
export function hitWords(
  { best, matches }: SearchHits,
  typed: string,
  format: FormatNumber,
): string {
  const capped = matches > best.length;
  if (typed.trim() === '') return capped ? `first ${format(MOST_HITS)} shown` : '';
  if (capped) return `best ${format(best.length)} of ${format(matches)} matches`;
  return matches === 1 ? '1 match' : `${format(matches)} matches`;
}

/** The line shown if there are no rows. */
export function nothingWords(
  states: States,
  { searched }: SearchHits,
  typed: string,
  reading: boolean,
  format: FormatNumber,
): string {
  const text = searchedWords(states, searched, format);
  const some = `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
  if (typed.trim() !== '' && searched > 0) {
    return reading ? `No match yet. ${some}…` : `No match. ${some}.`;
  }
  if (reading) return 'Reading the first page…';
  return states.some(isUnfinished) ? 'Nothing is loaded yet.' : 'The service lists nothing.';
}

/** `transferable` or `non-transferable`. */
export function kindName(kind: ProjectKind): string {
  return kind === 't' ? 'transferable' : 'non-transferable';
}

/**
 * That the service does not know a project.
 * @param kind the kind that was meant; left out if both were.
 * @param other whether it knows a project with this id of the other kind.
 */
export function unknownProject(id: string, kind?: ProjectKind, other = false): string {
  if (!kind || !other) {
    return `The service knows no project ${id}, neither transferable nor non-transferable.`;
  }
  const found = kindName(otherKind({ kind, id }).kind);
  return `The service knows no ${kindName(kind)} project ${id}, but a ${found} project ${id} exists.`;
}
