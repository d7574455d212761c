import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { PortfolioRow, PortfolioState } from '../../../../src/features/portfolio/messages.ts';
import {
  keptPlace,
  moved,
  rowsToDraw,
  rowToReturnTo,
  scrolledTo,
  toStored,
} from '../../../../src/features/portfolio/page/place.ts';
import { RowStore } from '../../../../src/features/portfolio/page/rowStore.ts';

const rowsOf = (count: number): PortfolioRow[] =>
  Array.from({ length: count }, (_, at) => ({
    key: `project/t/${at}`,
    concerns: [],
  }));

const extent = { rows: 100, columns: 11, page: 20 };

describe('Keyboard in the portfolio', () => {
  for (const [what, from, key, to, toEnds = false] of [
    ['down by a row', [5, 5], 'ArrowDown', [6, 5]],
    ['not below the last row', [99, 5], 'ArrowDown', [99, 5]],
    ['not left of the first cell', [5, 0], 'ArrowLeft', [5, 0]],
    ['not right of the last cell', [5, 10], 'ArrowRight', [5, 10]],
    ['from the first row to the headings', [0, 3], 'ArrowUp', [-1, 3]],
    ['not above the headings', [-1, 3], 'ArrowUp', [-1, 3]],
    ['up by a page, and not to the headings', [5, 3], 'PageUp', [0, 3]],
    ['down by what is left of a page', [90, 3], 'PageDown', [99, 3]],
    ['to the first cell of a row', [5, 3], 'Home', [5, 0]],
    ['to the first cell of the table', [5, 3], 'Home', [0, 0], true],
    ['to the last cell of the table', [5, 3], 'End', [99, 10], true],
    ['nowhere by another key', [5, 3], 'Tab', undefined],
  ] as const) {
    it(`${toEnds ? 'Ctrl+' : ''}${key} moves ${what}`, () => {
      const [row, column] = from;
      const place = moved({ row, column }, { key, toEnds }, extent);
      assert.deepEqual(place && [place.row, place.column], to);
    });
  }

  it('keys stay at the headings of an empty table', () => {
    for (const key of ['ArrowDown', 'PageUp', 'End', 'Home']) {
      const place = moved({ row: -1, column: 0 }, { key, toEnds: true }, { ...extent, rows: 0 });
      assert.equal(place?.row, -1, key);
    }
  });

  it('a row that a key moves to is always in sight', () => {
    const sight = fc.record({
      top: fc.nat(50_000),
      height: fc.integer({ min: 26, max: 2000 }),
      rowHeight: fc.integer({ min: 10, max: 26 }),
    });
    fc.assert(
      fc.property(sight, fc.nat(5000), (from, row) => {
        const top = scrolledTo(row, from);
        const start = row * from.rowHeight;
        assert.ok(top <= start && start + from.rowHeight <= top + from.height);
        assert.equal(scrolledTo(row, { ...from, top }), top, 'a second time nothing moves');
      }),
    );
  });
});

