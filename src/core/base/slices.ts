/** What long work needs to yield after each slice, so that it does not block. */
export interface Slices {
  /** In milliseconds. */
  readonly now: () => number;
  /** Yields to other work. */
  readonly pause: () => Promise<void>;
}

/** Milliseconds of work before it yields: half a frame. */
export const SLICE_MS = 8;
