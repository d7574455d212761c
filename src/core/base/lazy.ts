/** A part that is loaded by the first `get`. After a failed load the next `get` tries again. */
export class Lazy<Part> {
  readonly #load: () => Promise<Part>;
  #loading: Promise<Part> | undefined;
  #loaded: Part | undefined;

  constructor(load: () => Promise<Part>) {
    this.#load = load;
  }

  get loaded(): Part | undefined {
    return this.#loaded;
  }

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

  /** Calls `use` once the part is loaded. Never starts a load. */
  ifAsked(use: (part: Part) => unknown): void {
    // The caller of `get` handles a failure.
    this.#loading?.then(use, () => undefined);
  }
}
