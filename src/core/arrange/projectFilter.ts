import { foldText } from '../base/displayText.ts';
import type { Project } from '../model/model.ts';
import { statusTone } from '../model/statusTone.ts';
import type { Concern } from '../stats/attention.ts';
import {
  MOST_TYPED,
  occurs,
  parseSearch,
  projectText,
  type SearchTerm,
} from '../search/searchText.ts';

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

/** `unfinished` is less than 100% confirmed; `failedOrStalled` goes by alarms. */
export const FILTER_STATES = ['unfinished', 'failedOrStalled'] as const;
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

/** Whether the counts of projects decide which of them match. */
export function filterNeedsStandings(filter: ProjectFilter): boolean {
  return filter.states !== undefined || hasText(filter);
}

/** @param textOf the `projectText` of a project. It is called only if needed, because it costs most. */
export function matcher(
  filter: ProjectFilter,
  standings: Standings = NO_STANDINGS,
  textOf: (row: Project) => string = projectText,
): (row: Project) => boolean {
  const words = wordsOf(filter);
  const statuses = filter.statuses && new Set(filter.statuses);
  const kinds = filter.transferable && new Set(filter.transferable);
  const { states } = filter;
  return (row) => {
    if (statuses && !statuses.has(row.status ?? null)) return false;
    if (kinds && !kinds.has(row.transferable ?? null)) return false;
    const standing = standings.get(row.key);
    if (states && !states.some((state) => isIn(state, row, standing))) return false;
    if (words.length === 0) return true;
    const text = textOf(row);
    const reasons = foldText(standing?.words);
    return words.every((word) => occurs(text, word) || occurs(reasons, word));
  };
}

function isIn(state: FilterState, { status }: Project, standing: Standing | undefined): boolean {
  if (state === 'unfinished') {
    return standing?.percent === undefined ? statusTone(status) !== 'done' : standing.percent < 100;
  }
  if (!standing) return statusTone(status) === 'failed';
  const { alarm } = standing;
  return alarm === 'failed' || alarm === 'stalled';
}

/** Invalid parts are ignored. */
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
