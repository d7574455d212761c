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
   * Like `pass`, but timer by timer in the order they are due, and whatever waits for one goes on
   * before the next: timers that it sets go off too if they are due by then.
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

  /** Somebody sets the clock of the machine; timers do not care. */
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
