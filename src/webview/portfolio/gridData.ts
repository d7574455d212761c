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
  /** Called after the grid was scrolled or the keyboard moved, to keep where that is. */
  readonly moved: (where: Where) => void;
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
  /** Where an earlier page was; used for the first rows. */
  readonly start: Where;
}
