import type { Compare } from './arrangement.ts';

/**
 * Items in order. Added items are sorted in when the order is read, so that pages that stream in
 * cost little.
 */
export class SortedList<T> {
  #compare: Compare<T>;
  #items: T[];
  #late: T[] = [];

  /** @param items in order already. */
  constructor(compare: Compare<T>, items: T[] = []) {
    this.#compare = compare;
    this.#items = items;
  }

  get length(): number {
    return this.#items.length + this.#late.length;
  }

  get items(): readonly T[] {
    if (this.#late.length > 0) {
      merge(this.#items, this.#late.sort(this.#compare), this.#compare);
      this.#late = [];
    }
    return this.#items;
  }

  add(items: readonly T[]): void {
    for (const item of items) this.#late.push(item);
  }

  sort(compare: Compare<T>): void {
    this.#items = [...this.#items, ...this.#late].sort(compare);
    this.#late = [];
    this.#compare = compare;
  }
}

function merge<T>(items: T[], late: readonly T[], compare: Compare<T>): void {
  // Items from `end` on are at their final places.
  let end = items.length;
  for (const item of late) items.push(item);
  let left = late.length;
  for (const item of late.toReversed()) {
    const at = placeOf(item, items, end, compare);
    // Move the following items up by the number of items that are still to be inserted.
    for (let move = end - 1; move >= at; move--) items[move + left] = items[move] as T;
    items[at + --left] = item;
    end = at;
  }
}

/** The index before which an item belongs among the first `end`. */
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
