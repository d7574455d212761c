import type { Clock } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';
import { isClosed } from './fault.ts';

/** Calls of `soon` within this time are combined into one write. */
const TOGETHER_MS = 100;
/** The wait after a failure, doubled with each further one: another window may be writing. */
const AGAIN_MS = 50;
const LONGEST_AGAIN_MS = 1_000;
const SETTLE_TRIES = 20;

export interface PendingWriteParts {
  readonly clock: Clock;
  readonly warn: (line: string) => void;
  /** What is written, for the log: `The readings`. */
  readonly what: string;
  /**
   * Writes all or a part of what is pending; returns true if more is left. Throws as SQLite does.
   */
  readonly write: () => boolean;
}

/**
 * Writes soon what is pending, and again until it succeeds, so that nothing is lost while another
 * window is writing or the disk is full. A failure that lasts longer than a second is logged once.
 */
export class PendingWrite {
  readonly #parts: PendingWriteParts;
  readonly #due: Later;
  #againMs = AGAIN_MS;
  #lastLogged: string | undefined;

  constructor(parts: PendingWriteParts) {
    this.#parts = parts;
    this.#due = new Later(parts.clock, this.#step);
  }

  /** Writes within a tenth of a second, if possible. */
  soon(): void {
    this.#due.soon(TOGETHER_MS);
  }

  /**
   * Writes all now, because the connection ends or other code reads it next. If that fails, it is
   * tried again for a second, and after that in the background until the database is closed. Never
   * rejects.
   */
  async settle(): Promise<void> {
    this.dispose();
    for (let tries = 0; tries < SETTLE_TRIES; tries++) {
      try {
        while (this.#parts.write()) await new Promise((resolve) => setImmediate(resolve));
        this.#succeeded();
        return;
      } catch (error) {
        this.#failed(error);
        if (isClosed(error)) return;
        this.dispose();
        await new Promise<void>((resolve) => void this.#parts.clock.after(AGAIN_MS, resolve));
      }
    }
    this.#due.soon(this.#againMs);
  }

  /** Writes all now. Returns false if that fails; then it is tried again in the background. */
  flush(): boolean {
    this.dispose();
    try {
      while (this.#parts.write());
      this.#succeeded();
      return true;
    } catch (error) {
      this.#failed(error);
      return false;
    }
  }

  /** Cancels the next write. What is pending is not written unless another call follows. */
  dispose(): void {
    this.#due.cancel();
  }

  readonly #step = (): void => {
    try {
      const more = this.#parts.write();
      this.#succeeded();
      // Let other work of the extension host run between two parts.
      if (more) this.#due.soon(0);
    } catch (error) {
      this.#failed(error);
    }
  };

  #succeeded(): void {
    this.#againMs = AGAIN_MS;
    this.#lastLogged = undefined;
  }

  #failed(error: unknown): void {
    if (isClosed(error)) return;
    const trouble = String(error);
    // Another window may write for a moment, which is not logged.
    if (trouble !== this.#lastLogged && this.#againMs >= 1_000) {
      this.#lastLogged = trouble;
      this.#parts.warn(`${this.#parts.what} cannot be stored: ${trouble}`);
    }
    this.#due.soon(this.#againMs);
    this.#againMs = Math.min(LONGEST_AGAIN_MS, 2 * this.#againMs);
  }
}
