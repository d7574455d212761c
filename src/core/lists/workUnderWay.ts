import { isServiceError } from '../model/serviceError.ts';
import type { ListFailure, ListWork } from './listState.ts';

interface Running {
  readonly work: ListWork;
  readonly controller: AbortController;
  readonly done: Promise<void>;
}

/** Runs the operations of a list one at a time, and remembers how the last one failed. */
export class WorkUnderWay {
  /** Why the last operation failed. Canceled work does not change it. */
  failure: ListFailure | undefined;
  /** How often `cancel` was called, so that waiting work can detect that it is canceled too. */
  cancelCount = 0;
  readonly #now: () => number;
  readonly #announce: () => void;
  #running: Running | undefined;

  /** @param announce called when work begins and when it has ended. */
  constructor(now: () => number, announce: () => void) {
    this.#now = now;
    this.#announce = announce;
  }

  get work(): ListWork | undefined {
    return this.#running?.work;
  }

  /** Resolves when the work under way has ended; `undefined` if there is none. */
  get done(): Promise<void> | undefined {
    return this.#running?.done;
  }

  /** @returns the work that was under way. */
  cancel(): ListWork | undefined {
    const running = this.#running;
    this.cancelCount++;
    this.#running = undefined;
    running?.controller.abort();
    return running?.work;
  }

  /** Cancel other work first. Resolves when `run` has ended; `failure` says whether it failed. */
  start(work: ListWork, run: (signal: AbortSignal) => Promise<void>): Promise<void> {
    const controller = new AbortController();
    const isCurrent = () => this.#running?.controller === controller;
    const runToEnd = async () => {
      // Wait until `#running` is set below, because `isCurrent` compares with it.
      await Promise.resolve();
      try {
        if (isCurrent()) await run(controller.signal);
        if (isCurrent()) this.failure = undefined;
      } catch (error) {
        // Canceled; its errors no longer matter.
        if (!isCurrent()) return;
        if (!isServiceError(error)) throw error;
        this.failure = { during: work, failure: error.failure, at: this.#now() };
      } finally {
        if (isCurrent()) {
          this.#running = undefined;
          this.#announce();
        }
      }
    };
    const running: Running = { work, controller, done: runToEnd() };
    this.#running = running;
    this.#announce();
    return running.done;
  }
}
