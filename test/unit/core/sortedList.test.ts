import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { SortedList } from '../../../src/core/arrange/sortedList.ts';

interface Item {
  readonly rank: number;
  readonly name: string;
}
const byRank = (one: Item, other: Item) => one.rank - other.rank;
const byName = (one: Item, other: Item) => one.name.localeCompare(other.name);
const words = (items: readonly Item[]) => items.map(({ rank, name }) => `${rank}${name}`).join(' ');

/** `2b` is an item of rank 2 with the name b. */
const items = (text: string): Item[] =>
  text
    .split(' ')
    .filter(Boolean)
    .map((word) => ({ rank: Number(word.charAt(0)), name: word.slice(1) }));

describe('SortedList', () => {
  it('items can be sorted in another order together with added ones', () => {
    const list = new SortedList(byRank, items('1c 2a'));
    list.add(items('0b'));
    list.sort(byName);
    assert.equal(words(list.items), '2a 0b 1c');
    list.add(items('5b'));
    assert.equal(words(list.items), '2a 0b 5b 1c');
  });

  it('items have the same order however they are added', () => {
    const item = fc.record({ rank: fc.nat(4), name: fc.constantFrom('a', 'b') });
    fc.assert(
      fc.property(fc.array(fc.array(item, { maxLength: 5 }), { maxLength: 6 }), (steps) => {
        const list = new SortedList(byRank);
        for (const step of steps) {
          list.add(step);
          if (step.length % 2 === 0) assert.equal(list.items.length, list.length);
        }
        assert.deepEqual(list.items, steps.flat().sort(byRank));
      }),
    );
  });
});
