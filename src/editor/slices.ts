import type { Slices } from '../core/base/clock.ts';
import { systemClock } from './systemClock.ts';

/** The ends of the pauses under way, the oldest first. */
const paused: (() => void)[] = [];

/** Ends one pause for each turn of the event loop: two slices in one turn would block for both. */
function endOne(): void {
  paused.shift()?.();
  if (paused.length > 0) setImmediate(endOne);
}

/** The pauses of all long work of the window. */
export const slices: Slices = {
  now: systemClock.uptime,
  pause: () =>
    new Promise((resolve) => {
      paused.push(resolve);
      if (paused.length === 1) setImmediate(endOne);
    }),
};
