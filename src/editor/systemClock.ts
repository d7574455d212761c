import { createClock } from '../core/base/clock.ts';

/** The clock of this machine, for the extension host and for pages. */
export const systemClock = createClock(
  () => Date.now(),
  () => performance.now(),
  (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => {
      clearTimeout(timer);
    };
  },
);
