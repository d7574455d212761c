import type { Slices } from '../core/base/slices.ts';

/** For long work in this process. */
export const slices: Slices = {
  now: () => performance.now(),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};
