/** What a list asks of its rows. */
export interface ListRow {
  readonly key: string;
  /**
   * What tells the row from others of the same key, which may be other items: the service gave no
   * whole identity. `undefined` where the key alone names the row.
   */
  readonly content?: string | undefined;
  /** The same row under another key; there if `content` is. */
  renamed?(key: string): unknown;
}

/**
 * Keys for rows that may share theirs. The first row of a key has the key to itself, and keeps it
 * while its content stays; a row of the same key and another content gets that content in addition.
 * The same row met twice thus has one key, in whatever order rows come.
 */
export class SharedKeys {
  /** The content of the row that has a key to itself. */
  readonly #holders = new Map<string, string>();
  readonly #shared = new Set<string>();

  keyOf(key: string, content: string): string {
    const holder = this.#holders.get(key);
    if (holder === undefined) this.#holders.set(key, content);
    if (holder === undefined || holder === content) return key;
    this.#shared.add(key);
    return `${key}/${content}`;
  }

  /**
   * For reading the list again later, when rows may have other content. What one row alone had is
   * free for whatever comes under that key: it will be the same row, changed.
   */
  forRefresh(): SharedKeys {
    const next = new SharedKeys();
    for (const key of this.#shared) {
      const holder = this.#holders.get(key);
      if (holder !== undefined) next.#holders.set(key, holder);
    }
    return next;
  }
}
