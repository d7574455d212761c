import type { Figure } from './measure.ts';

/** Measures one group of figures. */
export type GroupBench = (effort: Effort) => Promise<Figure[]>;

/** The size of a run of the bench. */
export interface Effort {
  /** The number of rows to use instead of `full`. */
  rows(full: number): number;
  /** The number of repeats to use instead of `full`. */
  times(full: number): number;
}

export const FULL: Effort = { rows: (full) => full, times: (full) => full };

/** Only proves that everything can be measured; the figures mean nothing. */
export const QUICK: Effort = { rows: (full) => full / 50, times: (full) => Math.min(full, 1) };

/** A number of rows in the format of the table. */
export function countOf(rows: number): string {
  return rows.toLocaleString('en-US');
}
