import assert from 'node:assert/strict';
import { COLUMNS, type ProjectRow } from '../../../src/core/messages/projectColumns.ts';
import { columnsIn, withColumn } from '../../../src/features/portfolio/columns.ts';
import { readDocs } from '../../support/docs.ts';
import { inLocale } from '../../support/inLocale.ts';

const now = Date.UTC(2026, 2, 3, 14, 2, 11);

describe('Cells of the portfolio', () => {
  inLocale('en-US', 'UTC');

  const texts = (row: Partial<ProjectRow>) =>
    Object.fromEntries(
      COLUMNS.map((column) => [column.id, column.text({ key: 'k', concerns: [], ...row }, now)]),
    );

  it('cells show the row in the words and numbers of the user', () => {
    const row = {
      ...{ name: 'Harbor Lights', symbol: 'HLD', status: 'processing', ref: 'n/12' },
      counts: { total: 5000, confirmed: 3150, processing: 850, pending: 1000 },
      asOf: now,
      movedAt: now - 60_000,
      failedSince: { at: now - 720_000, after: now - 780_000 },
      pace: {
        perMinute: 75,
        ...{ low: now + 1_500_000, likely: now + 1_800_000, high: now + 2_400_000 },
      },
    };
    assert.deepEqual(texts(row), {
      name: 'Harbor Lights',
      symbol: 'HLD',
      status: 'processing',
      id: 'n/12',
      share: '63%',
      concerns: '',
      total: '5,000',
      confirmed: '3,150',
      processing: '850',
      pending: '1,000',
      doneIn: '25–40 min',
      pace: '75 a minute',
      movedAt: '14:01:11',
      since: '12 min ago',
      failed: '0',
      missing: '0',
      tooMany: '0',
      burned: '',
      cancelled: '',
      other: '',
      asOf: '14:02:11',
    });
  });

  it('a project that had failed when it was first seen today has failed before that time', () => {
    const failedSince = { at: now - 720_000 };
    assert.equal(texts({ failedSince }).since, 'before 13:50');
  });

  it('a cell shows why there is no estimate, which its tooltip has in full', () => {
    const asOf = now - 60_000;
    const doneIn = (pace: ProjectRow['pace'], at = asOf) => texts({ asOf: at, pace }).doneIn;
    const late = 15 * 60_000;
    const pace = { perMinute: 5, low: now, likely: now, high: now };
    assert.equal(doneIn({ reason: 'still', since: now - late }), 'no progress for 15 min');
    assert.equal(doneIn({ reason: 'still', since: now - 200 * late }), 'no progress for 2 d');
    assert.equal(doneIn({ reason: 'early' }, now - late), 'not read for 15 min');
    assert.equal(doneIn(pace, now - late), 'not read for 15 min');
    assert.equal(texts({ asOf: now - late, pace }).pace, '');
    const uneven = { perMinute: 75, reason: 'uneven' } as const;
    const cells = texts({ asOf, pace: uneven });
    assert.deepEqual([cells.pace, cells.doneIn], ['75 a minute', 'too uneven to say']);
    assert.equal(title('doneIn', { asOf, pace: uneven }), 'too uneven to say');
  });

  it('the time of the first reading is no change', () => {
    const row = { movedAt: now - 60_000, isUnmoved: true };
    assert.equal(texts(row).movedAt, 'none seen');
    assert.match(title('movedAt', row), /^none since it was first read, .*March 3, 2026/);
  });

  it('cells of unknown values are empty, and a row without a name has what the tree calls it', () => {
    const { name, id, ...others } = texts({ ref: 't/12', name: '', standIn: 'Project 12' });
    assert.deepEqual([name, id], ['Project 12', 't/12']);
    assert.deepEqual([...new Set(Object.values(others))], ['']);
  });

  it('a cell shows why a project could not be read, once', () => {
    const failure = 'The service had an internal error (500).';
    const unreadable = { kind: 'unreadable', words: 'Could not be read' } as const;
    assert.equal(texts({ failure, concerns: [unreadable] }).concerns, failure);
    const failed = { kind: 'failed', words: 'Failed 12' } as const;
    assert.equal(
      texts({ concerns: [failed], acknowledged: true }).concerns,
      'Failed 12 · acknowledged',
    );
    const both = texts({ failure, concerns: [failed, unreadable] });
    assert.equal(both.concerns, `Failed 12 · ${failure}`);
  });

  it('a cell says how long a project has stalled by now, and no longer than its counts are true', () => {
    const words = (minutesAgo: number) => {
      const asOf = now - minutesAgo * 60_000;
      const concerns = [{ kind: 'stalled', words: 'Stalled 20 min' }] as const;
      return texts({ concerns, asOf, movedAt: asOf - 20 * 60_000 }).concerns;
    };
    assert.deepEqual([0, 2, 60].map(words), ['Stalled 20 min', 'Stalled 22 min', 'Stalled 20 min']);
  });

  it('the tooltips of a failed row say since when it has failed, also where nothing is said of its end', () => {
    const concerns = [{ kind: 'failed', words: 'Failed 12' }] as const;
    const counts = { total: 20, confirmed: 8, failed: 12 };
    const failedSince = { at: now - 720_000, after: now - 780_000 };
    const row = { concerns, counts, failedSince };
    assert.equal(title('concerns', row), 'Failed 12 · 12 min ago');
    assert.deepEqual([texts(row).concerns, texts(row).doneIn], ['Failed 12', '']);
    assert.equal(title('doneIn', row), 'Failed 12 · 12 min ago');
    const byStatus = [{ kind: 'failed', words: 'Status failed' }] as const;
    assert.equal(title('doneIn', { concerns: byStatus }), 'Status failed');
    assert.equal(title('doneIn', { failedSince }), '');
  });

  const title = (id: string, row: Partial<ProjectRow>) => {
    const column = COLUMNS.find((one) => one.id === id)!;
    const whole = { key: 'k', concerns: [], ...row };
    return column.title?.(whole, now) ?? column.text(whole, now);
  };

  it('tooltips of cells show the whole text, the reference of the project and the full date', () => {
    const row = { name: 'Harbor Lights', symbol: 'HLD', ref: 't/12', asOf: now };
    assert.equal(title('name', { ref: 't/12', standIn: 'Project 12' }), 'Project 12 · t/12');
    assert.equal(title('name', { ...row, watched: true }), 'Harbor Lights · HLD · t/12 · watched');
    assert.match(title('asOf', row), /^Tuesday, March 3, 2026/);
    assert.equal(title('status', { status: 'partially failed' }), 'partially failed');
    const counts = { total: 5000, confirmed: 3150, processing: 850, pending: 988, failed: 12 };
    assert.equal(
      title('share', { counts }),
      '63% · 3,150 confirmed · 850 processing · 988 pending · 12 failed',
    );
  });
});

