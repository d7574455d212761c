import assert from 'node:assert/strict';
import { concernCount, withAcknowledged } from '../../../src/core/messages/attentionMessages.ts';
import { CONCERNS } from '../../../src/core/stats/attention.ts';
import { COLUMNS, type ProjectRow } from '../../../src/core/messages/projectColumns.ts';
import type { PortfolioView } from '../../../src/features/portfolio/messages.ts';
import { isFiltered, mayAcknowledge, tableOf } from '../../../src/features/portfolio/page/table.ts';

const NOW = 1_790_000_000_000;

const concernsOf = (...kinds: (typeof CONCERNS)[number][]) =>
  kinds.map((kind) => ({ kind, words: `${kind} 1` }));

const row = (key: string, members: Partial<ProjectRow> = {}): ProjectRow => ({
  key,
  concerns: [],
  ...members,
});
const counted = (key: string, total: number, confirmed: number) =>
  row(key, { counts: { total, confirmed, processing: total - confirmed, pending: 0 } });
const lacking = (key: string, missing: number) =>
  row(key, {
    counts: { total: 900 + missing, confirmed: 900, processing: 0, pending: 0 },
    concerns: concernsOf('missing'),
  });
const paced = (key: string, perMinute: number, likely?: number) =>
  row(key, {
    asOf: NOW - 1,
    minting: true,
    pace: likely
      ? { perMinute, low: NOW, likely: NOW + likely, high: NOW + 9e6 }
      : { perMinute, reason: 'uneven' },
  });

const keysOf = (rows: readonly ProjectRow[]) => rows.map(({ key }) => key);
const show = (rows: readonly ProjectRow[], view: PortfolioView) =>
  keysOf(tableOf(rows, view, NOW).rows);

