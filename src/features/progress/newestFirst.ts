/** At most so many are read at the same time. */
export const AT_A_TIME = 4;

/** More rows than are in sight at the same time. What was wished for before those is called off. */
export const MOST_WISHES = 60;

/**
 * Reads what was last wished for first, four at a time. The editor says which rows come in sight
 * and not which ones leave it, so a wish counts until so many newer ones have come.
 */
export class NewestFirst {
  readonly #read: (key: string, signal: AbortSignal) => Promise<unknown>;
  readonly #onRest: () => void;
  /** The newest last, with what calls it off once it is being read. */
  readonly #wishes = new Map<string, AbortController | undefined>();
  #underWay = 0;
  #isPlanned = false;
  #forgotten = false;

  /**
   * @param read may reject; a failure is for `read` to tell.
   * @param onRest called when nothing is left to read and wishes were called off: rows of which may
   * have come back in sight.
   */
  constructor(read: (key: string, signal: AbortSignal) => Promise<unknown>, onRest: () => void) {
    this.#read = read;
    this.#onRest = onRest;
  }

  wish(key: string): void {
    const reading = this.#wishes.get(key);
    this.#wishes.delete(key);
    this.#wishes.set(key, reading);
    for (const oldest of this.#wishes.keys()) {
      if (this.#wishes.size <= MOST_WISHES) break;
      this.#callOff(oldest);
      this.#forgotten = true;
    }
    if (this.#isPlanned) return;
    this.#isPlanned = true;
    // The editor asks for all rows that come in sight in one turn.
    queueMicrotask(() => {
      this.#isPlanned = false;
      this.#start();
    });
  }

  /** Calls all off. */
  clear(): void {
    for (const key of [...this.#wishes.keys()]) this.#callOff(key);
    this.#forgotten = false;
  }

  #callOff(key: string): void {
    const reading = this.#wishes.get(key);
    this.#wishes.delete(key);
    reading?.abort();
  }

  #start(): void {
    const waiting = [...this.#wishes].filter(([, reading]) => !reading).map(([key]) => key);
    while (this.#underWay < AT_A_TIME) {
      const key = waiting.pop();
      if (key === undefined) break;
      void this.#begin(key);
    }
    if (this.#wishes.size > 0 || !this.#forgotten) return;
    this.#forgotten = false;
    this.#onRest();
  }

  async #begin(key: string): Promise<void> {
    const reading = new AbortController();
    this.#wishes.set(key, reading);
    this.#underWay++;
    try {
      await this.#read(key, reading.signal);
    } catch {
      // See the constructor.
    } finally {
      this.#underWay--;
      if (this.#wishes.get(key) === reading) this.#wishes.delete(key);
      this.#start();
    }
  }
}
