const MEGABYTE = 1024 * 1024;

/** Measures the heap after each tenth of a run, if the process was started with `--expose-gc`. */
export class HeapWatch {
  readonly #requests: number;
  readonly #sizes: number[] = [];

  constructor(requests: number) {
    this.#requests = requests;
  }

  /** Call it often. @param requests how many were sent so far. */
  at(requests: number): void {
    if (requests >= ((this.#sizes.length + 1) * this.#requests) / 10) this.#measure();
  }

  /** Whether the heap grew so much that there must be a leak. */
  get grew(): boolean {
    const first = this.#sizes[0] ?? 0;
    return (this.#sizes.at(-1) ?? 0) > first * 1.5 + 5 * MEGABYTE;
  }

  toString(): string {
    if (this.#sizes.length === 0) return 'not measured';
    return `${this.#sizes.map((size) => (size / MEGABYTE).toFixed(1)).join(' ')} MB`;
  }

  #measure(): void {
    if (!globalThis.gc) return;
    globalThis.gc();
    this.#sizes.push(process.memoryUsage().heapUsed);
  }
}
