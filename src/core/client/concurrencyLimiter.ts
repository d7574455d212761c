import { ServiceError } from '../model/serviceError.ts';

/** Lets at most `most` pieces of work run at a time; the others wait in the order they came. */
export class ConcurrencyLimiter {
  #free: number;
  readonly #waiting = new Set<() => void>();

  constructor(most: number) {
    this.#free = most;
  }

  /** Rejects with `aborted` as soon as `signal` ends while it waits. */
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
        signal.removeEventListener('abort', giveUp);
        resolve();
      };
      const giveUp = () => {
        this.#waiting.delete(turn);
        reject(new ServiceError({ kind: 'aborted' }));
      };
      signal.addEventListener('abort', giveUp, { once: true });
      this.#waiting.add(turn);
    });
  }

  #leave(): void {
    const [next] = this.#waiting;
    // The place goes straight to whoever waits longest.
    if (next) next();
    else this.#free++;
  }
}
