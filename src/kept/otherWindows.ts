import type { Clock } from '../core/base/clock.ts';
import { Later } from '../core/base/later.ts';

/** The time between two checks whether another window has written. */
const LOOK_MS = 1000;

/** Checks whether other windows have written to a database, while there are listeners. */
export class OtherWindows {
  readonly #version: () => unknown;
  readonly #listeners = new Set<() => void>();
  #seen: unknown;
  readonly #looking: Later;

  /** @param version returns another value once another window has written. */
  constructor(clock: Clock, version: () => unknown) {
    this.#version = version;
    this.#looking = new Later(clock, this.#look);
  }

  /**
   * Calls `listener` within a second after another window has written, until the returned function
   * is called.
   */
  onWritten(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#seen ??= this.#version();
    this.#looking.soon(LOOK_MS);
    return () => {
      this.#listeners.delete(listener);
    };
  }

  dispose(): void {
    this.#listeners.clear();
    this.#looking.cancel();
  }

  readonly #look = (): void => {
    if (this.#listeners.size > 0) this.#looking.soon(LOOK_MS);
    const before = this.#seen;
    this.#seen = this.#version();
    if (this.#seen === before) return;
    for (const listener of this.#listeners) listener();
  };
}
