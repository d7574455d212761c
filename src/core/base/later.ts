import type { Clock } from './clock.ts';

/** Runs `call` after a wait; at most one run is pending at a time. */
export class Later {
  readonly #clock: Clock;
  readonly #call: () => void;
  readonly #restMs: number;
  #cancelTimer: (() => void) | undefined;
  #ranAt = -Infinity;

  /** @param restMs the least time between two runs, except by `now`. */
  constructor(clock: Clock, call: () => void, restMs = 0) {
    this.#clock = clock;
    this.#call = call;
    this.#restMs = restMs;
  }

  get isDue(): boolean {
    return this.#cancelTimer !== undefined;
  }

  /** Runs after `ms`, but not within `restMs`; does nothing if a run is pending already. */
  soon(ms: number): void {
    if (this.isDue) return;
    const rest = this.#restMs - (this.#clock.uptime() - this.#ranAt);
    this.#cancelTimer = this.#clock.after(Math.max(ms, rest), this.now);
  }

  /** As `soon`, instead of the run that is pending. */
  restart(ms: number): void {
    this.cancel();
    this.soon(ms);
  }

  /** Runs at once, instead of the run that is pending. */
  readonly now = (): void => {
    this.cancel();
    this.#ranAt = this.#clock.uptime();
    this.#call();
  };

  readonly cancel = (): void => {
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  };
}
