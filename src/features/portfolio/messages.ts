/** The messages between the editor and the portfolio, and what the page of the portfolio stores. */

import type { ProjectRow } from '../../core/messages/projectColumns.ts';
import * as is from '../../core/panel/is.ts';
import { FROM_EVERY_PAGE, type RowState } from '../../core/panel/panel.ts';

/**
 * `list` while pages are read, `stats` while stats are read, `stopped` by the user or a failure (see
 * `problem`), `done` when all that can be read was read.
 */
export type PortfolioPhase = 'list' | 'stats' | 'stopped' | 'done';

/**
 * What the portfolio shows above its rows, besides what it counts in them. Rows have messages of
 * their own: changed rows before the state of the same time, all rows of a loaded page after it.
 */
export interface PortfolioState extends RowState {
  /** The account; `undefined` while signed out. */
  readonly service?: string | undefined;
  readonly phase: PortfolioPhase;
  /** How many rows are known. */
  readonly listed: number;
  /** How many the service says there are. */
  readonly total?: number | undefined;
  /** Until when the service has asked to send no requests, in milliseconds since 1970. */
  readonly waitUntil?: number | undefined;
  /** Why the numbers do not change, or what changes them: `stopped`, `reading 120 of 3,204`. */
  readonly work?: string | undefined;
}

/**
 * Rows that are new or have changed, by `key`. With `first`, they begin a list that replaces all
 * earlier rows. A large portfolio arrives in several messages, in the order of the list.
 */
export interface SentRows {
  readonly type: 'rows';
  readonly first: boolean;
  readonly rows: readonly ProjectRow[];
}

const KEYS = { keys: is.arrayOf(is.string) };

export const isFromPortfolio = is.messageOf({
  ...FROM_EVERY_PAGE,
  /** Ends the reading. What was read stays. */
  stop: {},
  /** Reads what is missing or old, after a problem. */
  continue: {},
  open: { key: is.string },
  watch: KEYS,
  stopWatching: KEYS,
  copy: KEYS,
  compare: KEYS,
  /** Exports these rows with their counts, in this order. */
  export: KEYS,
  whatHappened: {},
});
export type FromPortfolio = is.Guarded<typeof isFromPortfolio>;

/** The argument of a command in the context menu of rows (`data-vscode-context`). */
export const isRowMenu = is.objectOf({
  webviewSection: is.oneOf('projects'),
  /** The account that the rows are of. */
  service: is.optional(is.string),
  /** The row that it was opened on. */
  key: is.string,
  keys: is.arrayOf(is.string),
});
export type RowMenu = is.Guarded<typeof isRowMenu>;

/**
 * How the table is sorted and filtered, and where the user is in it. The page stores it while the
 * tab is hidden, which destroys the page, and across a reload (`setState`).
 */
export interface PortfolioView {
  /** The id of a column, and of columns that the user shows and hides. */
  readonly sort?: string | undefined;
  readonly descending?: boolean | undefined;
  readonly text?: string | undefined;
  /** The ids of the chips that are pressed. */
  readonly chips?: readonly string[] | undefined;
  readonly shown?: readonly string[] | undefined;
  readonly hidden?: readonly string[] | undefined;
  /** The account that all this is of: filters may hold its texts. */
  readonly service?: string | undefined;
  /** How many rows are above those in sight, with a fraction for one that is seen in part. */
  readonly top?: number | undefined;
  /** The key of the row that the keyboard is in, and those of the selected rows. */
  readonly active?: string | undefined;
  readonly selected?: readonly string[] | undefined;
  readonly focused?: boolean | undefined;
}
