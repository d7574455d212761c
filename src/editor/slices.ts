import type { Slices } from '../core/base/clock.ts';
import { systemClock } from './systemClock.ts';

/** For long work in this process. */
export const slices: Slices = {
  now: systemClock.now,
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};
