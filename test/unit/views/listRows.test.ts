import assert from 'node:assert/strict';
import type { Marks } from '../../../src/core/lists/changeMarks.ts';
import type { ListState } from '../../../src/core/lists/listState.ts';
import type { Project } from '../../../src/core/model/model.ts';
import { ListRows } from '../../../src/views/tree/listRows.ts';
import { type GroupRow } from '../../../src/views/tree/rows.ts';
import { listState, project } from '../../support/projects.ts';

const MORE = { kind: 'loadMore', list: 'projects' };
const LIMIT = { kind: 'limit', list: 'projects' };

describe('ListRows', () => {
  let list: { state: ListState<Project>; changes: { marks: Marks } };
  let session: { failure?: Error };
  /** What the rows use of an arranger that groups them by their first letter. */
  let groups: readonly GroupRow[];
  let rows: ListRows;
  const some = [project('1'), project('2')];

  beforeEach(() => {
    list = { state: listState<Project>([]), changes: { marks: new Map() } };
    session = {};
    groups = [];
    const arranger = {
      get isOn() {
        return groups.length > 0;
      },
      topRows: () => groups,
      groupOf: (row: Project) => groups.find(({ rows: members }) => members.includes(row)),
      shows: () => true,
    };
    rows = new ListRows('projects', list as never, session as never, arranger as never);
  });
  const has = (loaded: readonly Project[], facts: Partial<ListState<Project>> = {}) => {
    list.state = listState(loaded, facts);
  };
  const many = (count: number) => Array.from({ length: count }, (_, at) => project(`${at}`));

  it('the last row, with its Stop, stays while Load All reads the list a second time', () => {
    has(some, { work: 'all' });
    assert.deepEqual(rows.top(), [...some, MORE]);
  });

  it('the rows of open groups count to the ten thousand, those of closed ones do not', () => {
    const all = many(15_000);
    has(all);
    const groupOf = (value: string, members: readonly Project[]): GroupRow => ({
      kind: 'group',
      key: `group/${value}`,
      by: 'status',
      value,
      rows: members,
    });
    const one = groupOf('a', all.slice(0, 9_000));
    const other = groupOf('b', all.slice(9_000));
    groups = [one, other];
    const counts = () => [one, other].map((group) => rows.below(group).length);
    assert.deepEqual(rows.top(), [one, other, LIMIT]);
    assert.deepEqual([counts(), rows.shown], [[9_000, 1_000], 10_000]);
    assert.deepEqual(
      [all[9_999]!, all[10_000]!].map((row) => rows.isBeyondLimit(row)),
      [false, true],
    );
    assert.equal(rows.setOpen(one, false), true);
    assert.deepEqual(rows.top(), [one, other]);
    assert.deepEqual([counts()[1], rows.shown], [6_000, 6_000]);
    rows.setOpen(one, true);
    assert.equal(rows.top().length, 3);
    assert.equal(rows.inOrder.length, 15_000, 'Next Change goes through all');
  });
});
