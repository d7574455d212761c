/** Time, handed in so that tests decide how it passes. All times are in milliseconds. */
export interface Clock {
  /** Since 1970. */
  readonly now: () => number;
  /** Calls once after `ms`; the function returned calls it off. */
  readonly after: (ms: number, call: () => void) => () => void;
}
