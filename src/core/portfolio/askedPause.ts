import { type Clock, LONGEST_WAIT_MS } from '../base/clock.ts';
import { askedWait } from '../client/retry.ts';
import type { Failure } from '../model/serviceError.ts';

/** The wait after a 429 that does not say how long to wait. */
const UNTOLD_MS = 60_000;

/**
 * The shortest wait before the same is asked for again. It doubles while it is refused, up to
 * `SHORTEST_AT_MOST_MS`: a service may ask for no wait at all, and refuse again at once.
 */
const SHORTEST_MS = 5_000;
const SHORTEST_AT_MOST_MS = 60_000;

/** How long the service asks to wait by this failure, in milliseconds; `undefined` if it does not. */
export function waitAfter(failure: Failure): number | undefined {
  return askedWait(failure) ?? (failure.kind === 'rateLimited' ? UNTOLD_MS : undefined);
}

/** A wait that the service has asked for. */
export class AskedPause {
  readonly #clock: Clock;
  readonly #onEnd: () => void;
  #until: number | undefined;
  #callOff: (() => void) | undefined;
  /** The wait before the last request that was repeated; 0 after an answer. */
  #shortest = 0;

  /** @param until of an earlier pause that may not be over, in milliseconds since 1970. */
  constructor(clock: Clock, onEnd: () => void, until?: number) {
    this.#clock = clock;
    this.#onEnd = onEnd;
    if (until !== undefined && until > clock.now()) this.begin(until - clock.now());
  }

  /** In milliseconds since 1970; `undefined` while the service asks for no wait. */
  get until(): number | undefined {
    return this.#until;
  }

  /** Waits for so long, or as before if that is longer. */
  begin(ms: number): void {
    const wait = Math.min(ms, LONGEST_WAIT_MS);
    const until = this.#clock.now() + wait;
    if (this.#until !== undefined && until <= this.#until) return;
    this.#callOff?.();
    this.#until = until;
    this.#callOff = this.#clock.after(wait, () => {
      this.#until = undefined;
      this.#onEnd();
    });
  }

  /** As `begin`, before the same is asked for again: for 5 s at least, and longer each time. */
  beginToRepeat(ms: number): void {
    // Requests under way at the same time are refused together, which counts once.
    if (this.#until === undefined) {
      this.#shortest = Math.min(SHORTEST_AT_MOST_MS, this.#shortest * 2 || SHORTEST_MS);
    }
    this.begin(Math.max(ms, this.#shortest));
  }

  /** Call it when the service has answered. */
  answered(): void {
    this.#shortest = 0;
  }

  /** Ends the timer for good. */
  dispose(): void {
    this.#callOff?.();
  }
}
