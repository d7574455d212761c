import type { Figure } from './measure.ts';

export type GroupBench = (effort: Effort) => Promise<Figure[]>;

export interface Effort {
  rows(full: number): number;
  times(full: number): number;
}

export const FULL: Effort = { rows: (full) => full, times: (full) => full };

/** Only proves that everything can be measured; the figures mean nothing. */
export const QUICK: Effort = { rows: (full) => full / 50, times: (full) => Math.min(full, 1) };

export function countOf(rows: number): string {
  return rows.toLocaleString('en-US');
}
