import { memo } from '../base/memo.ts';
import type { Project } from '../model/model.ts';
import { type StatusTone, statusTone } from '../model/statusTone.ts';
import { CONCERNS } from '../stats/attention.ts';
import {
  isFiltering,
  members,
  NO_STANDINGS,
  type ProjectFilter,
  readFilter,
  type Standings,
} from './projectFilter.ts';

export const SORTS = ['service', 'progress', 'status', 'name', 'id'] as const;
export const GROUPINGS = ['none', 'attention', 'status', 'kind'] as const;

/** What Projects are ordered by; `service` is the order in which the service lists them. */
export type SortBy = (typeof SORTS)[number];
/** What Projects are grouped by: `kind` is transferable or not, `attention` is their alarm. */
export type GroupBy = (typeof GROUPINGS)[number];

export interface Arrangement {
  readonly filter: ProjectFilter;
  readonly sort: SortBy;
  readonly group: GroupBy;
}

export const AS_LISTED: Arrangement = { filter: {}, sort: 'service', group: 'none' };

/** Asked for each row of a paint, so the last result is remembered. */
export const isAsListed = memo(
  ({ filter, sort, group }: Arrangement): boolean =>
    !isFiltering(filter) && sort === AS_LISTED.sort && group === AS_LISTED.group,
);

/** Invalid parts are ignored. */
export function readArrangement(value: unknown): Arrangement {
  const { filter, sort, group } = members(value);
  return {
    filter: readFilter(filter),
    sort: SORTS.find((one) => one === sort) ?? AS_LISTED.sort,
    group: GROUPINGS.find((one) => one === group) ?? AS_LISTED.group,
  };
}

export type Compare<T> = (one: T, other: T) => number;

export type Collator = Pick<Intl.Collator, 'compare'>;

const MOST_COMPARED = 200;

/** The order of statuses: those that need action come first. */
const TONES: readonly StatusTone[] = ['failed', 'underWay', 'waiting', 'done', 'unknown'];
const KINDS: readonly GroupValue[] = [true, false, undefined];

/**
 * Compares Projects; those without the value come last. `undefined` for the service's order.
 * @param shares the share confirmed of each, for the order by progress: the lowest first.
 */
export function projectOrder(
  sort: SortBy,
  collator: Collator,
  shares: Standings = NO_STANDINGS,
): Compare<Project> | undefined {
  if (sort === 'service') return undefined;
  if (sort === 'progress') {
    const compare = missingLast((one: number, other: number) => one - other);
    return (one, other) => compare(shares.get(one.key)?.percent, shares.get(other.key)?.percent);
  }
  const orders = {
    name: missingLast(textOrder(collator)),
    id: missingLast(compareIds),
    status: statusOrder(collator),
  };
  return (one, other) => orders[sort](one[sort], other[sort]);
}

/** The common value of a group; `undefined` if it is not known, or without an alarm to act on. */
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
  standings: Standings = NO_STANDINGS,
): readonly ProjectGroup[] {
  const groups = Map.groupBy(rows, (row) => groupValue(row, by, standings));
  const compareStatus = statusOrder(collator);
  const alarms = missingLast((one: string, other: string) => rankOf(one) - rankOf(other));
  const compareTexts = by === 'attention' ? alarms : compareStatus;
  return [...groups]
    .map(([value, members]) => ({ by, value, rows: members }))
    .sort(({ value: one }, { value: other }) =>
      by === 'kind'
        ? KINDS.indexOf(one) - KINDS.indexOf(other)
        : compareTexts(one as string | undefined, other as string | undefined),
    );
}

function rankOf(alarm: string): number {
  return CONCERNS.findIndex((kind) => kind === alarm);
}

export function groupValue(
  { key, status, transferable }: Project,
  by: ProjectGroup['by'],
  standings: Standings,
): GroupValue {
  if (by === 'kind') return transferable;
  if (by === 'status') return status;
  return standings.get(key)?.alarm;
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
  const compareTexts = textOrder(collator);
  return missingLast((one, other) =>
    one === other ? 0 : rank(one) - rank(other) || compareTexts(one, other),
  );
}

/** Compares ids by value. They are digits without leading zeros and may exceed 2^53. */
function compareIds(one: string, other: string): number {
  return one.length - other.length || Number(one > other) - Number(one < other);
}

/**
 * Compares only the starts of texts, because a collator would read two long texts up to their first
 * difference.
 */
function textOrder(collator: Collator): Compare<string> {
  return (one, other) =>
    collator.compare(one.slice(0, MOST_COMPARED), other.slice(0, MOST_COMPARED));
}

function missingLast<T>(compare: Compare<T>): Compare<T | undefined> {
  return (one, other) =>
    one === undefined || other === undefined
      ? Number(one === undefined) - Number(other === undefined)
      : compare(one, other);
}
