import type { Clock } from '../base/clock.ts';

/** The longest wait that the service can ask for: a date far ahead is no reason to stop for good. */
const LONGEST_MS = 3_600_000;

/** A wait that the service has asked for. */
export class AskedPause {
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  #until: number | undefined;
  #callOff: (() => void) | undefined;

  constructor(clock: Clock, onEnd: () => void) {
    this.#clock = clock;
    this.#onEnd = onEnd;
  }

  /** In milliseconds since 1970; `undefined` while the service asks for no wait. */
  get until(): number | undefined {
    return this.#until;
  }

  /** Waits for so long, or as before if that is longer. */
  begin(ms: number): void {
    const wait = Math.min(ms, LONGEST_MS);
    const until = this.#clock.now() + wait;
    if (this.#until !== undefined && until <= this.#until) return;
    this.#callOff?.();
    this.#until = until;
    this.#callOff = this.#clock.after(wait, () => {
      this.#until = undefined;
      this.#onEnd();
    });
  }

  /** Ends the timer for good. */
  dispose(): void {
    this.#callOff?.();
  }
}
