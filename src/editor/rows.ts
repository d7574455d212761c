import type { Collection, Project } from '../core/domain.ts';
import type { ListName } from '../core/listWords.ts';

/**
 * The last row of a list that goes on. Of this and the rows below there is one object per list, so
 * that each can be repainted by itself.
 */
export interface LoadMoreRow {
  readonly kind: 'loadMore';
  readonly list: ListName;
}

/** Why there are no rows; its words are the list's, and may count a wait down. */
export interface ProblemRow {
  readonly kind: 'problem';
  readonly list: ListName;
}

/** What can be done about it. */
export interface RemedyRow {
  readonly kind: 'remedy';
  readonly list: ListName;
}

/** Everything that can stand in one of the two trees. */
export type Row = Project | Collection | LoadMoreRow | ProblemRow | RemedyRow;
