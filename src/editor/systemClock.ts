import { type Clock, LONGEST_WAIT_MS } from '../core/base/clock.ts';

export const systemClock: Clock = {
  now: () => Date.now(),
  uptime: () => performance.now(),
  after: (ms, call) => {
    // Node takes a wait of more than 2^31 ms as none.
    const timer = setTimeout(call, Math.min(Math.ceil(ms), LONGEST_WAIT_MS));
    return () => {
      clearTimeout(timer);
    };
  },
};
