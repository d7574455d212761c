import type { CopyTarget, ProjectFacts, StatsState } from '../../protocol/stats.ts';
import type { Format } from './format.ts';

/** Everything one repaint is made from: what the editor sent, and what was clicked here. */
export interface Screen {
  readonly ref: string;
  readonly facts: ProjectFacts | undefined;
  /** `undefined` until the first message; a saved panel then shows its heading already. */
  readonly state: StatsState | undefined;
  readonly format: Format;
  readonly now: number;
  readonly description: { readonly expanded: boolean; readonly overflows: boolean };
  readonly image: { readonly allowed: boolean; readonly failed: boolean };
  readonly copied: CopyTarget | undefined;
}

/** What the person can do; `main.ts` carries it out. */
export interface Actions {
  readonly refresh: () => void;
  readonly signIn: () => void;
  readonly copy: (what: CopyTarget) => void;
  readonly toggleDescription: () => void;
  readonly showImage: () => void;
  readonly imageFailed: () => void;
  readonly keepOpen: () => void;
}
