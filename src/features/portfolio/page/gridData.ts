/** What the table shows, and what the user can do in it. */

import type { Column } from '../columns.ts';
import type { PortfolioRow, PortfolioView } from '../messages.ts';
import type { Selection } from './selection.ts';

export interface GridActions {
  readonly open: (key: string) => void;
  readonly retry: (key: string) => void;
  readonly sortBy: (column: Column) => void;
  /** @param change one of `selection.ts`; `shown` are the keys of the rows in order. */
  readonly select: (change: (selection: Selection, shown: readonly string[]) => Selection) => void;
  /** Copies the selected rows, or the row that the keyboard is in if none is selected. */
  readonly copy: (active: string | undefined) => void;
  /** Called after the grid was scrolled, or the keyboard or the focus moved, to keep where that is. */
  readonly moved: (place: Pick<PortfolioView, 'top' | 'active' | 'focused'>) => void;
}

export interface GridData {
  readonly rows: readonly PortfolioRow[];
  readonly selected: ReadonlySet<string>;
  /** Says also where an earlier page was: the grid returns there once, when the rows have come. */
  readonly view: PortfolioView;
  readonly actions: GridActions;
  /** Whether all rows have arrived. */
  readonly isComplete: boolean;
}
