import assert from 'node:assert/strict';
import { concernCount } from '../../../../src/core/messages/concernLabel.ts';
import { CONCERNS } from '../../../../src/core/stats/attention.ts';
import { COLUMNS } from '../../../../src/features/portfolio/columns.ts';
import type { PortfolioRow, PortfolioView } from '../../../../src/features/portfolio/messages.ts';
import { isFiltered, sortedBy, tableOf } from '../../../../src/features/portfolio/page/table.ts';

const NOW = 1_790_000_000_000;

const concernsOf = (...kinds: (typeof CONCERNS)[number][]) =>
  kinds.map((kind) => ({ kind, words: `${kind} 1` }));

const row = (key: string, members: Partial<PortfolioRow> = {}): PortfolioRow => ({
  key,
  concerns: [],
  ...members,
});
const counted = (key: string, total: number, confirmed: number) =>
  row(key, { counts: { total, confirmed, processing: total - confirmed, pending: 0 } });

const show = (rows: readonly PortfolioRow[], view: PortfolioView) =>
  tableOf(rows, view, NOW).rows.map(({ key }) => key);

describe('Table of the portfolio', () => {
  it('sorts names in natural order: numbers by their value, and case as equal letters', () => {
    const rows = ['Pass 10', 'apple', 'Pass 9', 'Énée', 'Zebra'].map((name) => row(name, { name }));
    assert.deepEqual(show(rows, { sort: 'name' }), ['apple', 'Énée', 'Pass 9', 'Pass 10', 'Zebra']);
  });

  it('sorts by the share that is confirmed, and not by how many are', () => {
    const rows = [counted('empty', 0, 0), counted('half', 1000, 500), counted('most', 10, 9)];
    const sorted = show(rows, { sort: 'share', descending: true });
    assert.deepEqual(sorted, ['most', 'half', 'empty']);
  });

  it('filters by what is being minted, and counts it among all rows', () => {
    // The counts of the last one are not known.
    const rows = [row('moves', { minting: true }), row('rests', { minting: false }), row('new')];
    assert.deepEqual(show(rows, { moving: true }), ['moves']);
    assert.equal(isFiltered({ moving: true }), true);
    const [chip] = tableOf(rows, { text: 'nothing' }, NOW).chips;
    assert.deepEqual([chip?.kind, chip?.rows.length, chip?.canAdd], ['moving', 1, false]);
  });

  it('sorts by the most serious concern, then by how many there are', () => {
    const rows = [
      row('fine'),
      row('unreadable', { concerns: concernsOf('unreadable') }),
      row('failed', { concerns: concernsOf('failed') }),
      row('both', { concerns: concernsOf('failed', 'missing') }),
    ];
    const sorted = show(rows, { sort: 'concerns' });
    assert.deepEqual(sorted, ['both', 'failed', 'unreadable', 'fine']);
  });

  it('counts, filters and sorts what was acknowledged like the rest, and says how many that is', () => {
    const concerns = concernsOf('failed');
    const rows = [row('fine'), row('failed', { concerns })];
    rows.push(row('seen', { concerns, acknowledged: true }));
    const { chips } = tableOf(rows, {}, NOW);
    assert.equal(concernCount('failed', chips[0]!.rows), '2 failed, 1 acknowledged');
    assert.deepEqual(show(rows, { concerns: ['failed'] }), ['failed', 'seen']);
    assert.deepEqual(show(rows, { sort: 'concerns' }), ['failed', 'seen', 'fine']);
  });

  const paced = (key: string, perMinute: number, likely?: number) =>
    row(key, {
      asOf: NOW - 1,
      minting: true,
      pace: likely
        ? { perMinute, doneAt: { low: NOW, likely: NOW + likely, high: NOW + 9e6 } }
        : { perMinute, reason: 'uneven' },
    });

  it('sorts by the likely end, by the pace and by the last change', () => {
    const rows = [paced('late', 9, 8e6), paced('none', 5), paced('soon', 1, 6e5), row('still')];
    assert.deepEqual(show(rows, { sort: 'doneIn' }), ['soon', 'late', 'none', 'still']);
    assert.deepEqual(show(rows, { sort: 'pace' }), ['soon', 'none', 'late', 'still']);
    const moved = [row('old', { movedAt: 1 }), row('new', { movedAt: 2 })];
    assert.deepEqual(show(moved, { sort: 'movedAt', descending: true }), ['new', 'old']);
  });

  it('gives when what is shown and minting will be done, and of how many that is known', () => {
    const gone = { ...paced('gone', 4, 8e6), asOf: NOW - 16 * 60_000 };
    const rows = [paced('a', 9, 6e5), paced('uneven', 5), gone, row('new')];
    const { motion } = tableOf([...rows, row('still', { minting: false })], {}, NOW);
    // Of one, the status alone says so.
    assert.deepEqual([motion.moving, motion.known, motion.doneIn?.likely], [4, 1, 6e5]);
    const early = { asOf: NOW - 1, minting: true, pace: { reason: 'early' } } as const;
    const { why } = tableOf([row('once', early), row('new')], {}, NOW).motion;
    assert.deepEqual(why, { reason: 'early' });
    assert.equal(tableOf(rows, { text: 'nothing' }, NOW).motion.moving, 0);
  });

  it('sorting loses no row and leaves equal rows in the order of the list, in any column', () => {
    const valued = (key: string, value: number) => ({
      ...{ ...counted(key, 10, value), ...paced(key, value, value) },
      ...{ name: `N${value}`, symbol: `S${value}`, status: `is ${value}`, movedAt: value },
      ...{ kind: value > 1 ? ('t' as const) : ('n' as const), id: String(value) },
      concerns: concernsOf(...CONCERNS.slice(0, value)),
    });
    const rows = ['1', '2'].flatMap((copy) => [
      ...[valued(`high${copy}`, 2), row(`none${copy}`), valued(`low${copy}`, 1)],
    ]);
    for (const { id: sort, ...column } of COLUMNS) {
      if (rows.every((row) => column.value(row, NOW) === undefined)) continue;
      for (const descending of [false, true]) {
        const keys = show(rows, { sort, descending });
        assert.equal(new Set(keys).size, rows.length, sort);
        for (const one of ['high', 'none', 'low'])
          assert.ok(keys.indexOf(`${one}1`) < keys.indexOf(`${one}2`), sort);
        assert.deepEqual(keys.slice(-2), ['none1', 'none2'], 'unknown values are last');
      }
    }
  });

  describe('Filters of the portfolio', () => {
    const rows = [
      row('1', { name: 'Café Lights', symbol: 'CFL', id: '12', kind: 't', status: 'processing' }),
      row('2', { name: 'Quartz Keys', symbol: 'QTZ', id: '120', kind: 'n', status: 'failed' }),
      row('3', { name: 'Harbor', id: '7', kind: 't', concerns: concernsOf('failed', 'stalled') }),
    ];
    const cases: readonly [string, PortfolioView, string[]][] = [
      ['all rows if it is empty', { text: '  ', statuses: [] }, ['1', '2', '3']],
      ['names without regard to case and accents', { text: 'CAFE' }, ['1']],
      ['rows whose name, symbol or reference has each word', { text: 'n/12 key qtz' }, ['2']],
      ['rows of any of the statuses', { statuses: ['failed', 'processing'] }, ['1', '2']],
      ['rows without a status', { statuses: [''] }, ['3']],
      ['rows of one kind', { kinds: ['t'] }, ['1', '3']],
      ['rows with all of the reasons', { concerns: ['failed', 'stalled'] }, ['3']],
    ];
    for (const [what, view, expected] of cases) {
      it(`a filter shows ${what}`, () => {
        assert.deepEqual(show(rows, view), expected);
        assert.equal(isFiltered(view), expected.length < 3);
      });
    }

    it('a filter offers the statuses and the concerns of all rows, and adds none that would leave nothing', () => {
      const shown = tableOf([...rows, rows[1]!], { text: 'quartz' }, NOW);
      const { statuses, chips } = shown;
      assert.deepEqual(statuses, [
        { status: 'failed', count: 2 },
        { status: 'processing', count: 1 },
        { status: '', count: 1 },
      ]);
      assert.deepEqual(chips, [
        { kind: 'failed', rows: [rows[2]], canAdd: false },
        { kind: 'stalled', rows: [rows[2]], canAdd: false },
      ]);
      const failed = tableOf(rows, { concerns: ['failed'] }, NOW);
      assert.deepEqual(
        failed.chips.map(({ canAdd }) => canAdd),
        [true, true],
      );
    });
  });

  it('totals add up the rows shown that could be read, and count how many they cover', () => {
    const rows = [
      { ...counted('a', 10, 4), asOf: 2 },
      row('b', { counts: { total: 5 }, asOf: 3 }),
      row('c'),
      { ...counted('unreadable', 100, 100), asOf: 1, failure: 'No answer.' },
      row('hidden', { counts: { total: 99 }, kind: 'n', asOf: 4 }),
    ].map((one) => ({ kind: 't' as const, ...one }));
    const { totals, covered } = tableOf(rows, { kinds: ['t'] }, NOW);
    assert.deepEqual(totals, {
      counts: {
        total: 15,
        whole: 15,
        confirmed: 4,
        processing: 6,
        pending: 0,
      },
      percent: 40,
      covered: 2,
      rows: 4,
    });
    assert.deepEqual(covered, {
      listed: 5,
      withStats: 3,
      failed: 1,
      without: 0,
      shared: 0,
      oldest: 2,
    });
    assert.deepEqual(tableOf([row('c')], {}, NOW).totals.counts, {});
  });

  it('totals never set missing NFTs off against those that are too many', () => {
    const counts = { processing: 0, pending: 0 };
    const rows = [
      row('lacks', { counts: { ...counts, total: 100, confirmed: 50, burned: 5 } }),
      row('exceeds', { counts: { ...counts, total: 5, confirmed: 30 } }),
    ];
    const { totals } = tableOf(rows, {}, NOW);
    const { missing, tooMany, burned, whole } = totals.counts;
    assert.deepEqual([missing, tooMany, burned, whole], [45, 25, 5, 100]);
  });

  it('a click on a column sorts one way, the other way, and then as the list is', () => {
    const filter = { text: 'x' };
    const columnOf = (id: string) => COLUMNS.find((one) => one.id === id)!;
    const clicks = (id: 'name' | 'total') => {
      const column = columnOf(id);
      const views = [sortedBy(filter, column)];
      for (let at = 0; at < 2; at++) views.push(sortedBy(views.at(-1)!, column));
      return views.map(({ descending }) => descending);
    };
    assert.deepEqual(clicks('name'), [false, true, undefined]);
    assert.deepEqual(clicks('total'), [true, false, undefined]);
    const other = sortedBy({ ...filter, sort: 'name', descending: true }, columnOf('status'));
    assert.deepEqual(other, { text: 'x', sort: 'status', descending: false });
  });

  it('rows that change stay sorted by their texts, and new ones come in order', () => {
    const rows = ['b', 'c', 'a'].map((name) => row(name, { name }));
    assert.deepEqual(show(rows, { sort: 'name' }), ['a', 'b', 'c']);
    const changed = rows.map((one) => (one.key === 'a' ? { ...one, name: 'd' } : one));
    const all = [...changed, row('ab', { name: 'ab' })];
    assert.deepEqual(show(all, { sort: 'name' }), ['ab', 'b', 'c', 'a']);
    const down = show(all, { sort: 'name', descending: true });
    assert.deepEqual(down, ['a', 'c', 'b', 'ab']);
  });
});
