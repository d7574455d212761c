import type { Clock } from '../../core/base/clock.ts';

/** The longest wait after a click: a row that opens later would surprise the user. */
const LONGEST_MS = 2000;

/**
 * Tells when the editor reports the selection again. Of rows that it is painting, it reports none,
 * not even in the event of a click.
 */
export class PaintEnd {
  readonly #clock: Clock;
  readonly #waiting = new Set<() => void>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Call this just before rows are returned. The editor takes them over at once. */
  rowsReturned(): void {
    setImmediate(() => {
      for (const look of this.#waiting) look();
    });
  }

  /** Resolves once `isReported` after a paint, or after 2 s. */
  when(isReported: () => boolean): Promise<void> {
    if (isReported()) return Promise.resolve();
    return new Promise((resolve) => {
      const end = () => {
        cancel();
        this.#waiting.delete(look);
        resolve();
      };
      const cancel = this.#clock.after(LONGEST_MS, end);
      const look = () => {
        if (isReported()) end();
      };
      this.#waiting.add(look);
    });
  }
}
