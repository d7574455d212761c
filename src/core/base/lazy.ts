/** A part that is loaded at its first use. A load that fails is forgotten: the next use tries again. */
export class Lazy<Part> {
  readonly #load: () => Promise<Part>;
  #loading: Promise<Part> | undefined;
  #loaded: Part | undefined;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
  }

  /** `undefined` until it was loaded. */
  get loaded(): Part | undefined {
    return this.#loaded;
  }

  /** Rejects if it cannot be loaded. */
  get(): Promise<Part> {
    if (this.#loading) return this.#loading;
    const loading = this.#load();
    this.#loading = loading;
    loading.then(
      (part) => {
        this.#loaded = part;
      },
      () => {
        this.#loading = undefined;
      },
    );
    return loading;
  }

  /** Calls `use` with the part once it is loaded, if somebody has asked for it. Never loads it. */
  ifAsked(use: (part: Part) => unknown): void {
    // Whoever called `get` hears of a failure.
    this.#loading?.then(use, () => undefined);
  }
}
