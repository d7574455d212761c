import type { Clock } from '../core/base/clock.ts';

/** The time between two checks whether another window has written. */
const LOOK_MS = 1000;

/** Checks whether other windows have written to a database, while there are listeners. */
export class OtherWindows {
  readonly #clock: Clock;
  readonly #version: () => unknown;
  readonly #listeners = new Set<() => void>();
  #seen: unknown;
  #looking: (() => void) | undefined;

  /** @param version returns another value once another window has written. */
  constructor(clock: Clock, version: () => unknown) {
    this.#clock = clock;
    this.#version = version;
  }

  /**
   * Calls `listener` within a second after another window has written, until the returned function
   * is called.
   */
  onWritten(listener: () => void): () => void {
    this.#listeners.add(listener);
    this.#seen ??= this.#version();
    this.#lookLater();
    return () => {
      this.#listeners.delete(listener);
    };
  }

  dispose(): void {
    this.#listeners.clear();
    this.#looking?.();
  }

  #lookLater(): void {
    if (this.#looking || this.#listeners.size === 0) return;
    this.#looking = this.#clock.after(LOOK_MS, () => {
      this.#looking = undefined;
      this.#lookLater();
      const before = this.#seen;
      this.#seen = this.#version();
      if (this.#seen === before) return;
      for (const listener of this.#listeners) listener();
    });
  }
}
