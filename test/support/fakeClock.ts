import { type Clock, LONGEST_WAIT_MS } from '../../src/core/base/clock.ts';
import { turn } from './turn.ts';

interface Timer {
  readonly at: number;
  readonly call: () => void;
}

/** A clock that the test advances. Its waits are bounded like those of the system's clock. */
export class FakeClock implements Clock {
  #now: number;
  /** The time that has passed, independent of `set`. */
  #passed = 0;
  readonly #timers = new Set<Timer>();

  constructor(now = 0) {
    this.#now = now;
  }

  readonly now = (): number => this.#now;

  readonly uptime = (): number => this.#passed;

  readonly after = (ms: number, call: () => void) => {
    const timer = { at: this.#passed + Math.min(ms > 0 ? ms : 0, LONGEST_WAIT_MS), call };
    this.#timers.add(timer);
    return () => this.#timers.delete(timer);
  };

  get pending(): number {
    return this.#timers.size;
  }

  /** Lets the time pass at once, then runs the due timers in the order in which they were set. */
  pass(ms: number): void {
    this.#pass(ms);
    for (const timer of this.#timers) {
      if (timer.at > this.#passed) continue;
      this.#timers.delete(timer);
      timer.call();
    }
  }

  /**
   * Like `pass`, but runs the timers one by one in order. What waited for one continues before the
   * next runs. Timers that are set meanwhile run too if they are due.
   */
  async advance(ms: number): Promise<void> {
    const end = this.#passed + ms;
    await turn();
    for (let next = this.#next(end); next; next = this.#next(end)) {
      this.#pass(Math.max(0, next.at - this.#passed));
      this.#timers.delete(next);
      next.call();
      await turn();
    }
    this.#pass(end - this.#passed);
  }

  /** Sets the clock, as a user who corrects it does. Runs no timer. */
  set(now: number): void {
    this.#now = now;
  }

  #pass(ms: number): void {
    this.#now += ms;
    this.#passed += ms;
  }

  #next(end: number): Timer | undefined {
    let next: Timer | undefined;
    for (const timer of this.#timers) {
      if (timer.at <= end && (!next || timer.at < next.at)) next = timer;
    }
    return next;
  }
}
