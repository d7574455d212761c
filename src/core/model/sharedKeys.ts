/** The members of a row that a list needs. */
export interface ListRow {
  /** Unique in its list and the same after a refresh. */
  readonly key: string;
  /**
   * Distinguishes this row from others with the same key, which may be other items: the service
   * gave no complete identity. `undefined` if the key alone identifies the row.
   */
  readonly content?: string | undefined;
  /**
   * When its page was requested, in milliseconds since 1970. Set by the list that read or restored
   * it; a separate map took a quarter of the time of a Load All.
   */
  askedAt?: number | undefined;
  /** The same row with another key; present if `content` is. */
  renamed?(key: string): unknown;
}

/**
 * Unique keys for rows that may share one. The first row of a key keeps it while its content stays
 * the same; a row with the same key and other content gets that content appended. So the same row
 * always gets the same key, in any order.
 */
export class SharedKeys {
  /** By key: the content of the row that has it without an addition. */
  readonly #holders: Map<string, string>;
  readonly #shared = new Set<string>();

  constructor(holders: Iterable<readonly [string, string]> = []) {
    this.#holders = new Map(holders);
  }

  /** By key that several rows have: the content of the row that has it without an addition. */
  get shared(): Map<string, string> {
    return new Map([...this.#shared].map((key) => [key, this.#holders.get(key) ?? '']));
  }

  keyOf(key: string, content: string): string {
    const holder = this.#holders.get(key);
    if (holder === undefined) this.#holders.set(key, content);
    if (holder === undefined || holder === content) return key;
    this.#shared.add(key);
    return `${key}/${content}`;
  }

  /**
   * For a refresh, when rows may have other content. A key that only one row had is free again: the
   * next row with it counts as the same row, changed.
   */
  forRefresh(): SharedKeys {
    return new SharedKeys(this.shared);
  }
}
