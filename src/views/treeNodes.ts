import * as l10n from '@vscode/l10n';
import type { GroupValue, ProjectGroup } from '../core/arrange/arrangement.ts';
import { displayText } from '../core/base/displayText.ts';
import type { ListName } from '../core/messages/listMessages.ts';
import type { Collection, Project } from '../core/model/model.ts';

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
  readonly of: (Project | Collection)['kind'];
  readonly name: string | undefined;
}

/** Shown if no row matches the filter: a text, and what to do. */
export interface NoMatchRow {
  readonly kind: 'noMatch';
  readonly part: 'words' | 'clearFilter';
}

export type Row =
  Project | Collection | LoadMoreRow | ProblemRow | GroupRow | RangeRow | GoneRow | NoMatchRow;

export function isOfService(row: Row): row is Project | Collection {
  return row.kind === 'project' || row.kind === 'collection';
}

/** The name of a row, as titles show it. */
export function rowName(row: Pick<Project | Collection, 'kind' | 'name'> | GoneRow): string {
  const { name = '' } = row;
  const isProject = (row.kind === 'gone' ? row.of : row.kind) === 'project';
  return (
    displayText(name) || (isProject ? l10n.t('Unnamed project') : l10n.t('Unnamed collection'))
  );
}
