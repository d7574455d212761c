import assert from 'node:assert/strict';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import {
  type ChangeMark,
  ListMarks,
  type Markable,
  marksAfter,
} from '../../../src/core/lists/changeMarks.ts';
import { markCounts, markWords } from '../../../src/core/messages/listMessages.ts';
import { PagedList } from '../../../src/core/lists/pagedList.ts';
import { HeldReads } from '../../support/heldReads.ts';
import { honestPage } from '../../support/pages.ts';

/** `a:done` is a row with the key `a` and the status `done`; `a` has none. */
const rows = (text: string): Markable[] =>
  text
    .split(' ')
    .filter((word) => word !== '')
    .map((word) => {
      const [key = '', status] = word.split(':');
      return { key, status };
    });
const said = (marks: ReadonlyMap<string, ChangeMark>) =>
  [...marks].map(([key, mark]) => `${key} ${markWords(mark, 'z')}`).join(', ');

describe('finding the changes between two refreshes', () => {
  const cases: readonly {
    readonly name: string;
    readonly before: string;
    readonly after: string;
    readonly complete?: boolean;
    readonly marks?: readonly (readonly [string, ChangeMark])[];
    readonly said: string;
  }[] = [
    { name: 'no change', before: 'a:x b:y', after: 'a:x b:y', said: '' },
    { name: 'a new row at the top', before: 'a b', after: 'n a b', said: 'n new' },
    { name: 'a new row among others', before: 'a b', after: 'a n b', said: 'n new' },
    { name: 'a new row at the end of all', before: 'a b', after: 'a b n', said: 'n new' },
    {
      name: 'rows that moved up from pages that were not loaded',
      before: 'a b c d',
      after: 'b d e f',
      complete: false,
      said: '',
    },
    {
      name: 'a new row, and one pushed out of the pages held',
      before: 'a b c',
      after: 'n a b',
      complete: false,
      said: 'n new',
    },
    {
      name: 'a new row and rows that moved up',
      before: 'a b c d',
      after: 'n c d e',
      complete: false,
      said: 'n new',
    },
    {
      name: 'only new rows, in an incomplete list',
      before: 'a b',
      after: 'c d',
      complete: false,
      said: '',
    },
    { name: 'the first rows of an empty list', before: '', after: 'a b', said: 'a new, b new' },
    {
      name: 'changed status',
      before: 'a:processing b c:x',
      after: 'a:confirmed b:new c',
      said: 'a → z (was processing), b → z (had no status), c → z (was x)',
    },
    {
      name: 'another order only',
      before: 'a:x b:y c:z',
      after: 'c:z a:x b:y',
      said: '',
    },
    {
      name: 'a second change: the mark keeps the status last seen',
      before: 'a:two b:x',
      after: 'a:three b:x',
      marks: [['a', { kind: 'changed', was: 'one' }]],
      said: 'a → z (was one)',
    },
    {
      name: 'a change that was undone',
      before: 'a:two',
      after: 'a:one',
      marks: [['a', { kind: 'changed', was: 'one' }]],
      said: '',
    },
    {
      name: 'a new row that changed as well',
      before: 'n:one',
      after: 'n:two',
      marks: [['n', { kind: 'new' }]],
      said: 'n new',
    },
    {
      name: 'a marked row that was removed',
      before: 'n a',
      after: 'a',
      marks: [['n', { kind: 'new' }]],
      said: '',
    },
  ];
  for (const { name, before, after, complete = true, marks = [], said: expected } of cases) {
    it(name, () => {
      const found = marksAfter(new Map(marks), { rows: rows(before), complete }, rows(after));
      assert.equal(said(found), expected);
    });
  }

  const anyRows = fc
    .uniqueArray(fc.nat(30), { maxLength: 20 })
    .chain((keys) =>
      fc.tuple(
        fc.constant(keys),
        fc.array(fc.constantFrom('x', 'y', undefined), {
          minLength: keys.length,
          maxLength: keys.length,
        }),
      ),
    )
    .map(([keys, statuses]) =>
      keys.map((key, at): Markable => ({ key: String(key), status: statuses[at] })),
    );

  it('marks only rows that are in the list and differ, for any rows', () => {
    fc.assert(
      fc.property(anyRows, anyRows, fc.boolean(), (before, after, complete) => {
        const marks = marksAfter(new Map(), { rows: before, complete }, after);
        for (const [key, mark] of marks) {
          const [old, now] = [before, after].map((all) => all.find((row) => row.key === key));
          assert.ok(now);
          if (mark.kind === 'new') assert.equal(old, undefined);
          else assert.ok(old && old.status === mark.was && now.status !== mark.was);
        }
        // What was there before and is the same has no mark, however complete the list was.
        for (const row of after) {
          const old = before.find(({ key }) => key === row.key);
          if (old) assert.equal(marks.has(row.key), old.status !== row.status);
          else if (complete) assert.ok(marks.has(row.key));
        }
      }),
    );
  });

  it('does not mark a row as new that only moved into a page, for any service', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 40 }),
        fc.array(fc.nat(40), { maxLength: 20 }),
        (held, count, gone) => {
          const all = Array.from({ length: count }, (_, at): Markable => ({ key: String(at) }));
          const left = all.filter(({ key }) => !gone.includes(Number(key)));
          const before = { rows: all.slice(0, held), complete: held >= count };
          assert.equal(marksAfter(new Map(), before, left.slice(0, held)).size, 0);
        },
      ),
    );
  });

  it('marks nothing as changed if the rows are again as last seen, for any two refreshes', () => {
    fc.assert(
      fc.property(anyRows, anyRows, (first, second) => {
        const once = marksAfter(new Map(), { rows: first, complete: true }, second);
        const back = marksAfter(once, { rows: second, complete: true }, first);
        assert.ok([...back.values()].every(({ kind }) => kind === 'new'));
      }),
    );
  });
});

