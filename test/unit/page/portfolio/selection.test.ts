import assert from 'node:assert/strict';
import type { PortfolioRow } from '../../../../src/features/portfolio/messages.ts';
import { RowStore } from '../../../../src/features/portfolio/page/rowStore.ts';
import {
  areWatched,
  chosenOf,
  chosenWords,
  extend,
  NOTHING_SELECTED,
  selectAll,
  type Selection,
  toggle,
  toggleAll,
} from '../../../../src/features/portfolio/page/selection.ts';

const shown = ['a', 'b', 'c', 'd', 'e'];
const keys = ({ keys: selected }: Selection) => [...selected].sort().join('');

describe('Selection of the portfolio', () => {
  it('rows are selected and deselected one by one, and a range that shrinks deselects what has left it', () => {
    let selection = toggle(toggle(toggle(toggle(NOTHING_SELECTED, 'a'), 'e'), 'e'), 'c');
    assert.equal(keys(selection), 'ac');
    selection = extend(selection, shown, 'c', 'e');
    assert.equal(keys(selection), 'acde');
    selection = extend(selection, shown, 'e', 'd');
    assert.equal(keys(selection), 'acd');
    selection = extend(selection, shown, 'd', 'b');
    assert.equal(keys(selection), 'abc');
  });

  it('a range begins at the keyboard if none was begun, or if its beginning is not shown', () => {
    assert.equal(keys(extend(NOTHING_SELECTED, shown, 'b', 'c')), 'bc');
    const hidden = toggle(NOTHING_SELECTED, 'hidden');
    assert.equal(keys(extend(hidden, shown, 'd', 'e')), 'dehidden');
  });

  it('Select All selects the rows shown, besides those that the filter hides', () => {
    const hidden = toggle(NOTHING_SELECTED, 'z');
    assert.equal(keys(selectAll(hidden, shown)), 'abcdez');
    const all = toggleAll(hidden, shown);
    assert.equal(keys(all), 'abcdez');
    assert.equal(keys(toggleAll(all, shown)), 'z');
  });

  describe('Selected rows of a command', () => {
    const row = (key: string): PortfolioRow => ({ key, concerns: [] });
    const store = new RowStore();
    store.add(shown.map(row), true);
    const inOrder = ['e', 'c', 'a'].map(row);
    const choose = (...chosen: string[]) => {
      const selection = { ...NOTHING_SELECTED, keys: new Set(chosen) };
      return chosenOf(selection, inOrder, store);
    };

    it('a command gets the loaded rows in the order shown, then those that the filter hides', () => {
      const chosen = choose('a', 'b', 'e', 'd', 'gone');
      assert.deepEqual(
        chosen.rows.map(({ key }) => key),
        ['e', 'a', 'b', 'd'],
      );
      assert.equal(chosenWords(chosen), '4 selected, 2 hidden by the filter');
      assert.equal(chosenWords(choose('a')), '1 selected');
      assert.deepEqual(choose().rows, []);
    });

    it('selected rows offer to stop watching only if all of them are watched', () => {
      const all = (...watched: boolean[]) =>
        areWatched({ rows: watched.map((one) => ({ ...row('k'), watched: one })), hidden: 0 });
      assert.deepEqual([all(true, true), all(true, false), all()], [true, false, false]);
    });
  });

  it('rows stay in place as they change, and are removed when all rows are sent again', () => {
    const store = new RowStore();
    const row = (key: string, asOf: number): PortfolioRow => ({ key, asOf, concerns: [] });
    store.add([row('a', 1), row('b', 1)], true);
    store.add([row('a', 2), row('c', 2)], false);
    assert.deepEqual(store.all, [row('a', 2), row('b', 1), row('c', 2)]);
    store.add([row('z', 3)], true);
    assert.deepEqual([store.all, store.get('a')], [[row('z', 3)], undefined]);
  });
});
