/** What the grid is given, and what it tells of a person in it. */

import type { PortfolioRow, PortfolioView, SortColumn } from '../../protocol/portfolio.ts';
import type { Format } from '../kit/format.ts';

/** What a person does in the grid. */
export interface GridActions {
  readonly open: (key: string) => void;
  readonly retry: (key: string) => void;
  readonly sortBy: (column: SortColumn) => void;
  readonly toggle: (key: string) => void;
  /** Selects from the row where the range began, or from `from`, to `to`. */
  readonly extend: (from: string, to: string) => void;
  readonly selectAll: () => void;
  readonly toggleAll: () => void;
  readonly clearSelection: () => void;
  /** Copies the selected rows, or the row that the keyboard is in if none is selected. */
  readonly copy: (active: string | undefined) => void;
  /** Called after the grid was scrolled or the keyboard moved, to keep where that is. */
  readonly moved: (where: Where) => void;
  /** Called after the grid got or lost the focus. */
  readonly focusMoved: () => void;
}

/** Where a person is in the grid. */
export interface Where {
  /** The rows above those in sight, with a fraction for one that is seen in part. */
  readonly top: number;
  /** The key of the row that the keyboard is in. */
  readonly active: string | undefined;
}

/** What the grid shows. */
export interface GridData {
  readonly rows: readonly PortfolioRow[];
  readonly selected: ReadonlySet<string>;
  readonly view: PortfolioView;
  readonly busy: boolean;
  readonly format: Format;
  readonly actions: GridActions;
  /** Where an earlier page was; returned to once, as soon as the rows for it have come. */
  readonly start: Where;
  /** Whether the focus was in the grid of the earlier page. */
  readonly hadFocus: boolean;
  /** Whether all rows of the list have come. */
  readonly complete: boolean;
}
