import type { Clock } from '../../src/core/base/clock.ts';

/** Real time, but faster, so that half a minute of peace takes half a second of a test. */
export class ScaledClock implements Clock {
  #scale: number;
  #started = performance.now();
  #since = Date.now();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(scale: number) {
    this.#scale = scale;
  }

  readonly now = (): number => this.#since + (performance.now() - this.#started) * this.#scale;

  readonly after = (ms: number, call: () => void): (() => void) => {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      call();
    }, ms / this.#scale);
    this.#timers.add(timer);
    return () => {
      this.#timers.delete(timer);
      clearTimeout(timer);
    };
  };

  /** From now on time passes as it does outside: a busy machine makes no request late. */
  slowDown(): void {
    this.#since = this.now();
    this.#started = performance.now();
    this.#scale = 1;
  }

  /** Timers that were neither called off nor went off. */
  get pending(): number {
    return this.#timers.size;
  }
}
