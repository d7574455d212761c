import type { GroupValue, ProjectGroup } from '../core/arrange/arrangement.ts';
import type { ListName } from '../core/messages/listMessages.ts';
import type { Collection, Project } from '../core/model/model.ts';

/** The last row of a list that goes on. The first row that comes takes its key (`TreeModel`). */
export interface LoadMoreRow {
  readonly kind: 'loadMore';
  /** Another one each time rows come. */
  readonly key: string;
  readonly list: ListName;
}

/**
 * What can be done about having no rows; why there are none, the view's message says. There is one
 * such object per list, so that it can be repainted by itself while a wait is counted down.
 */
export interface RemedyRow {
  readonly kind: 'remedy';
  readonly list: ListName;
}

/** Projects that have something in common. One object stands for a group as long as it is shown. */
export interface GroupRow {
  readonly kind: 'group';
  /** `group/status/processing`. */
  readonly key: string;
  readonly by: ProjectGroup['by'];
  readonly value: GroupValue;
}

/** A thousand rows of a long list or group, by their place in it. */
export interface RangeRow {
  readonly kind: 'range';
  readonly key: string;
  /** How many ranges stand before it. */
  readonly at: number;
  /** The group that its rows are in, if rows are grouped. */
  readonly group: GroupRow | undefined;
}

/** Where the filter lets no row through: that it is so, and the ways out. */
export interface NoMatchRow {
  readonly kind: 'noMatch';
  readonly part: 'words' | 'loadAll' | 'clearFilter';
}

/** Everything that can stand in one of the two trees. */
export type Row = Project | Collection | LoadMoreRow | RemedyRow | GroupRow | RangeRow | NoMatchRow;

/** Whether it is a row that the service listed. */
export function isOfService(row: Row): row is Project | Collection {
  return row.kind === 'project' || row.kind === 'collection';
}
