import type { Project } from '../model/model.ts';
import { MOST_TYPED, occurs, parseSearch, type SearchTerm } from '../search/searchText.ts';

/** Which Projects are shown. A member left out restricts nothing. */
export interface ProjectFilter {
  /** Words that must all occur in the `projectText`, as they were typed. */
  readonly text?: string;
  /** One of these statuses, as the service writes them; `null` means no status. */
  readonly statuses?: readonly (string | null)[];
  /** One of these; `null` means that the service did not say. */
  readonly transferable?: readonly (boolean | null)[];
}

export function isFiltering(filter: ProjectFilter): boolean {
  return hasText(filter) || filter.statuses !== undefined || filter.transferable !== undefined;
}

export function hasText(filter: ProjectFilter): boolean {
  return wordsOf(filter).length > 0;
}

/** What a filter is tested on. `projectText` is computed only if needed, because it costs most. */
export interface Searchable {
  readonly row: Project;
  text(): string;
}

export function matcher(filter: ProjectFilter): (one: Searchable) => boolean {
  const words = wordsOf(filter);
  const statuses = filter.statuses && new Set(filter.statuses);
  const kinds = filter.transferable && new Set(filter.transferable);
  return (one) => {
    if (statuses && !statuses.has(one.row.status ?? null)) return false;
    if (kinds && !kinds.has(one.row.transferable ?? null)) return false;
    if (words.length === 0) return true;
    const within = one.text();
    return words.every((word) => occurs(within, word));
  };
}

/**
 * True only if every Project that matches `next` matches `before` too, as after typing one more
 * letter. False if that is not certain.
 */
export function narrows(next: ProjectFilter, before: ProjectFilter): boolean {
  const words = wordsOf(next);
  return (
    wordsOf(before).every((word) => words.some((longer) => implies(longer, word))) &&
    isWithin(next.statuses, before.statuses) &&
    isWithin(next.transferable, before.transferable)
  );
}

/** Reads a stored filter; invalid parts are ignored. */
export function readFilter(value: unknown): ProjectFilter {
  const { text, statuses, transferable } = members(value);
  const words = typeof text === 'string' ? text.trim().slice(0, MOST_TYPED) : '';
  const someStatuses = some(statuses, (one) => one === null || typeof one === 'string');
  const someKinds = some(transferable, (one) => one === null || typeof one === 'boolean');
  return {
    ...(words !== '' && { text: words }),
    ...(someStatuses && { statuses: someStatuses }),
    ...(someKinds && { transferable: someKinds }),
  };
}

export function members(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

/** The valid items of a list; `undefined` if there are none: an empty list would hide all rows. */
function some<One>(value: unknown, is: (one: unknown) => one is One): readonly One[] | undefined {
  const ones = Array.isArray(value) ? [...new Set(value.filter(is))] : [];
  return ones.length > 0 ? ones : undefined;
}

function wordsOf({ text = '' }: ProjectFilter): readonly SearchTerm[] {
  return parseSearch(text)?.words ?? [];
}

/** Whether `word` matches all that `longer` does. Not `0` for `007`, which also finds the id 7. */
function implies(longer: SearchTerm, word: SearchTerm): boolean {
  if (longer.text === word.text) return true;
  return longer.exactly === longer.text && longer.text.includes(word.text);
}

function isWithin<One>(next: readonly One[] | undefined, before: readonly One[] | undefined) {
  return before === undefined || (next?.every((one) => before.includes(one)) ?? false);
}
