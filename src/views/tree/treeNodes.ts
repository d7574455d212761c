import type { GroupValue, ProjectGroup } from '../../core/arrange/arrangement.ts';
import { displayText } from '../../core/base/displayText.ts';
import { LISTS, type ListName, type ServiceRow } from '../../lists/index.ts';

/** The last row of an unfinished list. The first new row takes its key (`TreeModel`). */
export interface LoadMoreRow {
  readonly kind: 'loadMore';
  /** Changes each time a row takes its place. */
  readonly key: string;
  readonly list: ListName;
}

/** Why the list could not be read. One object for each list, so that it can be repainted alone. */
export interface ProblemRow {
  readonly kind: 'problem';
  readonly list: ListName;
}

/** A group of Projects. The same object while the group is shown. */
export interface GroupRow {
  readonly kind: 'group';
  /** `group/status/processing`. */
  readonly key: string;
  readonly by: ProjectGroup['by'];
  readonly value: GroupValue;
}

/** A range of a thousand rows of a long list or group. */
export interface RangeRow {
  readonly kind: 'range';
  readonly key: string;
  readonly at: number;
  readonly group: GroupRow | undefined;
}

/** A row that a refresh no longer found, until it was viewed. The same object while it is shown. */
export interface GoneRow {
  readonly kind: 'gone';
  /** The key of the row that it was. */
  readonly key: string;
  readonly list: ListName;
  readonly name: string | undefined;
}

/** Shown if no row matches the filter: a text, and what to do. */
export interface NoMatchRow {
  readonly kind: 'noMatch';
  readonly part: 'words' | 'clearFilter';
}

export type Row =
  ServiceRow | LoadMoreRow | ProblemRow | GroupRow | RangeRow | GoneRow | NoMatchRow;

export function isOfService(row: Row): row is ServiceRow {
  return 'source' in row;
}

/** The name that a row had which is gone. */
export function goneName({ name = '', list }: Pick<GoneRow, 'name' | 'list'>): string {
  return displayText(name) || LISTS[list].words.unnamed();
}
