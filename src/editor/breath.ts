import type { Breath } from '../core/model/breath.ts';

/** For long work in this process; see `inSlices`. */
export const breath: Breath = {
  now: () => performance.now(),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};
