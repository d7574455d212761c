import type { GroupValue, ProjectGroup } from '../../core/arrange/arrangement.ts';
import { displayText, shortAddress } from '../../core/base/displayText.ts';
import { describeRef, parseProjectRef } from '../../core/model/projectRef.ts';
import { LISTS, type ListName, type ServiceRow } from '../../lists/index.ts';

/**
 * A row of the tree itself. `limit` stands for the loaded rows beyond the most that a tree shows; the
 * last two are shown if no row matches the filter.
 */
export interface OwnRow {
  readonly kind: 'problem' | 'loadMore' | 'limit' | 'noMatch' | 'clearFilter';
  readonly list: ListName;
}

/** A group of Projects, with those that match the filter. */
export interface GroupRow {
  readonly kind: 'group';
  /** Such as `group/status/processing`. */
  readonly key: string;
  readonly by: ProjectGroup['by'];
  readonly value: GroupValue;
  readonly rows: ProjectGroup['rows'];
}

/** A row that a refresh did not find, until the user has seen that. */
export interface GoneRow {
  readonly kind: 'gone';
  readonly key: string;
  readonly list: ListName;
  readonly name: string | undefined;
}

export type RowOfTree = OwnRow | GroupRow | GoneRow;

export type Row = ServiceRow | RowOfTree;

export function isOfService(row: object): row is ServiceRow {
  return 'source' in row;
}

export function isGone(row: unknown): row is GoneRow {
  return (row as Partial<GoneRow> | null | undefined)?.kind === 'gone';
}

/** The last known name of a row that is gone; without one, what its key tells. */
export function goneName({ key, name = '', list }: Omit<GoneRow, 'kind'>): string {
  const id = key.slice(key.indexOf('/') + 1);
  const ref = parseProjectRef(id);
  const standIn = ref ? describeRef(ref) : id.includes('/') ? '' : shortAddress(id);
  return displayText(name) || LISTS[list].words.unnamed(standIn);
}
