import type { Catalog } from '../../connection/catalog.ts';
import type { ServiceRow } from '../../lists/index.ts';

type Rows = readonly ServiceRow[];

/** Finds loaded rows by what a text may call them: a mint address or a reference such as `t/12`. */
export class KnownRows {
  readonly #catalog: Catalog;
  /** `size` rows are indexed. An array of rows grows at its end, or another one replaces it. */
  readonly #indexes = new WeakMap<
    Rows,
    { readonly names: Map<string, ServiceRow>; size: number }
  >();

  constructor(catalog: Catalog) {
    this.#catalog = catalog;
  }

  find(name: string): ServiceRow | undefined {
    for (const { state } of Object.values(this.#catalog)) {
      const row = this.#findIn(state.rows, name);
      if (row) return row;
    }
    return undefined;
  }

  #findIn(rows: Rows, name: string): ServiceRow | undefined {
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
