/** Random numbers that can be repeated: the same seed gives the same numbers. */
export class Random {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  /** A number in [0, 1), by mulberry32. */
  readonly next = (): number => {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = this.#state;
    mixed = Math.imul(mixed ^ (mixed >>> 15), mixed | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };

  below(below: number): number {
    return Math.floor(this.next() * below);
  }

  chance(probability: number): boolean {
    return this.next() < probability;
  }

  /** One of the names, with a probability in proportion to its weight. */
  pick<Name extends string>(weights: Readonly<Record<Name, number>>): Name {
    const names = Object.entries<number>(weights) as [Name, number][];
    let left = this.next() * names.reduce((sum, [, weight]) => sum + weight, 0);
    for (const [name, weight] of names) {
      left -= weight;
      if (left < 0) return name;
    }
    return names[0]![0];
  }

  /** Another source, so that the numbers of one part do not depend on those of another. */
  fork(): Random {
    return new Random(this.below(2 ** 32));
  }
}
