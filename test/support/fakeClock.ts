import type { Clock } from '../../src/core/base/clock.ts';
import { turn } from './turn.ts';

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

/** Time that passes when the test says so. */
export class FakeClock implements Clock {
  #now = 0;
  readonly #timers = new Set<Timer>();

  readonly now = (): number => this.#now;

  readonly after = (ms: number, call: () => void): (() => void) => {
    const timer = { at: this.#now + ms, call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  /** Timers that were neither called off nor went off. */
  get pending(): number {
    return this.#timers.size;
  }

  pass(ms: number): void {
    this.#now += ms;
    for (const timer of this.#timers) {
      if (timer.at > this.#now) continue;
      this.#timers.delete(timer);
      timer.call();
    }
  }

  /**
   * Like `pass`, but runs the timers one by one in order, and continues what waited for each before
   * the next. Timers set meanwhile run too if they are due.
   */
  async advance(ms: number): Promise<void> {
    const end = this.#now + ms;
    await turn();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#now = next.at;
      this.#timers.delete(next);
      next.call();
      await turn();
    }
    this.#now = end;
  }

  /** Sets the time of the clock; timers are not affected. */
  set(now: number): void {
    this.#now = now;
  }

  #next(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at <= end && (!next || timer.at < next.at)) next = timer;
    }
    return next;
  }
}
