import { GridRow } from './gridRow.ts';

/** The elements of the rows drawn; the row at place `n` of the table is shown by number `n % size`. */
export class RowPool {
  readonly #body: HTMLElement;
  #rows: GridRow[] = [];

  /** @param body where the elements are. */
  constructor(body: HTMLElement) {
    this.#body = body;
  }

  /** Has as many elements as rows are drawn. */
  fit(size: number): void {
    if (this.#rows.length === size) return;
    while (this.#rows.length > size) this.#rows.pop()?.element.remove();
    const added = Array.from({ length: size - this.#rows.length }, () => new GridRow());
    this.#body.append(...added.map(({ element }) => element));
    this.#rows = [...this.#rows, ...added];
  }

  /** The element for the row at this place; `undefined` if none is drawn. */
  at(place: number): GridRow | undefined {
    return this.#rows[place % this.#rows.length];
  }
}