describe('Drawn rows of the portfolio', () => {
  it('all rows in sight are drawn, and as many wherever the table is scrolled to', () => {
    const sight = fc.record({
      height: fc.integer({ min: 0, max: 2000 }),
      rowHeight: fc.integer({ min: 10, max: 60 }),
      rows: fc.nat(20_000),
      at: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(sight, ({ height, rowHeight, rows, at }) => {
        const top = Math.max(rows * rowHeight - height, 0) * at;
        const { from, to } = rowsToDraw({ height, rowHeight, top }, rows);
        assert.ok(from >= 0 && to <= rows);
        assert.ok(from * rowHeight <= top);
        assert.ok(to === rows || to * rowHeight >= top + height);
        const first = rowsToDraw({ height, rowHeight, top: 0 }, rows);
        assert.equal(to - from, first.to - first.from);
        assert.ok(to - from <= 2 * (height / rowHeight) + 6, 'and few others');
      }),
    );
  });
});

describe('Place of the keyboard when rows change', () => {
  const rows = rowsOf(100);
  const sight = { top: 260, height: 520, rowHeight: 26 };
  const kept = (row: number, key: string, hasFocus = true) =>
    keptPlace({ row, column: 2 }, { active: `project/t/${key}`, hasFocus }, rows, sight);

  it('a row with the focus stays where it is on the screen when rows come above it, and others do not scroll', () => {
    const place = (row: number) => ({ place: { row, column: 2 } });
    assert.deepEqual(kept(12, '15'), { ...place(15), top: 260 + 3 * 26 });
    assert.deepEqual(kept(9, '15'), place(15), 'above what is in sight');
    assert.deepEqual(kept(30, '15'), place(15), 'below it');
    assert.deepEqual(kept(12, '15', false), place(15));
    assert.deepEqual(kept(12, '12'), place(12));
  });

  it('the place stays within the table when its row is gone', () => {
    assert.deepEqual(kept(12, 'gone'), { place: { row: 12, column: 2 } });
    assert.deepEqual(kept(120, 'gone'), { place: { row: 99, column: 2 } });
  });
});

describe('Place of the user in a portfolio of 2,500 rows', () => {
  const all = rowsOf(2500);
  const start = { top: 2000.5, active: 'project/t/2010' };
  const returning = { rows: all.slice(0, 1000), start, view: {}, complete: false };
  const sight = { height: 520, rowHeight: 26 };
  const back = (change: Partial<typeof returning> & { readonly view?: object }) =>
    rowToReturnTo({ ...returning, ...change }, sight);

  it('a portfolio returns to the place of the user when its rows have come, not with the first thousand', () => {
    assert.equal(back({ rows: [] }), undefined);
    assert.equal(back({}), undefined);
    assert.equal(back({ start: { top: 0, active: undefined } as never }), 0, 'no earlier page');
    assert.equal(back({ rows: all.slice(0, 2015) }), undefined, 'it could not be scrolled to');
    assert.equal(back({ rows: all.slice(0, 2100) }), 2010);
    const view = { sort: 'name' as const };
    assert.equal(back({ rows: all.slice(0, 2100), view }), undefined, 'it moves as rows come');
    assert.equal(back({ rows: all, view, complete: true }), 2010);
  });

  it('a portfolio returns to what was in sight if the row of the keyboard is gone', () => {
    const gone = { top: 2000.5, active: 'project/t/9999' };
    assert.equal(back({ rows: all, start: gone }), undefined);
    assert.equal(back({ rows: all, start: gone, complete: true }), 2001);
    assert.equal(back({ rows: all.slice(0, 500), start: gone, complete: true }), 499);
  });

  it('the rows are complete when as many have come as are listed, and the list is read', () => {
    const state: PortfolioState = { sample: false, phase: 'stats', listed: 2500 };
    const store = new RowStore();
    store.add(all.slice(0, 1000), true);
    assert.equal(store.isComplete(state), false);
    store.add(all.slice(1000), false);
    assert.equal(store.isComplete(state), true);
    assert.equal(store.isComplete({ ...state, phase: 'list' }), false);
    assert.equal(store.isComplete(undefined), false);
  });

  it('rows have no pace while the service does not work', () => {
    const store = new RowStore();
    const moving = { ...all[0]!, minting: true, pace: { reason: 'unbegun' as const } };
    store.add([moving, all[1]!], true);
    const state: PortfolioState = { sample: false, phase: 'done', listed: 2 };
    assert.deepEqual(store.shown(state), [moving, all[1]]);
    const problem = { message: 'No answer.', action: 'retry' } as const;
    assert.deepEqual(store.shown({ ...state, problem }), [{ ...moving, pace: undefined }, all[1]]);
  });

  it('a portfolio stores its place and the selection, unless that has very many rows', () => {
    const stored = toStored({ sort: 'name' }, start, new Set(['project/t/1']), true);
    assert.deepEqual(stored, { sort: 'name', ...start, selected: ['project/t/1'], focused: true });
    const keys = new Set(Array.from({ length: 5001 }, (_, at) => `project/t/${at}`));
    assert.equal(toStored({ selected: ['a'] }, start, keys, false).selected, undefined);
  });
});
