import { isFiltering, members, type ProjectFilter, readFilter } from './projectFilter.ts';

export const SORTS = ['service', 'name', 'id', 'status'] as const;
export const GROUPINGS = ['none', 'status', 'kind'] as const;

/** What Projects are ordered by; `service` is the order in which it lists them. */
export type SortBy = (typeof SORTS)[number];
/** What Projects are put together by; `kind` is whether they can be transferred. */
export type GroupBy = (typeof GROUPINGS)[number];

/** How a person wants to see the Projects. */
export interface Arrangement {
  readonly filter: ProjectFilter;
  readonly sort: SortBy;
  readonly group: GroupBy;
}

/** All of them, as the service lists them. */
export const AS_LISTED: Arrangement = { filter: {}, sort: 'service', group: 'none' };

/** Whether nothing is filtered, sorted or grouped. */
export function isAsListed({ filter, sort, group }: Arrangement): boolean {
  return !isFiltering(filter) && sort === AS_LISTED.sort && group === AS_LISTED.group;
}

/** An arrangement out of anything, as a workspace may hold it. */
export function readArrangement(value: unknown): Arrangement {
  const { filter, sort, group } = members(value);
  return {
    filter: readFilter(filter),
    sort: SORTS.find((one) => one === sort) ?? AS_LISTED.sort,
    group: GROUPINGS.find((one) => one === group) ?? AS_LISTED.group,
  };
}
