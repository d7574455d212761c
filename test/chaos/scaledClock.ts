import type { Clock } from '../../src/core/base/clock.ts';

/** A clock that runs faster, so that a pause of half a minute takes half a second. */
export class ScaledClock implements Clock {
  #scale: number;
  #started = performance.now();
  #since = Date.now();
  readonly #timers = new Set<NodeJS.Timeout>();

  constructor(scale: number) {
    this.#scale = scale;
  }

  readonly now = (): number => this.#since + (performance.now() - this.#started) * this.#scale;

  readonly uptime = (): number => this.now();

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

  /** From now on, time passes as usual, so that requests are in time on a busy machine. */
  slowDown(): void {
    this.#since = this.now();
    this.#started = performance.now();
    this.#scale = 1;
  }

  get pending(): number {
    return this.#timers.size;
  }
}
