import type { Compare } from './arrangement.ts';

/**
 * Items in order. Added items are sorted in when the order is read, so that pages that stream in
 * cost little.
 */
export class SortedList<T> {
  #compare: Compare<T>;
  #items: T[];
  #added: T[] = [];

  /** @param items in order already; the list changes this array. */
  constructor(compare: Compare<T>, items: T[] = []) {
    this.#compare = compare;
    this.#items = items;
  }

  get length(): number {
    return this.#items.length + this.#added.length;
  }

  get items(): readonly T[] {
    if (this.#added.length > 0) {
      merge(this.#items, this.#added.sort(this.#compare), this.#compare);
      this.#added = [];
    }
    return this.#items;
  }

  add(items: readonly T[]): void {
    for (const item of items) this.#added.push(item);
  }

  sort(compare: Compare<T>): void {
    this.#items = [...this.#items, ...this.#added].sort(compare);
    this.#added = [];
    this.#compare = compare;
  }
}

function merge<T>(items: T[], added: readonly T[], compare: Compare<T>): void {
  // Items from `end` on are at their final places.
  let end = items.length;
  for (const item of added) items.push(item);
  let remaining = added.length;
  for (const item of added.toReversed()) {
    const at = placeOf(item, items, end, compare);
    // Move the following items up by the number of items that are still to be inserted.
    for (let move = end - 1; move >= at; move--) items[move + remaining] = items[move] as T;
    items[at + --remaining] = item;
    end = at;
  }
}

/** The index at which an item belongs among the first `end`: after equal ones. */
function placeOf<T>(item: T, items: readonly T[], end: number, compare: Compare<T>): number {
  let low = 0;
  let high = end;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (compare(items[middle] as T, item) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}
