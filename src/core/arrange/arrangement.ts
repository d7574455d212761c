import type { Project } from '../model/model.ts';
import { type StatusTone, statusTone } from '../model/statusTone.ts';
import { isFiltering, members, type ProjectFilter, readFilter } from './projectFilter.ts';

export const SORTS = ['service', 'name', 'id', 'status'] as const;
export const GROUPINGS = ['none', 'status', 'kind'] as const;

/** What Projects are ordered by; `service` is the order in which the service lists them. */
export type SortBy = (typeof SORTS)[number];
/** What Projects are grouped by; `kind` is whether they can be transferred. */
export type GroupBy = (typeof GROUPINGS)[number];

export interface Arrangement {
  readonly filter: ProjectFilter;
  readonly sort: SortBy;
  readonly group: GroupBy;
}

export const AS_LISTED: Arrangement = { filter: {}, sort: 'service', group: 'none' };

export function isAsListed({ filter, sort, group }: Arrangement): boolean {
  return !isFiltering(filter) && sort === AS_LISTED.sort && group === AS_LISTED.group;
}

/** Reads a stored arrangement; invalid parts are ignored. */
export function readArrangement(value: unknown): Arrangement {
  const { filter, sort, group } = members(value);
  return {
    filter: readFilter(filter),
    sort: SORTS.find((one) => one === sort) ?? AS_LISTED.sort,
    group: GROUPINGS.find((one) => one === group) ?? AS_LISTED.group,
  };
}

/** Below zero if the first comes first, zero if it makes no difference. */
export type Compare<T> = (one: T, other: T) => number;

/** Compares texts by the rules of the person's language: an `Intl.Collator`. */
export interface Collator {
  readonly compare: Compare<string>;
}

const MOST_COMPARED = 200;

const TONES: readonly StatusTone[] = ['done', 'underWay', 'waiting', 'failed', 'unknown'];

/** The order of Projects; those without the value come last. `undefined` is the service's order. */
export function projectOrder(sort: SortBy, collator: Collator): Compare<Project> | undefined {
  switch (sort) {
    case 'service':
      return undefined;
    case 'name':
      return (one, other) =>
        missingLast(one.name, other.name, (a, b) => collator.compare(shown(a), shown(b)));
    case 'id':
      return (one, other) => missingLast(one.id, other.id, compareIds);
    case 'status': {
      const compare = statusOrder(collator);
      return (one, other) => compare(one.status, other.status);
    }
  }
}

/** The common value of a group; `undefined` means that the service did not say. */
export type GroupValue = string | boolean | undefined;

export interface ProjectGroup {
  readonly by: Exclude<GroupBy, 'none'>;
  readonly value: GroupValue;
  readonly rows: readonly Project[];
}

export function groupProjects(
  rows: readonly Project[],
  by: Exclude<GroupBy, 'none'>,
  collator: Collator,
): readonly ProjectGroup[] {
  const groups = new Map<GroupValue, Project[]>();
  for (const row of rows) {
    const value = by === 'status' ? row.status : row.transferable;
    const group = groups.get(value);
    if (group) group.push(row);
    else groups.set(value, [row]);
  }
  const compareStatus = statusOrder(collator);
  return [...groups]
    .map(([value, members]) => ({ by, value, rows: members }))
    .sort(({ value: one }, { value: other }) => {
      if (by === 'kind') return kindRank(one) - kindRank(other);
      return compareStatus(asStatus(one), asStatus(other));
    });
}

/** In the order of `TONES`, then by the name of the status; Projects without one come last. */
export function statusOrder(collator: Collator): Compare<string | undefined> {
  // Cached, because there are many more comparisons than statuses.
  const ranks = new Map<string, number>();
  const rank = (status: string) => {
    const known = ranks.get(status) ?? TONES.indexOf(statusTone(status));
    ranks.set(status, known);
    return known;
  };
  return (one, other) =>
    one === other
      ? 0
      : missingLast(
          one,
          other,
          (a, b) => rank(a) - rank(b) || collator.compare(shown(a), shown(b)),
        );
}

/** Compares ids by value. They are digits without leading zeros and may go beyond 2^53. */
function compareIds(one: string, other: string): number {
  return one.length - other.length || Number(one > other) - Number(one < other);
}

/** Cuts a text to its start: a collator reads two long texts up to their first difference. */
function shown(text: string): string {
  return text.slice(0, MOST_COMPARED);
}

function missingLast(
  one: string | undefined,
  other: string | undefined,
  compare: Compare<string>,
): number {
  if (one === undefined || other === undefined) {
    return Number(one === undefined) - Number(other === undefined);
  }
  return compare(one, other);
}

function kindRank(value: GroupValue): number {
  return [true, false].indexOf(value as boolean) + 1 || 3;
}

function asStatus(value: GroupValue): string | undefined {
  return typeof value === 'string' ? value : undefined;
}