describe('the marks of a list', () => {
  /** A whole list of an earlier time. */
  const keptList = (rows: readonly Markable[], { asOf }: { readonly asOf: number }) => {
    const facts = { unreadable: 0, drifted: false, repeated: 0, shared: new Map() };
    return { rows, asOf, limit: 10, covered: 10, total: rows.length, ended: true, ...facts };
  };
  /** @param totalOf what the service says at a page of how many rows there are; the truth if left out. */
  const start = async (count: number, limit = 10, totalOf?: (page: number) => number) => {
    const all: Markable[] = Array.from({ length: count }, (_, at) => ({
      key: String(at),
      status: 'x',
    }));
    const service = new HeldReads((request) => {
      const page = honestPage(all, request);
      return totalOf ? { ...page, totalResults: totalOf(request.page) } : page;
    });
    let now = 0;
    const list = new PagedList<Markable>(service.read, { limit: () => limit, now: () => ++now });
    const marks = new ListMarks(list);
    await service.serve(list.open());
    return { all, service, list, marks };
  };

  it('are set by a refresh, not by Load More or Load All', async () => {
    const { all, service, list, marks } = await start(35);
    all[0] = { key: '0', status: 'y' };
    await service.serve(list.loadMore());
    await service.serve(list.loadAll());
    assert.equal(marks.marks.size, 0);
    all.push({ key: 'n', status: 'x' });
    await service.serve(list.refresh());
    assert.equal(said(marks.marks), '0 → z (was x), n new');
  });

  const incomplete: readonly {
    readonly name: string;
    readonly count: number;
    readonly totalOf: (page: number) => number;
    readonly facts: readonly boolean[];
  }[] = [
    {
      name: 'gave less than it spoke of',
      count: 5,
      totalOf: () => 6,
      facts: [false, true, false],
    },
    {
      name: 'moved while it was read',
      count: 15,
      totalOf: (page) => 16 - page,
      facts: [false, false, true],
    },
    { name: 'has more pages', count: 15, totalOf: () => 35, facts: [true, false, false] },
  ];
  for (const { name, count, totalOf, facts } of incomplete) {
    it(`call no row at the end new if the list ${name}`, async () => {
      const { all, service, list, marks } = await start(count, 10, totalOf);
      if (count > 10) await service.serve(list.loadMore());
      const { hasMore, short, drifted } = list.state;
      assert.deepEqual([hasMore, short, drifted], facts);
      all.push({ key: 'late', status: 'x' });
      await service.serve(list.refresh());
      assert.equal(list.state.rows.at(-1)?.key, 'late');
      assert.equal(said(marks.marks), '');
    });
  }

  it('say the present status and the earlier one, in this order in any script', () => {
    const changed = (was: string | undefined) => ({ kind: 'changed', was }) as const;
    assert.equal(markWords(changed('pending'), 'confirmed'), '→ confirmed (was pending)');
    assert.equal(markWords(changed('pending'), undefined), '→ no status (was pending)');
    assert.equal(markWords(changed('\u202ex\n'), ''), '→ no status (was x)');
    assert.equal(markWords(changed('ממתין'), 'אושר'), '→ אושר\u200e (was ממתין\u200e)');
  });

  it('are counted by what they are', () => {
    const fresh: ChangeMark = { kind: 'new' };
    const changed: ChangeMark = { kind: 'changed', was: 'x' };
    const counts = (...all: ChangeMark[]) =>
      markCounts(new Map(all.map((mark, at) => [String(at), mark])), String);
    assert.deepEqual(counts(fresh, changed, fresh), ['2 new', '1 changed']);
    assert.deepEqual(counts(changed, changed), ['2 changed']);
    assert.deepEqual(counts(fresh), ['1 new']);
    assert.deepEqual(counts(), []);
  });

  it('are collected over several refreshes', async () => {
    const { all, service, list, marks } = await start(15);
    const { asOf } = list.state;
    all.unshift({ key: 'n', status: 'x' });
    await service.serve(list.refresh());
    all[3] = { key: all[3]!.key, status: 'y' };
    await service.serve(list.refresh());
    assert.equal(said(marks.marks), 'n new, 2 → z (was x)');
    assert.equal(marks.since, asOf);
    assert.deepEqual(markCounts(marks.marks, String), ['1 new', '1 changed']);
  });

  it('are removed for each row that is viewed', async () => {
    const { all, service, list, marks } = await start(5);
    const seen: string[][] = [];
    marks.onSeen((keys) => seen.push([...keys]));
    all.unshift({ key: 'n' }, { key: 'm' });
    await service.serve(list.refresh());
    marks.see(['n', '3']);
    marks.see(['n']);
    assert.equal(said(marks.marks), 'm new');
    marks.see(marks.marks.keys());
    assert.deepEqual(seen, [['n'], ['m']]);
    assert.equal(marks.since, undefined);
    const { asOf } = list.state;
    all.unshift({ key: 'o' });
    await service.serve(list.refresh());
    assert.deepEqual([said(marks.marks), marks.since], ['o new', asOf]);
  });

  it('stay while a row is selected, and are removed when another row is', async () => {
    const { all, service, list, marks } = await start(5);
    all.unshift({ key: 'n' }, { key: 'm' }, { key: 'o' });
    await service.serve(list.refresh());
    marks.select(['n', 'm']);
    marks.select([]);
    assert.equal(said(marks.marks), 'n new, m new, o new');
    marks.select(['m', 'loadMore']);
    assert.equal(said(marks.marks), 'm new, o new');
    marks.select(['3']);
    assert.equal(said(marks.marks), 'o new');
  });

  it('of rows that a command went through stay until a person selects another row', async () => {
    const { all, service, list, marks } = await start(5);
    all.unshift({ key: 'n' }, { key: 'm' }, { key: 'o' });
    await service.serve(list.refresh());
    marks.select(['n']);
    for (const key of ['m', 'o', 'm']) {
      marks.goThrough(key);
      marks.select([key]);
    }
    assert.equal(said(marks.marks), 'n new, m new, o new');
    marks.select(['o']);
    assert.equal(said(marks.marks), 'n new, m new, o new', 'gone through before');
    marks.select(['3']);
    assert.equal(said(marks.marks), '');
  });

  it('of a row that was gone through and has changed again stay', async () => {
    const { all, service, list, marks } = await start(5);
    const change = (at: number, status: string) => {
      all[at] = { key: String(at), status };
    };
    for (const at of [0, 1, 2]) change(at, 'y');
    await service.serve(list.refresh());
    for (const key of ['0', '1', '2']) {
      marks.goThrough(key);
      marks.select([key]);
    }
    change(1, 'w');
    await service.serve(list.refresh());
    marks.select(['3']);
    assert.equal(said(marks.marks), '1 → z (was x)');
  });

  it('of another account are not removed by what was gone through before', async () => {
    const { all, service, list, marks } = await start(5);
    all.unshift({ key: 'n' });
    await service.serve(list.refresh());
    marks.goThrough('n');
    marks.select(['n']);
    list.reset();
    all.shift();
    await service.serve(list.open());
    all.unshift({ key: 'n' });
    await service.serve(list.refresh());
    marks.select(['3']);
    assert.equal(said(marks.marks), 'n new');
  });

  it('of another account are not removed by the selection made before', async () => {
    const { all, service, list, marks } = await start(5);
    marks.select(['n']);
    list.reset();
    await service.serve(list.open());
    all.unshift({ key: 'n' });
    await service.serve(list.refresh());
    marks.select(['3']);
    assert.equal(said(marks.marks), 'n new');
  });

  it('are restored with rows of an earlier time, where they are still true', async () => {
    const { all, service, list, marks } = await start(0);
    list.reset();
    const rowsThen = rows('a:x b:y c:z');
    const told = new Map<string, ChangeMark>([
      ['a', { kind: 'changed', was: 'w' }],
      ['b', { kind: 'changed', was: 'y' }],
      ['c', { kind: 'new' }],
      ['gone', { kind: 'new' }],
    ]);
    marks.restore({ marks: told, since: 0.25, inBoth: 3 });
    assert.equal(marks.marks.size, 0, 'they come with the rows');
    list.restore(keptList(rowsThen, { asOf: 0.5 }));
    assert.equal(said(marks.marks), 'a → z (was w), c new');
    assert.deepEqual([marks.since, marks.inBoth], [0.25, 3]);
    all.push(...rows('n a:x b:q c:z'));
    await service.serve(list.open());
    assert.equal(said(marks.marks), 'n new, a → z (was w), b → z (was y), c new');
    assert.equal(marks.since, 0.25);
  });

  it('were found at no time that is still to come, also where the clock was set back', async () => {
    const { list, marks } = await start(0);
    list.reset();
    marks.restore({ marks: new Map([['a', { kind: 'new' }]]), since: 0.75, inBoth: 3 });
    list.restore(keptList(rows('a:x'), { asOf: 0.5 }));
    assert.equal(marks.since, 0.5);
  });

  it('of restored rows are compared with the time of those rows', async () => {
    const { all, service, list, marks } = await start(0);
    list.reset();
    list.restore(keptList(rows('a:x'), { asOf: 0.5 }));
    all.push(...rows('a:y'));
    await service.serve(list.open());
    assert.deepEqual([said(marks.marks), marks.since], ['a → z (was x)', 0.5]);
  });

  it('are not restored if other rows come first, such as those of another account', async () => {
    const { all, service, list, marks } = await start(0);
    list.reset();
    marks.restore({ marks: new Map([['a', { kind: 'new' }]]), since: 7, inBoth: 3 });
    all.push(...rows('a:x'));
    await service.serve(list.open());
    assert.equal(said(marks.marks), '');
    list.reset();
    list.restore(keptList(rows('a:x'), { asOf: 0.5 }));
    assert.equal(said(marks.marks), '');
  });

  it('say how many rows were compared while the list is incomplete', async () => {
    const { all, service, list, marks } = await start(25);
    all.unshift({ key: 'n' });
    await service.serve(list.refresh());
    assert.equal(marks.inBoth, 9, 'one of ten moved to the next page');
    await service.serve(list.loadAll());
    all[5] = { key: all[5]!.key, status: 'y' };
    await service.serve(list.refresh());
    assert.equal(marks.inBoth, 9, 'the mark before was found among nine');
    marks.see(marks.marks.keys());
    all[6] = { key: all[6]!.key, status: 'y' };
    await service.serve(list.refresh());
    assert.deepEqual([marks.marks.size, marks.inBoth], [1, undefined]);
  });

  it('stay when a refresh fails or is stopped, and are removed on reset', async () => {
    const { all, service, list, marks } = await start(5);
    all.unshift({ key: 'n' });
    await service.serve(list.refresh());
    const failing = list.refresh();
    while (service.waiting.length === 0) await new Promise((resolve) => setImmediate(resolve));
    service.waiting[0]!.fail();
    await failing;
    void list.refresh();
    list.cancel();
    assert.equal(said(marks.marks), 'n new');
    list.reset();
    assert.equal(said(marks.marks), '');
    await service.serve(list.open());
    assert.equal(said(marks.marks), '');
  });
});
