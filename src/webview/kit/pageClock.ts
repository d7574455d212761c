import { createClock } from '../../core/base/clock.ts';

/** The clock of the page. */
export const pageClock = createClock(
  () => Date.now(),
  (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => {
      clearTimeout(timer);
    };
  },
);
