import type * as vscode from 'vscode';
import type { GroupRow, NoMatchRow, Row } from './treeNodes.ts';

/** The words of the row that loads all rows to filter them. */
export interface SearchAll {
  readonly label: string;
  /** Empty if no row matches, because another row says that. */
  readonly description: string;
}

/** Filters, sorts and groups the rows of a tree. */
export interface RowArranger {
  /** Changes whenever the rows shown or their order change. */
  readonly version: number;
  /** How many rows match the filter; `undefined` while none is on. */
  readonly matching: number | undefined;
  /** Notices for the view's message. */
  readonly notices: readonly string[];
  /** Text beside the view's name; `undefined` while all rows are shown. */
  readonly coverage: string | undefined;
  /** Replaces the words of `Load more` while few rows match: it then loads all. */
  readonly searchAll: SearchAll | undefined;
  /** The rows at the top level, before `Load more`. */
  topRows(): readonly Row[];
  /** The rows of a group, as of the last `topRows`. */
  rowsOf(group: GroupRow): readonly Row[];
  /** The tree item of a row that is not of the service. */
  itemOf(row: GroupRow | NoMatchRow): vscode.TreeItem;
  /** The group a row is in, if rows are grouped. */
  groupOf(row: Row): GroupRow | undefined;
  /** Whether a row matches the filter. */
  shows(row: Row): boolean;
  /** Clears the filter to show this row, with a message. */
  uncover(row: Row): Promise<void>;
}

/** A `RowArranger` that is loaded once there is something to arrange. */
export interface LazyRowArranger {
  /** `undefined` until it is loaded; the rows are then as the service lists them. */
  readonly loaded: RowArranger | undefined;
  /** Fires when the arrangement changes. */
  readonly onDidChange: vscode.Event<void>;
  /**
   * Resolves when the stored arrangement is in effect; `undefined` if there is nothing to wait for.
   */
  remembered(): Promise<unknown> | undefined;
}
