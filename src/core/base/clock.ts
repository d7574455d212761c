/** Time, handed in so that tests control it. All times are in milliseconds. */
export interface Clock {
  /** Since 1970. */
  readonly now: () => number;
  /** Calls `call` once after `ms`; the returned function cancels it. */
  readonly after: (ms: number, call: () => void) => () => void;
}
