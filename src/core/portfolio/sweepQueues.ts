const SWEPT = ['changing', 'complete'] as const;

/** The projects whose counts may have changed, then those that were complete. */
export type SweptPart = (typeof SWEPT)[number];

/** How many projects were read or have failed, and how many there are. */
export interface SweepCount {
  readonly done: number;
  readonly of: number;
}

/** The projects that a sweep has yet to read, by their keys, in two parts. */
export class SweepQueues {
  /** In each, the key to take next is the last. */
  readonly #queues: Record<SweptPart, string[]> = { changing: [], complete: [] };
  readonly #sizes: Record<SweptPart, number> = { changing: 0, complete: 0 };

  get isEmpty(): boolean {
    return SWEPT.every((part) => this.#queues[part].length === 0);
  }

  set(parts: Readonly<Record<SweptPart, readonly string[]>>): void {
    for (const part of SWEPT) {
      this.#queues[part] = parts[part].toReversed();
      this.#sizes[part] = parts[part].length;
    }
  }

  /**
   * Adds projects after the remaining ones that may have changed.
   * @param counted whether the projects that were read before still count in `countOf`.
   */
  add(keys: readonly string[], counted: boolean): void {
    if (!counted) [this.#sizes.changing, this.#sizes.complete] = [0, 0];
    this.#queues.changing = [...keys.toReversed(), ...this.#queues.changing];
    this.#sizes.changing += keys.length;
  }

  take(): { readonly key: string; readonly part: SweptPart } | undefined {
    for (const part of SWEPT) {
      const key = this.#queues[part].pop();
      if (key !== undefined) return { key, part };
    }
    return undefined;
  }

  /** Puts a project back that `take` gave, before all others. */
  putBack(key: string, part: SweptPart): void {
    this.#queues[part].push(key);
    this.#sizes[part] = Math.max(this.#sizes[part], this.#queues[part].length);
  }

  /** @param underWay how many of the part were taken and have no result yet. */
  countOf(part: SweptPart, underWay: number): SweepCount {
    const of = this.#sizes[part];
    return { done: Math.max(0, of - this.#queues[part].length - underWay), of };
  }
}
