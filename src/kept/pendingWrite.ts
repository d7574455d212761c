import type { Clock } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';
import { isClosed } from './fault.ts';

/** Calls of `soon` within this time are combined into one write. */
const TOGETHER_MS = 100;
/** The wait after a failure: another window may be writing. */
const AGAIN_MS = 500;
/** A failure that lasts longer is logged, and `settle` waits no longer. */
const LONG_MS = 1_000;

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
 * Writes what is pending, and again until it succeeds, so that nothing is lost while another window
 * is writing or the disk is full. A failure that goes on is logged once.
 */
export class PendingWrite {
  readonly #parts: PendingWriteParts;
  readonly #due: Later;
  /** When it began to fail, by `Clock.uptime`; `undefined` after a success. */
  #failingSince: number | undefined;
  #logged: string | undefined;

  constructor(parts: PendingWriteParts) {
    this.#parts = parts;
    this.#due = new Later(parts.clock, this.#step);
  }

  /** Writes within a tenth of a second, if possible. */
  soon(): void {
    this.#due.soon(TOGETHER_MS);
  }

  /** Writes at once, unless the next try after a failure, or another part, is due soon. */
  now(): void {
    if (!this.#due.isDue) this.#step();
  }

  /**
   * Writes all now, because the connection ends or other code reads it next. If that fails, it is
   * tried again for a second, and after that in the background until the database is closed. Never
   * rejects.
   */
  async settle(): Promise<void> {
    const { clock } = this.#parts;
    const end = clock.uptime() + LONG_MS;
    for (;;) {
      this.#due.now();
      if (!this.#due.isDue || clock.uptime() >= end) return;
      await new Promise<void>((resolve) => {
        if (this.#failingSince === undefined) setImmediate(resolve);
        else clock.after(AGAIN_MS, resolve);
      });
    }
  }

  /** Cancels the next write. What is pending is not written unless another call follows. */
  dispose(): void {
    this.#due.cancel();
  }

  readonly #step = (): void => {
    try {
      const more = this.#parts.write();
      this.#failingSince = undefined;
      this.#logged = undefined;
      // Let other work of the extension host run between two parts.
      if (more) this.#due.soon(0);
    } catch (error) {
      if (!isClosed(error)) this.#failed(String(error));
    }
  };

  #failed(trouble: string): void {
    const now = this.#parts.clock.uptime();
    this.#failingSince ??= now;
    if (trouble !== this.#logged && now - this.#failingSince > LONG_MS) {
      this.#logged = trouble;
      this.#parts.warn(`${this.#parts.what} cannot be stored: ${trouble}`);
    }
    this.#due.soon(AGAIN_MS);
  }
}
