/** The least time between two updates, and between a move of the person and an update. */
const SHOW_MS = 250;

/** Delays updates of rows, so that they do not move while a person goes through them. */
export class CalmUpdates {
  readonly #update: () => void;
  #movedAt = 0;
  #due: NodeJS.Timeout | undefined;

  constructor(update: () => void) {
    this.#update = update;
  }

  /** The person has moved to another row. */
  moved(): void {
    this.#movedAt = Date.now();
  }

  /** Updates once the time has passed. */
  soon(ms = SHOW_MS): void {
    this.#due ??= setTimeout(() => {
      this.#due = undefined;
      const still = Date.now() - this.#movedAt;
      if (still < SHOW_MS) this.soon(SHOW_MS - still);
      else this.#update();
    }, ms);
  }

  /** Cancels the update that is due. */
  dispose(): void {
    clearTimeout(this.#due);
  }
}
