/** How much a run of the bench does. */
export interface Effort {
  /** The number of rows to use instead of `full`. */
  rows(full: number): number;
  /** How often something is done that is done `full` times. */
  times(full: number): number;
}

export const FULL: Effort = { rows: (full) => full, times: (full) => full };

/** Enough to see that everything is measured; the figures mean nothing. */
export const QUICK: Effort = { rows: (full) => full / 50, times: (full) => Math.min(full, 1) };

/** A number of rows as the table names it. */
export function countOf(rows: number): string {
  return rows.toLocaleString('en-US');
}