describe('Table of the portfolio', () => {
  const concerns = concernsOf('failed');
  const orders: readonly [string, PortfolioView, readonly ProjectRow[], string][] = [
    [
      'names in natural order',
      { sort: 'name' },
      ['Pass 10', 'apple', 'Pass 9', 'Énée', 'Zebra'].map((name) => row(name, { name })),
      'apple, Énée, Pass 9, Pass 10, Zebra',
    ],
    [
      'the share that is confirmed, and not how many are',
      { sort: 'share', descending: true },
      [counted('empty', 0, 0), counted('half', 1000, 500), counted('most', 10, 9)],
      'most, half, empty',
    ],
    [
      'the most serious concern, then how many NFTs it is of, acknowledged or not',
      { sort: 'concerns' },
      [
        ...[row('fine'), row('unreadable', { concerns: concernsOf('unreadable') })],
        ...[row('failed', { concerns }), row('seen', { concerns, acknowledged: true })],
        ...[lacking('14 missing', 14), lacking('218 missing', 218)],
        { ...counted('60 not confirmed', 100, 40), concerns },
      ],
      '60 not confirmed, failed, seen, 218 missing, 14 missing, unreadable, fine',
    ],
    [
      'the likely end',
      { sort: 'doneIn' },
      [paced('late', 9, 8e6), paced('none', 5), paced('soon', 1, 6e5), row('still')],
      'soon, late, none, still',
    ],
    [
      'the pace',
      { sort: 'pace' },
      [paced('late', 9, 8e6), paced('none', 5), paced('soon', 1, 6e5), row('still')],
      'soon, none, late, still',
    ],
  ];
  it('sorts by each kind of value', () => {
    for (const [what, view, rows, expected] of orders) {
      assert.equal(show(rows, view).join(', '), expected, what);
    }
  });

  it('sorting loses no row and leaves equal rows in the order of the list, in any column', () => {
    const valued = (key: string, value: number) => ({
      ...{ ...counted(key, 10, value), ...paced(key, value, value) },
      ...{ name: `N${value}`, symbol: `S${value}`, status: `is ${value}`, movedAt: value },
      ...{ ref: `t/${value}`, concerns: concernsOf(...CONCERNS.slice(0, value)) },
    });
    const rows = ['1', '2'].flatMap((copy) => [
      ...[valued(`high${copy}`, 2), row(`none${copy}`), valued(`low${copy}`, 1)],
    ]);
    for (const { id: sort, ...column } of COLUMNS) {
      if (rows.every((one) => column.value(one, NOW) === undefined)) continue;
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
      row('1', { name: 'Café Lights', symbol: 'CFL', ref: 't/12', status: 'processing' }),
      row('2', { name: 'Quartz Keys', symbol: 'QTZ', ref: 'n/120', status: 'done', minting: true }),
      row('3', { name: 'Harbor', ref: 't/7', concerns: concernsOf('failed', 'stalled') }),
    ];
    const cases: readonly [string, PortfolioView, string[]][] = [
      ['all rows if it is empty', { text: '  ', chips: [] }, ['1', '2', '3']],
      ['names without regard to case and accents', { text: 'CAFE' }, ['1']],
      ['rows whose name, symbol or reference has each word', { text: 'n/12 key qtz' }, ['2']],
      ['rows of a status', { chips: ['status processing'] }, ['1']],
      ['rows without a status', { chips: ['status '] }, ['3']],
      ['rows with all of the chips', { chips: ['failed', 'stalled'] }, ['3']],
      ['what is being minted', { chips: ['moving'] }, ['2']],
    ];
    it('a filter shows the rows that match', () => {
      for (const [what, view, expected] of cases) {
        assert.deepEqual(show(rows, view), expected);
        assert.equal(isFiltered(view), expected.length < 3, what);
      }
    });

    it('chips count all rows, and none can be added that would leave nothing', () => {
      const chips = (view: PortfolioView) =>
        tableOf([...rows, { ...rows[2]!, acknowledged: true }], view, NOW).chips.map(
          ({ id, rows: those, canAdd }) => `${id}: ${those.length}${canAdd ? '' : ', disabled'}`,
        );
      const all = ['failed: 2', 'stalled: 2', 'moving: 1', 'status : 2'];
      assert.deepEqual(chips({}), [...all, 'status processing: 1', 'status done: 1']);
      assert.deepEqual(chips({ text: 'quartz' }), [
        ...['failed: 2, disabled', 'stalled: 2, disabled', 'moving: 1', 'status : 2, disabled'],
        ...['status processing: 1, disabled', 'status done: 1'],
      ]);
      const ended = tableOf([row('ended')], { chips: ['stalled'] }, NOW).chips;
      assert.deepEqual(
        ended.map(({ id, rows: those }) => `${id}: ${those.length}`),
        ['stalled: 0'],
        'a pressed one stays when its rows have moved on',
      );
      const seen = row('seen', { concerns, acknowledged: true });
      const [chip] = tableOf([row('failed', { concerns }), seen], {}, NOW).chips;
      assert.equal(
        withAcknowledged(concernCount('failed', chip!.rows.length), chip!.rows),
        '2 failed, 1 acknowledged',
      );
    });
  });

  it('gives when what is shown and minting will be done, and of how many that is known', () => {
    const gone = { ...paced('gone', 4, 8e6), asOf: NOW - 16 * 60_000 };
    const rows = [paced('a', 9, 6e5), paced('uneven', 5), gone, row('new')];
    const { motion } = tableOf([...rows, row('still', { minting: false })], {}, NOW);
    // Of one, the status alone says so.
    assert.deepEqual([motion.moving, motion.known, motion.doneAt?.likely], [4, 1, NOW + 6e5]);
    assert.equal(tableOf(rows, { text: 'nothing' }, NOW).motion.moving, 0);
  });

  it('totals add up the rows shown that could be read, and never set missing NFTs off against those that are too many', () => {
    const rows = [
      { ...counted('a', 10, 4), asOf: 2 },
      // It has ended, and its counts cannot change.
      { ...counted('ended', 3, 3), asOf: 1 },
      row('b', { counts: { total: 5 }, asOf: 3 }),
      row('c'),
      { ...counted('unreadable', 100, 100), asOf: 1, failure: 'No answer.' },
      row('none', { failure: 'No stats.', concerns: concernsOf('noStats') }),
      row('hidden', { counts: { total: 99 }, ref: 'n/1', asOf: 4 }),
    ].map((one) => ({ ref: 't/1', ...one }));
    const { totals, covered } = tableOf(rows, { text: 't/1' }, NOW);
    assert.deepEqual(totals, {
      // The stages and what is not given come to the total.
      counts: { total: 18, whole: 18, confirmed: 7, processing: 6, pending: 0, notGiven: 5 },
      // Of all 18, as the shares of the other stages.
      ...{ percent: 38, covered: 3, rows: 6 },
    });
    assert.deepEqual(covered, {
      ...{ listed: 7, withStats: 4, failed: 1, without: 1, shared: 0, oldest: 2 },
    });
    assert.deepEqual(tableOf([row('c')], {}, NOW).totals.counts, {});
    const counts = { processing: 0, pending: 0 };
    const { missing, tooMany, burned, whole } = tableOf(
      [
        row('lacks', { counts: { ...counts, total: 100, confirmed: 50, burned: 5 } }),
        row('exceeds', { counts: { ...counts, total: 5, confirmed: 30 } }),
      ],
      {},
      NOW,
    ).totals.counts;
    assert.deepEqual([missing, tooMany, burned, whole], [45, 25, 5, 100]);
  });

  it('Acknowledge is offered only for what needs attention in all views', () => {
    const isOffered = (members: Partial<ProjectRow>) =>
      mayAcknowledge(row('project/t/1', { ref: 't/1', ...members }));
    assert.equal(isOffered({ concerns: concernsOf('failed') }), true);
    assert.equal(isOffered({ concerns: concernsOf('failed'), acknowledged: true }), false);
    assert.equal(isOffered({ concerns: concernsOf('noStats') }), false);
    assert.equal(isOffered({ concerns: concernsOf('unreadable') }), true);
    assert.equal(isOffered({ concerns: concernsOf('unreadable'), ref: '12' }), false);
    assert.equal(isOffered({}), false);
  });
});
