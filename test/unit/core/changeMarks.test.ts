import assert from 'node:assert/strict';
import {
  type ChangeMark,
  type Markable,
  marksAfter,
  type RowFacts,
} from '../../../src/core/lists/changeMarks.ts';
import { markCounts, markSpoken, markWords } from '../../../src/core/messages/listMessages.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import { HeldReads } from '../../support/heldReads.ts';
import { honestPage, numbered, storedList } from '../../support/pages.ts';

/** `a:done` is a row with the key `a` and the status `done`, `a:done:Oar` has a name too. */
const rows = (text: string): Markable[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [key = '', status, name] = word.split(':');
      return { key, status: status === '' ? undefined : status, name };
    });
const said = (marks: ReadonlyMap<string, ChangeMark>) =>
  [...marks].map(([key, mark]) => `${key} ${markWords(mark, { status: 'z' })}`).join(', ');

describe('Changes between two refreshes', () => {
  interface Facts {
    readonly complete?: boolean;
    readonly gaps?: boolean;
    readonly marks?: readonly (readonly [string, ChangeMark])[];
  }
  const PART: Facts = { complete: false };
  /** A row with a mark. @param status the status that the user last saw. */
  const marked = (key: string, kind: ChangeMark['kind'], status?: string): Facts => ({
    marks: [[key, kind === 'new' ? { kind } : { kind, was: { status } }]],
  });
  const cases: readonly (readonly [
    name: string,
    before: string,
    after: string,
    said: string,
    facts?: Facts,
  ])[] = [
    [
      'new and removed rows, one that moved up and one pushed out',
      'a b c x d f',
      'n c m d e',
      'n new, m new, a gone, b gone, x gone',
      PART,
    ],
    ['only new rows, in an incomplete list', 'a b', 'c d', '', PART],
    ['changed status', 'b c:x', 'b:new c', 'b → z (was no status), c → z (was x)'],
    ['a second change', 'a:two', 'a:three', 'a → z (was one)', marked('a', 'changed', 'one')],
    ['a change that was undone', 'a:two', 'a:one', '', marked('a', 'changed', 'one')],
    ['a new row that changed as well', 'n:one', 'n:two', 'n new', marked('n', 'new')],
    ['a new row that is gone before it was viewed', 'n a', 'a', '', marked('n', 'new')],
    ['another name', 'a:z:Oar', 'a:z:Lamp', 'a renamed (was Oar)'],
    ['a changed row that is gone', 'a:two', '', 'a gone (was one)', marked('a', 'changed', 'one')],
    ['a row that is still gone', 'a:x', 'a:x', 'b gone (was y)', marked('b', 'gone', 'y')],
    ['a row that is back as it was', 'a:x', 'b:y a:x', '', marked('b', 'gone', 'y')],
    ['a removed row where rows may be missing in the answer', 'a b c', 'a c', '', { gaps: true }],
  ];
  it('finds what is new, gone, changed or renamed between two refreshes', () => {
    for (const [name, before, after, expected, given = {}] of cases) {
      const { complete = true, gaps = false, marks = [] } = given;
      const facts = { ended: complete, short: false, drifted: false, unreadable: 0 };
      const was = { ...facts, rows: rows(before) };
      const now = { ...facts, rows: rows(after), drifted: gaps };
      const found = marksAfter(new Map(marks), was, now);
      assert.equal(said(found), expected, name);
    }
  });
});

