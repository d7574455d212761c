import { pauseUntil } from './deadline.ts';

/** How many requests go to one origin at a time. */
export const AT_A_TIME = 4;

/** Runs at most `most` tasks at a time; the others wait in the order they came. */
export class ConcurrencyLimiter {
  #free: number;
  /** Each starts a task that waits. */
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#free = most;
  }

  /** Rejects with `aborted` if `signal` aborts while the task waits; a running task continues. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    if (this.#free > 0 && !signal.aborted) this.#free--;
    else
      await pauseUntil((start) => {
        this.#waiting.add(start);
        return () => this.#waiting.delete(start);
      }, signal);
    try {
      return await work();
    } finally {
      // The longest waiting task gets the place directly.
      const [next] = this.#waiting;
      if (next) next();
      else this.#free++;
    }
  }
}
