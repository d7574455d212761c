import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import fc from 'fast-check';
import {
  type Arrangement,
  AS_LISTED,
  GROUPINGS,
  groupProjects,
  isAsListed,
  projectOrder,
  readArrangement,
  type SortBy,
  SORTS,
} from '../../../src/core/arrange/arrangement.ts';
import type {
  ProjectFilter,
  Standing,
  Standings,
} from '../../../src/core/arrange/projectFilter.ts';
import type { Project } from '../../../src/core/model/model.ts';
import { ArrangedProjects } from '../../../src/core/arrange/arrangedProjects.ts';
import { project } from '../../support/projects.ts';

const collator = new Intl.Collator('en', { numeric: true });

const sorted = (sort: SortBy, rows: readonly Project[], shares?: Standings) =>
  rows.toSorted(projectOrder(sort, collator, shares)).map(({ key }) => key.split('/')[1]);

describe('Order of projects', () => {
  it('sorts by name in natural order, with unnamed projects last', () => {
    const names = ['Lamp 10', undefined, 'lamp 2', 'Émile', 'Zebra', 'eel'];
    const rows = names.map((name, at) => project(String(at), { name }));
    assert.deepEqual(sorted('name', rows), ['5', '3', '2', '0', '4', '1']);
  });

  it('sorts by id as a number, also above 2^53', () => {
    const ids = ['10', '9', '9007199254740993', '9007199254740992', undefined, '0'];
    const rows = ids.map((id, at) => project(String(at), { id }));
    assert.deepEqual(sorted('id', rows), ['5', '1', '0', '3', '2', '4']);
  });

  it('puts failed first by status, then what is under way, with projects without a status last', () => {
    const statuses = ['failed', 'pending', 'odd', 'processing', undefined, 'confirmed'];
    const rows = statuses.map((status, at) => project(String(at), { status }));
    assert.deepEqual(sorted('status', rows), ['0', '3', '1', '5', '2', '4']);
  });

  it('sorts by progress with the least confirmed first, and unknown shares last', () => {
    const rows = ['1', '2', '3', '4'].map((id) => project(id));
    const standing = (percent: number | undefined) => ({ percent, alarm: undefined });
    const shares = new Map([
      ['project/1', standing(100)],
      ['project/3', standing(0)],
      ['project/4', standing(undefined)],
    ]);
    assert.deepEqual(sorted('progress', rows, shares), ['3', '1', '2', '4']);
  });

  it('leaves projects of the same id as the service lists them', () => {
    const rows = ['3', '1'].map((key) => project(key, { id: '7' }));
    assert.equal(projectOrder('id', collator)!(rows[0]!, rows[1]!), 0);
  });
});

describe('Groups of projects', () => {
  const rows = [
    project('2', { status: 'confirmed' }),
    project('1', { status: 'failed', transferable: false }),
    project('3', { transferable: true }),
    project('4', { status: 'failed', transferable: true }),
    project('5', { status: 'a failure', transferable: false }),
  ];
  const groups = (by: 'attention' | 'status' | 'kind', standings?: Standings) =>
    groupProjects(rows, by, collator, standings).map(({ value, rows: members }) => [
      value,
      members.map(({ id }) => id).join(' '),
    ]);

  it('orders groups of statuses with failed first and projects without a status last', () => {
    assert.deepEqual(groups('status'), [
      ['a failure', '5'],
      ['failed', '1 4'],
      ['confirmed', '2'],
      [undefined, '3'],
    ]);
  });

  it('orders groups by alarm, acknowledged or not, the worst first and projects without one last', () => {
    const alarming = (alarm: Standing['alarm']) => ({ percent: 1, alarm });
    const standings = new Map<string, Standing>([
      ['project/3', alarming('failed')],
      ['project/1', alarming('stalled')],
      ['project/5', alarming('failed')],
      ['project/4', alarming(undefined)],
      ['project/2', { ...alarming('failed'), acknowledged: true }],
    ]);
    assert.deepEqual(groups('attention', standings), [
      ['failed', '2 3 5'],
      ['stalled', '1'],
      [undefined, '4'],
    ]);
  });

  it('orders groups by kind, with projects without a kind last', () => {
    assert.deepEqual(groups('kind'), [
      [true, '3 4'],
      [false, '1 5'],
      [undefined, '2'],
    ]);
  });
});

