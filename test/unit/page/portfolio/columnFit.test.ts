import assert from 'node:assert/strict';
import fc from 'fast-check';
import { COLUMNS } from '../../../../src/features/portfolio/messages.ts';
import {
  layoutOf,
  visibleColumns,
  withColumn,
} from '../../../../src/features/portfolio/page/columnFit.ts';

const at = (width: number, type = 13) => ({ width, type });

describe('Columns of the portfolio', () => {
  it('columns fit the width from 600 pixels on, so that nothing is scrolled sideways', () => {
    fc.assert(
      fc.property(fc.integer({ min: 556, max: 3000 }), (width) => {
        const columns = visibleColumns({}, at(width));
        assert.ok(layoutOf(columns, at(width)).least <= width);
        assert.deepEqual(columns, COLUMNS.slice(0, columns.length), 'the most important first');
      }),
    );
  });

  it('a narrow table has the same columns, is scrolled, and never has fewer', () => {
    assert.deepEqual(visibleColumns({}, at(300)), ['name', 'share', 'concerns', 'status']);
    assert.ok(visibleColumns({}, at(556, 20)).length >= 2);
  });

  it('all columns but Kind and As of are shown where there is room, until one is chosen', () => {
    const all = visibleColumns({}, at(3000));
    assert.deepEqual(
      COLUMNS.filter((column) => !all.includes(column)),
      ['kind', 'asOf'],
    );
    const view = withColumn({}, 'asOf', true);
    assert.deepEqual(visibleColumns(view, at(3000)).at(-1), 'asOf');
    assert.deepEqual(visibleColumns(withColumn(view, 'asOf', false), at(3000)), all);
  });

  it('a chosen column is shown although it does not fit, and a removed one is not', () => {
    const view = withColumn({ text: 'x' }, 'symbol', true);
    assert.ok(visibleColumns(view, at(600)).includes('symbol'));
    const without = withColumn(view, 'share', false);
    assert.ok(!visibleColumns(without, at(3000)).includes('share'));
    assert.equal(without.text, 'x');
  });
});
