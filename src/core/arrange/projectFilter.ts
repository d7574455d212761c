import { foldText } from '../base/foldText.ts';
import type { Project } from '../model/model.ts';
import { statusTone } from '../model/statusTone.ts';
import type { Concern } from '../stats/attention.ts';
import { MOST_TYPED, occurs, parseSearch, type SearchTerm } from '../search/searchText.ts';

/** What the known counts of a project show. */
export interface Standing {
  /** See `exactPercentConfirmed`. */
  readonly percent: number | undefined;
  /** The kind of its worst alarm. */
  readonly alarm: Concern['kind'] | undefined;
  /** Why it needs attention, in words; left out if it does not. */
  readonly words?: string | undefined;
  /** Whether the user has acknowledged its concerns, and they are still the same. */
  readonly acknowledged?: boolean;
}

/** By the keys of the rows. A row of which nothing is known may be missing. */
export type Standings = ReadonlyMap<string, Standing>;

export const NO_STANDINGS: Standings = new Map();

/** `unfinished` is less than 100% confirmed; `stuck` is failed, stalled or not moving. */
export const FILTER_STATES = ['unfinished', 'stuck'] as const;
export type FilterState = (typeof FILTER_STATES)[number];

/** Which Projects are shown. A member left out restricts nothing. */
export interface ProjectFilter {
  /**
   * Words as they were typed. Each must occur in the `projectText`, or in the words of why the
   * project needs attention.
   */
  readonly text?: string;
  /** One of these statuses, as the service writes them; `null` means no status. */
  readonly statuses?: readonly (string | null)[];
  /** One of these; `null` means that the service did not say. */
  readonly transferable?: readonly (boolean | null)[];
  readonly states?: readonly FilterState[];
}

export function isFiltering(filter: ProjectFilter): boolean {
  const { statuses, transferable, states } = filter;
  return hasText(filter) || [statuses, transferable, states].some((part) => part !== undefined);
}

export function hasText(filter: ProjectFilter): boolean {
  return wordsOf(filter).length > 0;
}

/** What a filter is tested on. */
export interface Searchable {
  readonly row: Project;
  /** The `projectText`, computed only if needed, because it costs most. */
  text(): string;
}

export function matcher(
  filter: ProjectFilter,
  standings: Standings = NO_STANDINGS,
): (one: Searchable) => boolean {
  const words = wordsOf(filter);
  const statuses = filter.statuses && new Set(filter.statuses);
  const kinds = filter.transferable && new Set(filter.transferable);
  const { states } = filter;
  return (one) => {
    if (statuses && !statuses.has(one.row.status ?? null)) return false;
    if (kinds && !kinds.has(one.row.transferable ?? null)) return false;
    if (states && !states.some((state) => isIn(state, one.row, standings.get(one.row.key)))) {
      return false;
    }
    if (words.length === 0) return true;
    const text = one.text();
    const state = foldText(standings.get(one.row.key)?.words ?? '');
    return words.every((word) => occurs(text, word) || occurs(state, word));
  };
}

/** If the counts are not known, the status decides. */
function isIn(state: FilterState, { status }: Project, standing: Standing | undefined): boolean {
  if (state === 'unfinished') {
    return standing?.percent === undefined ? statusTone(status) !== 'done' : standing.percent < 100;
  }
  if (!standing) return statusTone(status) === 'failed';
  const { alarm } = standing;
  return alarm === 'failed' || alarm === 'stalled' || alarm === 'notMoving';
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
    isWithin(next.transferable, before.transferable) &&
    isWithin(next.states, before.states)
  );
}

/** Reads a stored filter; invalid parts are ignored. */
export function readFilter(value: unknown): ProjectFilter {
  const { text, statuses, transferable, states } = members(value);
  const words = typeof text === 'string' ? text.trim().slice(0, MOST_TYPED) : '';
  const someStatuses = some(statuses, (one) => one === null || typeof one === 'string');
  const someKinds = some(transferable, (one) => one === null || typeof one === 'boolean');
  const someStates = some(states, (one): one is FilterState =>
    FILTER_STATES.some((state) => state === one),
  );
  return {
    ...(words !== '' && { text: words }),
    ...(someStatuses && { statuses: someStatuses }),
    ...(someKinds && { transferable: someKinds }),
    ...(someStates && { states: someStates }),
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

/** Whether `word` finds all rows that `longer` finds. `0` does not: `007` also finds the id 7. */
function implies(longer: SearchTerm, word: SearchTerm): boolean {
  if (longer.text === word.text) return true;
  return longer.exactly === longer.text && longer.text.includes(word.text);
}

function isWithin<One>(next: readonly One[] | undefined, before: readonly One[] | undefined) {
  return before === undefined || (next?.every((one) => before.includes(one)) ?? false);
}