describe('Columns of the portfolio', () => {
  const idsIn = (view: Parameters<typeof columnsIn>[0], room: number) =>
    columnsIn(view, room).map(({ id }) => id);
  const all = COLUMNS.filter(({ isHidden }) => !isHidden).map(({ id }) => id);

  it('a narrow table has the most important columns, and all but some where there is room', () => {
    assert.deepEqual(idsIn({}, 20), all.slice(0, 4));
    assert.deepEqual(idsIn({}, 300), all);
    for (let room = 42; room < 200; room++) {
      const ids = idsIn({}, room);
      assert.deepEqual(ids, all.slice(0, ids.length));
    }
  });

  it('a column that is sorted by is shown although it does not fit, a hidden one is not', () => {
    assert.ok(idsIn({ sort: 'asOf' }, 20).includes('asOf'));
    const view = withColumn({ text: 'x' }, 'symbol', true);
    const without = withColumn(view, 'share', false);
    assert.ok(!idsIn(without, 300).includes('share'));
    assert.equal(without.text, 'x');
    assert.deepEqual(idsIn(withColumn(view, 'symbol', false), 300), all.slice(0, -1));
  });

  it('a ticked column is shown at any width, takes the place of none, and keeps no other in place', () => {
    for (const id of ['id', 'symbol', 'status']) {
      for (const sort of [undefined, id, 'asOf']) {
        const view = { sort };
        const ticked = withColumn(view, id, true);
        for (const room of [20, 60, 120]) {
          // What the sorted column had displaced comes back.
          const before = idsIn(sort === id ? {} : view, room);
          const expected = new Set([...before, id]);
          assert.deepEqual(new Set(idsIn(ticked, room)), expected, `${id} ${sort} ${room}`);
        }
      }
    }
  });

  it('the guide says what each column shows, and which are hidden at first', async () => {
    const guide = (await readDocs()).get('docs/guide.md') ?? '';
    const [, table = ''] = guide.split(/^\| Column .*\n\| -.*\n/m);
    const [rows = ''] = table.split('\n\n');
    const described = [...rows.matchAll(/^\| (.+?) +\| (.+?) *\|$/gm)];
    assert.deepEqual(
      described.map(([, heading, text = '']) => [heading, text.includes('hidden at first')]),
      COLUMNS.map(({ heading, isHidden = false }) => [heading(), isHidden]),
    );
  });
});
