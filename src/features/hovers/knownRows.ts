import type { Catalog } from '../../connection/catalog.ts';
import type { ServiceRow } from '../../lists/index.ts';

type Rows = readonly ServiceRow[];

/** The loaded rows, by the names that a text may have for them. */
export class KnownRows {
  readonly #catalog: Catalog;
  /** Created when first needed. An array of rows grows at its end, or is replaced by another one. */
  readonly #indexes = new WeakMap<
    Rows,
    { readonly names: Map<string, ServiceRow>; size: number }
  >();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  /** @param name a mint address, or a reference such as `t/12`. */
  find(name: string): ServiceRow | undefined {
    for (const { state } of Object.values(this.#catalog)) {
      const row = this.#in(state.rows, name);
      if (row) return row;
    }
    return undefined;
  }

  #in(rows: Rows, name: string): ServiceRow | undefined {
    const index = this.#indexes.get(rows) ?? { names: new Map<string, ServiceRow>(), size: 0 };
    this.#indexes.set(rows, index);
    for (const row of rows.slice(index.size)) {
      if (row.mintAddress !== undefined) index.names.set(row.mintAddress, row);
      const ref = /^project\/(.+)$/.exec(row.key)?.[1];
      if (ref !== undefined) index.names.set(ref, row);
    }
    index.size = rows.length;
    return index.names.get(name);
  }
}