const idsOf = (rows: readonly Project[]) => rows.map(({ id }) => id).join(' ');
const by = (change: Partial<Arrangement>): Arrangement => ({ ...AS_LISTED, ...change });
const lamps = (...names: string[]) => names.map((name, at) => project(String(at + 1), { name }));

describe('ArrangedProjects', () => {
  const failed = (key: string): Standings =>
    new Map([[key, { percent: 1, alarm: 'failed', words: 'Failed 3' }]]);

  it('shows the row array of the list while nothing is arranged, and the same array for the same rows', () => {
    const arranged = new ArrangedProjects(collator);
    const rows = lamps('b', 'a');
    const filtered = by({ filter: { text: 'b' } });
    assert.deepEqual(arranged.of(rows, AS_LISTED), { shown: rows, groups: undefined });
    const { shown } = arranged.of(rows, filtered);
    assert.equal(arranged.of(rows, filtered).shown, shown);
    assert.equal(idsOf(arranged.of([...rows, ...lamps('bb')], filtered).shown), '1 1');
  });

  it('filters and groups by the counts, and sorts by the shares', () => {
    const arranged = new ArrangedProjects(collator);
    const rows = lamps('a', 'b', 'c');
    const [before, after] = [failed('project/1'), failed('project/2')];
    const stuck = by({
      filter: { states: ['failedOrStalled'] },
      group: 'attention',
      sort: 'progress',
    });
    assert.equal(idsOf(arranged.of(rows, stuck, before).shown), '1');
    const { shown, groups } = arranged.of(rows, stuck, after, before);
    assert.deepEqual([idsOf(shown), groups?.[0]?.value], ['2', 'failed']);
    const byProgress = arranged.of(rows, by({ sort: 'progress' }), after, before);
    assert.equal(idsOf(byProgress.shown), '1 2 3', 'ordered by the earlier shares');
    const named = arranged.of(rows, by({ sort: 'progress', filter: { text: 'failed' } }), after);
    assert.equal(idsOf(named.shown), '2', 'a text is also sought in why it needs attention');
  });

  it('any steps give the same rows as one computation', () => {
    const row = fc.record({
      name: fc.option(fc.constantFrom('Lamp 1', 'Lamp 2', 'lamp 10', 'Harbor'), { nil: undefined }),
      status: fc.constantFrom('failed', 'confirmed', 'odd', undefined),
      transferable: fc.constantFrom(true, false, undefined),
    });
    const filter: fc.Arbitrary<ProjectFilter> = fc.record(
      {
        text: fc.constantFrom('l', 'lamp', 'lamp 1', 'amp 1', 'zz'),
        statuses: fc.subarray(['failed', 'confirmed', null], { minLength: 1 }),
        transferable: fc.subarray([true, false, null], { minLength: 1 }),
      },
      { requiredKeys: [] },
    );
    const step = fc.record({
      more: fc.array(row, { maxLength: 6 }),
      fresh: fc.nat(9).map((die) => die === 0),
      filter,
      sort: fc.constantFrom(...SORTS),
      group: fc.constantFrom(...GROUPINGS),
      keep: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const arranged = new ArrangedProjects(collator);
        let rows: Project[] = [];
        let arrangement = AS_LISTED;
        for (const { more, fresh, keep, ...next } of steps) {
          const from = fresh ? 0 : rows.length;
          const added = more.map((facts, at) => project(String(from + at), facts));
          rows = fresh ? added : [...rows, ...added];
          if (!keep) arrangement = next;
          const scratch = new ArrangedProjects(collator).of(rows, arrangement);
          assert.deepEqual(arranged.of(rows, arrangement), scratch);
        }
      }),
    );
  });
});

describe('Stored arrangement', () => {
  it('reads an arrangement back unchanged', () => {
    const arrangement = by({ filter: { text: 'x' }, sort: 'id', group: 'kind' });
    assert.deepEqual(readArrangement(JSON.parse(JSON.stringify(arrangement))), arrangement);
    const changes = [{ filter: { text: 'x' } }, { sort: 'id' }, { group: 'kind' }] as const;
    for (const change of changes) assert.equal(isAsListed(by(change)), false);
  });

  it('ignores an invalid arrangement', () => {
    for (const junk of [null, 'x', { sort: 'size', group: {}, filter: 1 }]) {
      assert.equal(isAsListed(readArrangement(junk)), true);
    }
  });
});
