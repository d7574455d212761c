/** The messages between the editor and a panel that compares projects. */

import type { ComparedCells } from '../../core/messages/compareMessages.ts';
import * as is from '../../core/panel/is.ts';
import { FROM_EVERY_PAGE, type RowState } from '../../core/panel/panel.ts';
import type { ShareLine } from '../../core/stats/shareLine.ts';

export interface ComparedLine extends ShareLine {
  /** Of unknown origin: shown as text, never as markup. */
  readonly name: string;
  readonly cells: ComparedCells;
  /** When the newest counts were requested, in milliseconds since 1970. */
  readonly asOf: number | undefined;
  /** Why it has no line, or no numbers. */
  readonly note: string | undefined;
}

/** Its `ref` is such as `t/12,n/7`: the two to eight projects that are compared. */
export interface CompareState extends RowState {
  /** The projects, in the order of `ref`. */
  readonly lines: readonly ComparedLine[];
  /** How many of the projects have readings, in words. */
  readonly covers: string;
  readonly loading: boolean;
}

export const isFromCompare = is.messageOf({
  ...FROM_EVERY_PAGE,
  copy: { what: is.oneOf('table') },
});
export type FromCompare = is.Guarded<typeof isFromCompare>;
