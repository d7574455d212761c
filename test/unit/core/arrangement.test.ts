import assert from 'node:assert/strict';
import {
  type Arrangement,
  AS_LISTED,
  groupProjects,
  isAsListed,
  projectOrder,
  readArrangement,
  type SortBy,
} from '../../../src/core/arrange/arrangement.ts';
import type { Standing, Standings } from '../../../src/core/arrange/projectFilter.ts';
import type { Project } from '../../../src/core/model/model.ts';
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

const by = (change: Partial<Arrangement>): Arrangement => ({ ...AS_LISTED, ...change });

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
