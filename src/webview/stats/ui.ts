import type { ProjectFacts, StatsState } from '../../protocol/stats.ts';
import type { RowActions, RowScreen } from '../kit/rowPage.ts';

/** The state of the page: what the editor sent, and what was clicked here. */
export interface Screen extends RowScreen {
  readonly facts: ProjectFacts | undefined;
  readonly state: StatsState | undefined;
}

/** The actions of the person; `main.ts` implements them. */
export interface Actions extends RowActions {
  readonly refresh: () => void;
  readonly signIn: () => void;
  readonly showLog: () => void;
  readonly openOther: () => void;
}
