/** The members of a row that a list needs. */
export interface ListRow {
  /** Unique in its list: the identity, and the variant too if several of its rows have the identity. */
  readonly key: string;
  /** By what the service identifies the row, such as `project/t/12`; left out if that is the key. */
  readonly identity?: string;
  /** Distinguishes the row from others with the same identity, which are other items. */
  readonly variant?: string;
  /**
   * When its page was requested, in milliseconds since 1970. Set by the list that read or restored
   * it; a separate map took a quarter of the time of a Load All.
   */
  askedAt?: number | undefined;
  /** The same row with another key; present if `variant` is. */
  withKey?(key: string): unknown;
}

export function identityOf({ identity, key }: ListRow): string {
  return identity ?? key;
}

/** The key that a row has, or would have, if another row of its list has the same identity. */
export function sharedKeyOf(row: ListRow): string {
  return row.variant === undefined ? row.key : `${identityOf(row)}/${row.variant}`;
}

/** Whether its list has other rows with the same identity. */
export function isShared(row: ListRow): boolean {
  return row.key !== identityOf(row);
}
