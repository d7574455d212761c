import type { CopyTarget, ProjectFacts, StatsState } from '../../protocol/stats.ts';
import type { Format } from './format.ts';

/** The state of the page: what the editor sent, and what was clicked here. */
export interface Screen {
  readonly ref: string;
  readonly facts: ProjectFacts | undefined;
  /** `undefined` until the first message; a restored panel shows its heading already. */
  readonly state: StatsState | undefined;
  readonly format: Format;
  readonly now: number;
  readonly description: { readonly expanded: boolean; readonly overflows: boolean };
  readonly image: { readonly allowed: boolean; readonly failed: boolean };
  readonly copied: CopyTarget | undefined;
}

/** The actions of the person; `main.ts` implements them. */
export interface Actions {
  readonly refresh: () => void;
  readonly signIn: () => void;
  readonly showLog: () => void;
  readonly copy: (what: CopyTarget) => void;
  readonly toggleDescription: () => void;
  readonly showImage: () => void;
  readonly imageFailed: () => void;
  readonly keepOpen: () => void;
}
