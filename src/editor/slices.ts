import { SLICE_MS, type Slices } from '../core/base/clock.ts';
import { systemClock } from './systemClock.ts';

/** The ends of the pauses under way, the oldest first. */
const paused: (() => void)[] = [];

/** Ends one pause for each turn of the event loop: two slices in one turn would block for both. */
function endOne(): void {
  paused.shift()?.();
  if (paused.length > 0) setImmediate(endOne);
}

export const slices: Slices = {
  now: systemClock.uptime,
  pause: () =>
    new Promise((resolve) => {
      paused.push(resolve);
      if (paused.length === 1) setImmediate(endOne);
    }),
};

/**
 * A slice of long work. Before each step, await `next` if `isOver`. It is over at first: work that
 * begins in the turn of other work would block together with it.
 */
export class Slice {
  readonly #ms: number;
  #begun = -Infinity;

  constructor(ms = SLICE_MS) {
    this.#ms = ms;
  }

  get isOver(): boolean {
    return slices.now() - this.#begun >= this.#ms;
  }

  /** Lets other work run, then begins the next slice. */
  async next(): Promise<void> {
    await slices.pause();
    this.#begun = slices.now();
  }
}
