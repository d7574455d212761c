import type { Clock } from '../../core/base/clock.ts';

/** The longest wait after a click: a row that opens later would surprise the user. */
const LONGEST_MS = 2000;

/**
 * Tells when the editor has finished a paint of a whole tree. While it paints, it reports no
 * selection, not even in the event of a click.
 */
export class PaintEnd {
  readonly #clock: Clock;
  #waiting: (() => void)[] = [];

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Call this just before the top rows are returned. The editor takes them over at once. */
  rowsReturned(): void {
    setImmediate(() => {
      const waiting = this.#waiting;
      this.#waiting = [];
      for (const end of waiting) end();
    });
  }

  /** Resolves at the end of the next paint, or after 2 s. */
  next(): Promise<void> {
    return new Promise((resolve) => {
      const cancel = this.#clock.after(LONGEST_MS, resolve);
      this.#waiting.push(() => {
        cancel();
        resolve();
      });
    });
  }
}
