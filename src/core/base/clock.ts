export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Time, handed in so that tests control it. All times are in milliseconds. */
export interface Clock {
  /** Since 1970. */
  readonly now: () => number;
  /**
   * Calls `call` once after `ms`; the returned function cancels it. A negative `ms` and `NaN` are 0,
   * and `Infinity` never ends. Of more than an hour, the time that the clock was set forward or the
   * machine slept is taken off; a clock that was set back does not make a wait longer.
   */
  readonly after: (ms: number, call: () => void) => () => void;
}

/** No wait is longer without looking at the clock again, or without asking the service again. */
export const LONGEST_WAIT_MS = HOUR_MS;

/**
 * A clock on the timers of a machine. Waits are cut into parts of an hour, because a timer of more
 * than 2^31 ms goes off at once.
 * @param wait starts a timer of at most an hour; the function it returns cancels that.
 */
export function createClock(now: () => number, wait: Clock['after']): Clock {
  const after = (ms: number, call: () => void) => {
    const end = now() + ms;
    let callOff: () => void;
    const begin = (left: number) => {
      const part = Math.min(Math.ceil(left), LONGEST_WAIT_MS);
      callOff = wait(part, () => {
        const rest = Math.min(left - part, end - now());
        if (rest > 0) begin(rest);
        else call();
      });
    };
    begin(ms > 0 ? ms : 0);
    return () => {
      callOff();
    };
  };
  return { now, after };
}

/** Whether a time is ahead of the clock by more than a minute: then the clock was set back since. */
export function isAhead(at: number, now: number): boolean {
  return at - now > MINUTE_MS;
}

/** What long work needs to yield after each slice, so that it does not block. */
export interface Slices {
  /** In milliseconds. */
  readonly now: () => number;
  /** Yields to other work. */
  readonly pause: () => Promise<void>;
}

/** Milliseconds of work before it yields: half a frame. */
export const SLICE_MS = 8;
