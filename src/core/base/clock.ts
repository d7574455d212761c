export const MINUTE_MS = 60_000;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** Time as a parameter, so that tests control it. All times are in milliseconds. */
export interface Clock {
  /** Since 1970. The user or the system may set it back or forward: use `uptime` for durations. */
  readonly now: () => number;
  /** Since an arbitrary start. It never goes back, and changes of the machine's clock do not matter. */
  readonly uptime: () => number;
  /**
   * Calls `call` once after `ms`; the returned function cancels it. A negative `ms` and `NaN` are
   * 0, and `Infinity` never ends. A wait of more than an hour ends earlier by the time that the
   * clock was set forward or the machine slept; a clock that was set back does not make it longer.
   */
  readonly after: (ms: number, call: () => void) => () => void;
}

/** The longest wait without checking the clock or the service again. */
export const LONGEST_WAIT_MS = HOUR_MS;

/**
 * A clock on the timers of a machine. Waits are cut into parts of an hour, because a timer of more
 * than 2^31 ms fires at once.
 * @param wait starts a timer of at most an hour; the returned function cancels it.
 */
export function createClock(
  now: Clock['now'],
  uptime: Clock['uptime'],
  wait: Clock['after'],
): Clock {
  const after = (ms: number, call: () => void) => {
    const end = now() + ms;
    let cancelTimer: () => void;
    const begin = (remaining: number) => {
      const part = Math.min(Math.ceil(remaining), LONGEST_WAIT_MS);
      cancelTimer = wait(part, () => {
        const rest = Math.min(remaining - part, end - now());
        if (rest > 0) begin(rest);
        else call();
      });
    };
    begin(ms > 0 ? ms : 0);
    return () => {
      cancelTimer();
    };
  };
  return { now, uptime, after };
}

/** Whether a time is more than a minute ahead of `now`: the clock was set back since. */
export function isAhead(time: number, now: number): boolean {
  return time - now > MINUTE_MS;
}

/** What long work needs to pause after each slice, so that it does not block. */
export interface Slices {
  /** In milliseconds, of any origin. */
  readonly now: () => number;
  readonly pause: () => Promise<void>;
}

/** Milliseconds of work before a pause: half a frame. */
export const SLICE_MS = 8;
