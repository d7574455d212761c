import type { PortfolioState, PortfolioView } from '../../protocol/portfolio.ts';
import type { Format } from '../kit/format.ts';
import type { Chosen } from './chosen.ts';
import type { GridActions } from './gridData.ts';
import type { FilterChange, Table } from './table.ts';

/** What the page shows: what the editor sent, and what a person did here. */
export interface Screen {
  /** `undefined` until the first message. */
  readonly state: PortfolioState | undefined;
  readonly view: PortfolioView;
  readonly table: Table;
  /** How many rows there are, shown or not. */
  readonly rows: number;
  readonly chosen: Chosen;
  /** What was just done with them; mostly empty. */
  readonly noted: string;
  /** The present time, in milliseconds since 1970. */
  readonly now: number;
  readonly format: Format;
}

/** What a person can do; `main.ts` implements it. */
export interface Actions {
  readonly grid: GridActions;
  readonly pause: () => void;
  readonly resume: () => void;
  readonly cancel: () => void;
  readonly refresh: () => void;
  readonly signIn: () => void;
  readonly showLog: () => void;
  /** Changes the filter. A member that is `undefined` is taken out. */
  readonly filter: (change: FilterChange) => void;
  readonly clearFilter: () => void;
  readonly retryChosen: () => void;
  readonly watch: () => void;
  readonly stopWatching: () => void;
  readonly copy: () => void;
  readonly exportRows: () => void;
}
