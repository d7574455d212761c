/** What the page and its table show, and what the user can do in them. */

import type {
  Column,
  FromPortfolio,
  PortfolioRow,
  PortfolioState,
  PortfolioView,
} from '../messages.ts';
import type { Ready } from '../../../core/panel/panel.ts';
import type { Chosen, Selection } from './selection.ts';
import type { Table } from './table.ts';

/** What the page shows: what the editor sent, and what the user did here. */
export interface Screen {
  /** `undefined` until the first message. */
  readonly state: PortfolioState | undefined;
  readonly view: PortfolioView;
  readonly table: Table;
  /** How many rows there are, shown or not. */
  readonly rows: number;
  /** How many projects the service says there are, or `rows` if that is more. */
  readonly whole: number;
  readonly chosen: Chosen;
  /** The columns in the table. */
  readonly columns: readonly Column[];
  /** A note, such as `3 projects copied`; mostly empty. */
  readonly noted: string;
  readonly now: number;
}

/** The types of messages without other members. */
export type PlainMessageType = Exclude<
  FromPortfolio,
  { readonly keys: readonly string[] } | { readonly key: string } | Ready
>['type'];

/** The types of messages that name the selected rows. */
export type ChosenMessageType = 'watch' | 'stopWatching' | 'compare' | 'copy' | 'export';

export interface Actions {
  readonly grid: GridActions;
  /** Returns the handler of a button that sends this message. */
  readonly send: (type: PlainMessageType) => () => void;
  readonly sendForChosen: (type: ChosenMessageType) => () => void;
  /** A member that is `undefined` is taken out of the filter. */
  readonly filter: (change: PortfolioView) => void;
  readonly clearFilter: () => void;
  readonly showColumn: (column: Column, visible: boolean) => void;
  readonly exportShown: () => void;
  readonly retryChosen: () => void;
}

export interface GridActions {
  readonly open: (key: string) => void;
  readonly retry: (key: string) => void;
  readonly sortBy: (column: Column) => void;
  /** @param change one of `selection.ts`; `shown` are the keys of the rows in order. */
  readonly select: (change: (selection: Selection, shown: readonly string[]) => Selection) => void;
  /** Copies the selected rows, or the row that the keyboard is in if none is selected. */
  readonly copy: (active: string | undefined) => void;
  /** Called after the grid was scrolled or the keyboard moved, to keep where that is. */
  readonly moved: (where: Where) => void;
  /** Called when other columns are shown. */
  readonly columnsFitted: (columns: readonly Column[]) => void;
  /** Called after the grid got or lost the focus. */
  readonly focusMoved: () => void;
}

/** Where the user is in the grid. */
export interface Where {
  /** How many rows are above those in sight, with a fraction for one that is seen in part. */
  readonly top: number;
  readonly active: string | undefined;
}

export interface GridData {
  readonly rows: readonly PortfolioRow[];
  readonly selected: ReadonlySet<string>;
  readonly view: PortfolioView;
  readonly actions: GridActions;
  /** Where an earlier page was; returned to once, as soon as the rows for it have come. */
  readonly start: Where;
  /** Whether the focus was in the grid of the earlier page. */
  readonly hadFocus: boolean;
  /** Whether all rows have arrived. */
  readonly complete: boolean;
}
