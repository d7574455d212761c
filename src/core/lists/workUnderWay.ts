import { isServiceError } from '../model/serviceError.ts';
import type { ListFailure, ListWork } from './listState.ts';

interface Flight {
  readonly work: ListWork;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** Runs the operations of a list one at a time, and remembers how the last one failed. */
export class WorkUnderWay {
  /** Why the last operation failed. Canceled work does not change it. */
  failure: ListFailure | undefined;
  /** Counts cancellations, so that queued work can detect that it is canceled too. */
  endings = 0;
  readonly #now: () => number;
  readonly #announce: () => void;
  #flight: Flight | undefined;

  /** @param announce called when work begins and when it has ended. */
  constructor(now: () => number, announce: () => void) {
    this.#now = now;
    this.#announce = announce;
  }

  get work(): ListWork | undefined {
    return this.#flight?.work;
  }

  /** Resolves when the work has ended; `undefined` if there is none. */
  get done(): Promise<void> | undefined {
    return this.#flight?.done;
  }

  cancel(): ListWork | undefined {
    const flight = this.#flight;
    this.endings++;
    this.#flight = undefined;
    flight?.controller.abort();
    return flight?.work;
  }

  /** Cancel other work first. Resolves when this work has ended; `failure` has the result. */
  start(work: ListWork, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    const current = () => this.#flight?.controller === controller;
    const fly = async () => {
      // Wait until `#flight` is set below, because `current` compares with it.
      await Promise.resolve();
      try {
        if (current()) await run(controller.signal);
        if (current()) this.failure = undefined;
      } catch (error) {
        // Canceled; its errors no longer matter.
        if (!current()) return;
        if (!isServiceError(error)) throw error;
        this.failure = { during: work, failure: error.failure, at: this.#now() };
      } finally {
        if (current()) {
          this.#flight = undefined;
          this.#announce();
        }
      }
    };
    const flight: Flight = { work, controller, done: fly() };
    this.#flight = flight;
    this.#announce();
    return flight.done;
  }
}
