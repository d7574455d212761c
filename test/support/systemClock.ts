import type { Clock } from '../../src/core/base/clock.ts';

/** Time as it is. */
export const systemClock: Clock = {
  now: Date.now,
  after: (ms, call) => {
    const timer = setTimeout(call, ms);
    return () => {
      clearTimeout(timer);
    };
  },
};
