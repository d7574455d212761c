/** The messages between the editor and a panel that compares projects. */

import * as is from '../../core/panel/is.ts';
import { FROM_EVERY_PAGE, type RowState } from '../../core/panel/panel.ts';

/** What a comparison shows of a project, in the order of its table. */
export const COMPARED = ['share', 'confirmed', 'pace', 'left', 'doneIn'] as const;

export type ComparedCells = Readonly<Record<(typeof COMPARED)[number], string>>;

/** The share confirmed of a project over time, for a chart of several projects. */
export interface ShareLine {
  /** The oldest first, until minting has ended; those without a known share are left out. */
  readonly readings: readonly {
    /** In milliseconds since 1970. */
    readonly at: number;
    /** See `exactPercentConfirmed`. */
    readonly percent: number;
  }[];
  /**
   * When it began, estimated by its first pace, and no earlier than the last reading without anything
   * confirmed; the last reading if `begun` is `not`, the first one if it is `before`.
   */
  readonly start: number | undefined;
  /** Whether it began between two readings, before the first one, or not yet. */
  readonly begun: 'seen' | 'before' | 'not';
  /** Whether minting has ended, so that the share stays what it was. */
  readonly ended: boolean;
}

export interface ComparedLine extends ShareLine {
  /** Of unknown origin: shown as text, never as markup. */
  readonly name: string;
  readonly cells: ComparedCells;
  /** When the newest counts were requested, in milliseconds since 1970. */
  readonly asOf: number | undefined;
  /** Why it has no line, or no numbers. */
  readonly note: string | undefined;
}

export interface CompareState extends RowState {
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
