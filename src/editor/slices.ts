import type { Slices } from '../core/base/slices.ts';
import { systemClock } from './systemClock.ts';

/** For long work in this process. */
export const slices: Slices = {
  now: systemClock.now,
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};
