import { ServiceError } from '../model/serviceError.ts';

/** How many requests go to one origin at a time. */
export const AT_A_TIME = 4;

/** Runs at most `most` tasks at a time; the others wait in the order they came. */
export class ConcurrencyLimiter {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#free = most;
  }

  /** Rejects with `aborted` if `signal` aborts while the task waits; a running task continues. */
  async run<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    await this.#enter(signal);
    try {
      return await work();
    } finally {
      this.#leave();
    }
  }

  #enter(signal: AbortSignal): Promise<void> {
    if (signal.aborted) return Promise.reject(new ServiceError({ kind: 'aborted' }));
    if (this.#free > 0) {
      this.#free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const turn = () => {
        this.#waiting.delete(turn);
        signal.removeEventListener('abort', onAbort);
        resolve();
      };
      const onAbort = () => {
        this.#waiting.delete(turn);
        reject(new ServiceError({ kind: 'aborted' }));
      };
      signal.addEventListener('abort', onAbort, { once: true });
      this.#waiting.add(turn);
    });
  }

  #leave(): void {
    const [next] = this.#waiting;
    // The longest waiting task gets the place directly.
    if (next) next();
    else this.#free++;
  }
}
