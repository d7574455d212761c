import type { Slices } from '../core/base/clock.ts';
import { systemClock } from './systemClock.ts';

export const slices: Slices = {
  now: systemClock.uptime,
  pause: () => new Promise((resolve) => setImmediate(resolve)),
};
