import assert from 'node:assert/strict';
import { chosenWords } from '../../../../src/features/portfolio/page/words.ts';
import type { PortfolioRow } from '../../../../src/features/portfolio/messages.ts';
import {
  chosenOf,
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
    const all = shown.map(row);
    const inOrder = ['e', 'c', 'a'].map(row);
    const choose = (...chosen: string[]) => {
      const selection = { ...NOTHING_SELECTED, keys: new Set(chosen) };
      return chosenOf(selection, inOrder, all);
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
  });
});
