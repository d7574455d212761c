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

  /** Resolves with true once `isReported` after a paint, or with false after 2 s. */
  when(isReported: () => boolean): Promise<boolean> {
    if (isReported()) return Promise.resolve(true);
    return new Promise((resolve) => {
      const cancel = this.#clock.after(LONGEST_MS, () => {
        end(false);
      });
      const look = () => {
        if (isReported()) end(true);
      };
      const end = (reported: boolean) => {
        cancel();
        this.#waiting.delete(look);
        resolve(reported);
      };
      this.#waiting.add(look);
    });
  }
}
