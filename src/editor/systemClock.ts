import { createClock } from '../core/base/clock.ts';

/** The clock of this machine, of the extension host and of a page. */
export const systemClock = createClock(
  () => Date.now(),
  (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => {
      clearTimeout(timer);
    };
  },
);
