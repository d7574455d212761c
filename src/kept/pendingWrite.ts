import type { Clock } from '../core/base/clock.ts';
import { isClosed } from './fault.ts';

/** From the first request to write until it is done, so that several are written together. */
const TOGETHER_MS = 100;
/** From a failure to the next try: another window may be writing, or the disk be full. */
const AGAIN_MS = 50;
const LONGEST_AGAIN_MS = 1_000;
/** How often a window that closes tries. */
const SETTLE_TRIES = 20;

/** What a pending write is made of. */
export interface PendingWriteParts {
  readonly clock: Clock;
  /** Logs a failure. */
  readonly warn: (line: string) => void;
  /** What is written, for the log: `The readings`. */
  readonly what: string;
  /** Writes all that is pending, or a part of it: then it returns true. Throws as SQLite does. */
  readonly write: () => boolean;
}

/**
 * Writes soon what is pending, and again until it succeeds, so that nothing is lost while another
 * window is writing or the disk is full. Each failure is logged once.
 */
export class PendingWrite {
  readonly #parts: PendingWriteParts;
  #due: (() => void) | undefined;
  #againMs = AGAIN_MS;
  #trouble: string | undefined;

  constructor(parts: PendingWriteParts) {
    this.#parts = parts;
  }

  /** Writes within a tenth of a second, if that is possible. */
  soon(): void {
    this.#in(TOGETHER_MS);
  }

  /**
   * Writes all now, because the connection ends or other code reads it next. Where another window is
   * writing, it is tried again for a second, and after that in the background until the database is
   * closed. Never rejects.
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
    this.#in(this.#againMs);
  }

  /** Writes all now. Returns false if that fails; then it is tried again later. */
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

  /** Ends the timer. What is pending is not written any more. */
  dispose(): void {
    this.#due?.();
    this.#due = undefined;
  }

  #in(ms: number): void {
    this.#due ??= this.#parts.clock.after(ms, () => {
      this.#due = undefined;
      this.#step();
    });
  }

  #step(): void {
    try {
      const more = this.#parts.write();
      this.#succeeded();
      // Other work of the extension host comes between two parts.
      if (more) this.#in(0);
    } catch (error) {
      this.#failed(error);
    }
  }

  #succeeded(): void {
    this.#againMs = AGAIN_MS;
    this.#trouble = undefined;
  }

  #failed(error: unknown): void {
    if (isClosed(error)) return;
    const trouble = String(error);
    // A window that is writing is no trouble until it lasts.
    if (trouble !== this.#trouble && this.#againMs >= 1_000) {
      this.#trouble = trouble;
      this.#parts.warn(`${this.#parts.what} cannot be stored: ${trouble}`);
    }
    this.#in(this.#againMs);
    this.#againMs = Math.min(LONGEST_AGAIN_MS, 2 * this.#againMs);
  }
}
