import type * as vscode from 'vscode';
import type { GroupRow, NoMatchRow, Row } from './treeNodes.ts';

/** Arranges the rows of a tree, where a person wants them otherwise than listed. */
export interface RowArranger {
  /** Another number whenever other rows are to be shown, or in another order. */
  readonly version: number;
  /** How many rows match the filter; `undefined` while none is on. */
  readonly matching: number | undefined;
  /** What the view says above its rows. */
  readonly notices: readonly string[];
  /** What the view says beside its name; `undefined` while all rows are shown. */
  readonly coverage: string | undefined;
  /** What stands at the top level, before `Load more`. */
  topRows(): readonly Row[];
  /** What stands in a group, as of the last `topRows`. */
  rowsOf(group: GroupRow): readonly Row[];
  /** How a row looks that only an arrangement brings. */
  itemOf(row: GroupRow | NoMatchRow): vscode.TreeItem;
  /** The group a row is in, if rows are grouped. */
  groupOf(row: Row): GroupRow | undefined;
  /** Whether the filter lets a row through. */
  shows(row: Row): boolean;
  /** Clears the filter, because this row is asked for and hidden, and says so. */
  uncover(row: Row): Promise<void>;
}

/** A `RowArranger` that is loaded once there is something to arrange. */
export interface LazyRowArranger {
  /** `undefined` while the rows are as the service lists them. */
  readonly loaded: RowArranger | undefined;
  /** Fires when a person wants the rows otherwise. */
  readonly onDidChange: vscode.Event<void>;
  /**
   * Resolves when what is remembered of an arrangement is in force; `undefined` if there is nothing
   * to wait for.
   */
  remembered(): Promise<unknown> | undefined;
}
