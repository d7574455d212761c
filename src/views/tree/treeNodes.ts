import type { GroupValue, ProjectGroup } from '../../core/arrange/arrangement.ts';
import { displayText, shortAddress } from '../../core/base/displayText.ts';
import { describeRef, parseProjectRef } from '../../core/model/projectRef.ts';
import { LISTS, type ListName, type ServiceRow } from '../../lists/index.ts';

/** The last row of an unfinished list. */
export interface LoadMoreRow {
  readonly kind: 'loadMore';
  readonly list: ListName;
}

/** Stands for the loaded rows beyond the most that a tree shows. */
export interface LimitRow {
  readonly kind: 'limit';
  readonly list: ListName;
}

/** Why the list could not be read. */
export interface ProblemRow {
  readonly kind: 'problem';
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
  /** The key of the row that it was. */
  readonly key: string;
  readonly list: ListName;
  readonly name: string | undefined;
}

/** One of two rows shown if no row matches the filter: a text, and the action Clear Filter. */
export interface NoMatchRow {
  readonly kind: 'noMatch';
  readonly part: 'words' | 'clearFilter';
}

export type Row =
  ServiceRow | LoadMoreRow | LimitRow | ProblemRow | GroupRow | GoneRow | NoMatchRow;

export function isOfService(row: Row): row is ServiceRow {
  return 'source' in row;
}

/** The last known name of a row that is gone; without one, what its key tells. */
export function goneName({ key, name = '', list }: Omit<GoneRow, 'kind'>): string {
  const id = key.slice(key.indexOf('/') + 1);
  const ref = parseProjectRef(id);
  const standIn = ref ? describeRef(ref) : id.includes('/') ? '' : shortAddress(id);
  return displayText(name) || LISTS[list].words.unnamed(standIn);
}
