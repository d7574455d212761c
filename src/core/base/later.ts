import type { Clock } from './clock.ts';

/** Runs a call once after a wait. */
export class Later {
  readonly #clock: Clock;
  readonly #call: () => void;
  readonly #restMs: number;
  #callOff: (() => void) | undefined;
  #ranAt = -Infinity;

  /** @param restMs the least time between two runs, except by `now`. */
  constructor(clock: Clock, call: () => void, restMs = 0) {
    this.#clock = clock;
    this.#call = call;
    this.#restMs = restMs;
  }

  get isDue(): boolean {
    return this.#callOff !== undefined;
  }

  /** Runs after `ms`; does nothing if a run is due already. */
  soon(ms: number): void {
    if (this.isDue) return;
    const rested = this.#clock.now() - this.#ranAt;
    // A clock that was set back does not make the rest longer.
    const rest = Math.min(this.#restMs, this.#restMs - rested);
    this.#callOff = this.#clock.after(Math.max(ms, rest), this.now);
  }

  /** Runs after `ms`, instead of the run that is due. */
  restart(ms: number): void {
    this.cancel();
    this.soon(ms);
  }

  /** Runs at once, instead of the run that is due. */
  readonly now = (): void => {
    this.cancel();
    this.#ranAt = this.#clock.now();
    this.#call();
  };

  readonly cancel = (): void => {
    this.#callOff?.();
    this.#callOff = undefined;
  };
}