describe('Changes of a PagedList', () => {
  const start = async (count: number) => {
    const all: Markable[] = numbered(count).map((row) => ({ ...row, status: 'x' }));
    /** How many rows at the top of a page cannot be read. */
    const broken = { unreadable: 0 };
    const service = new HeldReads((request) => {
      const page = honestPage(all, request);
      const { unreadable } = broken;
      return { ...page, rows: page.rows.slice(unreadable), unreadable };
    });
    let now = 0;
    const list = new PagedList<Markable>(service.read, { limit: () => 10, now: () => ++now });
    await service.serve(list.open());
    return { all, service, list, broken };
  };

  /** Five rows, below new ones with these keys that a refresh has found. */
  const startWithNew = async (...keys: readonly string[]) => {
    const started = await start(5);
    started.all.unshift(...keys.map((key) => ({ key })));
    await started.service.serve(started.list.refresh());
    return started;
  };

  it('each refresh adds marks, Load More and Load All do not', async () => {
    const { all, service, list } = await start(35);
    all[0] = { key: '0', status: 'y' };
    await service.serve(list.loadMore());
    await service.serve(list.loadAll());
    assert.equal(list.changes.marks.size, 0);
    const { asOf } = list.state;
    all.push({ key: 'n', status: 'x' });
    await service.serve(list.refresh());
    assert.equal(said(list.changes.marks), '0 → z (was x), n new');
    all[3] = { key: '3', status: 'y' };
    await service.serve(list.refresh());
    assert.equal(said(list.changes.marks), '0 → z (was x), 3 → z (was x), n new');
    assert.equal(list.changes.since, asOf);
  });

  it('a mark shows the present status first, then the share, then what was before, in any script', () => {
    const was = { name: 'Lamp', status: 'pending' };
    const changed = (status?: string): ChangeMark => ({ kind: 'changed', was: { status } });
    const cases: readonly (readonly [mark: ChangeMark, row: RowFacts, words: string])[] = [
      [changed('pending'), {}, '→ no status · 63% · was pending'],
      [changed('\u202ex\n'), { status: '' }, '→ no status · 63% · was x'],
      [changed('ממתין'), { status: 'אושר' }, '→ אושר\u200e · 63% · was ממתין\u200e'],
      [{ kind: 'changed', was }, { ...was, status: 'failed' }, '→ failed · 63% · was pending'],
      [{ kind: 'changed', was }, { ...was, name: 'Oar' }, 'renamed (was Lamp) · 63%'],
      [{ kind: 'new' }, was, 'new · 63%'],
    ];
    for (const [mark, row, words] of cases) assert.equal(markWords(mark, row, '63%'), words);
    assert.equal(markWords(changed('pending'), { status: 'done' }), '→ done (was pending)');
    assert.equal(markWords({ kind: 'gone', was }, {}), 'gone (was pending)');
    assert.equal(markWords({ kind: 'gone', was: {} }, {}), 'gone');
    const both = { name: 'Oar', status: 'failed' };
    assert.equal(
      markWords({ kind: 'changed', was }, both),
      '→ failed (was pending), renamed (was Lamp)',
    );
    assert.equal(
      markSpoken({ kind: 'changed', was }, both),
      'was pending, now failed, renamed (was Lamp)',
    );
  });

  it('counts marks by the new status, a failure first, and by what else has changed', () => {
    const was = { name: 'Lamp', status: 'pending' };
    const changed = { kind: 'changed', was } as const;
    const some = new Map<string, ChangeMark>([
      ['n', { kind: 'new' }],
      ['g', { kind: 'gone', was }],
      ...['c', 'r', 'f'].map((key) => [key, changed] as const),
    ]);
    const now = rows('n:x c:confirmed:Lamp r:pending:Oar f:failed:Lamp');
    const counts = ['1 new', '1 now failed', '1 now confirmed', '1 renamed', '1 gone'];
    assert.deepEqual(markCounts(some, now), counts);
    const many = rows('1:a 2:b 3:c 4:d 5:d 6:error');
    const marks = new Map(many.map(({ key }) => [key, changed]));
    assert.deepEqual(markCounts(marks, many), ['1 now error', '2 now d', '1 now a', '2 changed']);
  });

  it('removes the mark “gone” from a row that Load More finds on a later page', async () => {
    const { all, service, list } = await start(15);
    all.push(all.shift()!);
    await service.serve(list.refresh());
    assert.equal(said(list.changes.marks), '0 gone (was x)');
    await service.serve(list.loadMore());
    assert.equal(said(list.changes.marks), '');
  });

  it('marks no row as gone while an unreadable row could be that one', async () => {
    const { all, service, list, broken } = await start(5);
    broken.unreadable = 1;
    await service.serve(list.refresh());
    assert.deepEqual([list.state.unreadable, said(list.changes.marks)], [1, '']);
    broken.unreadable = 0;
    await service.serve(list.refresh());
    all.shift();
    await service.serve(list.refresh());
    assert.equal(said(list.changes.marks), '0 gone (was x)');
  });

  it('removes the mark of each row that the user views', async () => {
    const { list } = await startWithNew('n', 'm');
    const seen: string[][] = [];
    list.onSeen((keys) => seen.push([...keys]));
    list.see(['n', '3']);
    list.see(['n']);
    assert.equal(said(list.changes.marks), 'm new');
    list.see(list.changes.marks.keys());
    assert.deepEqual(seen, [['n'], ['m']]);
    assert.equal(list.changes.since, undefined);
  });

  it('restores marks with stored rows where they are still true', async () => {
    const { all, service, list } = await start(0);
    list.reset();
    const rowsThen = rows('a:x b:y c:z');
    const stored = new Map<string, ChangeMark>([
      ['a', { kind: 'changed', was: { status: 'w' } }],
      ['b', { kind: 'changed', was: { status: 'y' } }],
      ['c', { kind: 'new' }],
      ['gone', { kind: 'new' }],
    ]);
    list.restore(storedList(rowsThen, { asOf: 0.5 }), { marks: stored, since: 0.75 });
    assert.equal(said(list.changes.marks), 'a → z (was w), c new');
    // The clock may have been set back since, so the time is at most that of the rows.
    assert.equal(list.changes.since, 0.5);
    all.push(...rows('n a:x b:q c:z'));
    await service.serve(list.open());
    assert.equal(said(list.changes.marks), 'n new, a → z (was w), b → z (was y), c new');
    assert.equal(list.changes.since, 0.5);
  });

  it('marks stay when a refresh fails or is stopped, and are removed on reset', async () => {
    const { service, list } = await startWithNew('n');
    await service.fail(list.refresh());
    void list.refresh();
    list.cancel();
    assert.equal(said(list.changes.marks), 'n new');
    list.reset();
    assert.equal(said(list.changes.marks), '');
  });
});
