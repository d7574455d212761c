import type { Clock } from '../../core/base/clock.ts';
import type { Failure } from '../../core/model/serviceError.ts';

/** A list is busy with its refreshes for a twentieth of the time at most. */
const REST_FACTOR = 20;
const LONGEST_BACK_OFF_MS = 10 * 60_000;

/** When a list is due to be read again by itself. It knows neither list nor view: it is told. */
export class RefreshSchedule {
  readonly #clock: Clock;
  readonly #refresh: () => void;
  #everyMs = 0;
  #allowed = false;
  #last: { readonly endedAt: number; readonly tookMs: number; readonly waitMs: number } | undefined;
  #failures = 0;
  #callOff: (() => void) | undefined;

  /** @param refresh reads the list again; its end is told by `ended`. */
  constructor(clock: Clock, refresh: () => void) {
    this.#clock = clock;
    this.#refresh = refresh;
  }

  /**
   * @param everyMs the least time from one refresh to the next; 0 for none at all.
   * @param allowed whether the list may be read now. Nothing is made up for: what became due in
   * between is read once, at once.
   */
  set(everyMs: number, allowed: boolean): void {
    this.#everyMs = everyMs;
    this.#allowed = allowed;
    this.#plan();
  }

  /** The list was read, well or not, whoever asked for it. */
  ended(tookMs: number, failure: Failure | undefined): void {
    this.#failures = failure ? this.#failures + 1 : 0;
    const asked = failure && 'retryAfterMs' in failure ? failure.retryAfterMs : undefined;
    const waitMs = asked ?? 0;
    this.#last = { endedAt: this.#clock.now(), tookMs, waitMs };
    this.#plan();
  }

  /** Another connection: nothing of it was read yet. */
  restart(): void {
    this.#last = undefined;
    this.#failures = 0;
    this.#plan();
  }

  dispose(): void {
    this.#callOff?.();
  }

  #plan(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    if (this.#everyMs === 0 || !this.#allowed || !this.#last) return;
    const { endedAt, tookMs, waitMs } = this.#last;
    const usual = Math.max(this.#everyMs, REST_FACTOR * tookMs);
    const backedOff = Math.min(LONGEST_BACK_OFF_MS, usual * 2 ** this.#failures);
    const delay = Math.max(usual, backedOff, waitMs);
    // The clock of the machine may have been set back since.
    const left = Math.min(delay, endedAt + delay - this.#clock.now());
    this.#callOff = this.#clock.after(Math.max(0, left), () => {
      this.#callOff = undefined;
      this.#refresh();
    });
  }
}
