/** Counts things by name. */
export class Tally {
  readonly #counts = new Map<string, number>();

  add(name: string): void {
    this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
  }

  /** The most frequent first. */
  toString(): string {
    const sorted = [...this.#counts].sort(([, one], [, other]) => other - one);
    return sorted.map(([name, count]) => `${name} ${count}`).join(', ') || 'none';
  }
}
