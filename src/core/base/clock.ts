export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Time as a parameter, so that tests control it. All times are in milliseconds. */
export interface Clock {
  /** Since 1970. The user or the system may set it back or forward: use `uptime` for durations. */
  readonly now: () => number;
  /** Since an arbitrary start. It never goes back, and changes of the machine's clock do not matter. */
  readonly uptime: () => number;
  /** Calls `call` once; the returned function cancels it. It waits for 0 to `LONGEST_WAIT_MS`. */
  readonly after: (ms: number, call: () => void) => () => void;
}

/** The longest wait without checking the clock or the service again. */
export const LONGEST_WAIT_MS = HOUR_MS;

/** What long work needs to pause after each slice, so that it does not block. */
export interface Slices {
  /** In milliseconds, of any origin. */
  readonly now: () => number;
  readonly pause: () => Promise<void>;
}

/** Milliseconds of work before a pause: other work and garbage collections of 10 ms add to it. */
export const SLICE_MS = 4;
