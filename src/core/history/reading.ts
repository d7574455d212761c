import type { Counts } from '../model/counts.ts';

/** The counts of a Project at one time. */
export interface Reading extends Counts {
  /** When they were asked for, in milliseconds since 1970. */
  readonly at: number;
}

/** The readings of one Project, the oldest first, each at another time. */
export type History = readonly Reading[];
