import assert from 'node:assert/strict';
import { describe, it } from 'mocha';
import type { Row } from '../../../src/views/tree/treeNodes.ts';
import { Repaints } from '../../../src/views/tree/repaints.ts';
import { TreeModel } from '../../../src/views/tree/treeModel.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { project } from '../../support/projects.ts';

describe('Repaints', () => {
  /** A painted tree. @param selected the positions of its selected rows. */
  function painted(count: number, selected: readonly number[]) {
    const all = Array.from({ length: count }, (_, at) => project(`${at}`));
    const rowOf = (sought: string) => all.find(({ key }) => key === sought);
    const list = { state: { rows: all, hasMore: false }, rowOf };
    const tree = new TreeModel('projects', list as never, { marks: new Map() }, undefined);
    tree.top(false);
    const events: (readonly string[])[] = [];
    const fire = (changed: readonly Row[] = []) => {
      events.push(changed.map((row) => ('key' in row ? row.key : row.kind)));
    };
    const rows = selected.map((at) => all[at]!);
    const head = { describe: () => undefined, hasProblemRow: false };
    const clock = new FakeClock();
    const repaints = new Repaints({ fire }, tree, { rows }, head as never, clock);
    return { all, events, repaints };
  }
  const below = (count: number) => Array.from({ length: count }, (_, at) => at);

  it('repaints the range of each selected row if a row beside one of them is repainted', () => {
    const { all, events, repaints } = painted(10_001, [1500, 5]);
    repaints.rows([all[7]!.key]);
    repaints.rows([all[2500]!.key]);
    assert.deepEqual(events, [['range/0', 'range/1'], ['range/2']]);
    repaints.dispose();
  });

  it('keys of rows that are not loaded do not count towards a repaint of the whole tree', () => {
    const { all, events, repaints } = painted(100, [3, 2]);
    repaints.rows([...below(30).map((at) => `project/unknown/${at}`), all[2]!.key]);
    assert.deepEqual(events, [[all[2]!.key, all[3]!.key]]);
    repaints.dispose();
  });

  it('repaints the whole tree if too many rows are selected', () => {
    for (const [count, fired] of [
      [20, 20],
      [21, 0],
    ] as const) {
      const { all, events, repaints } = painted(100, below(count));
      repaints.rows([all[3]!.key]);
      assert.deepEqual(
        events.map(({ length }) => length),
        [fired],
      );
      repaints.dispose();
    }
  });

  it('a row that the pointer has left is repainted only if that takes neither ranges nor many rows', () => {
    for (const [count, selected, fired] of [
      [100, 0, [1]],
      [100, 20, [20]],
      [100, 21, []],
      [10_001, 0, []],
    ] as const) {
      const { all, events, repaints } = painted(count, below(selected));
      repaints.hover.open(all[3]!.key);
      repaints.hover.open(all[50]!.key);
      assert.deepEqual(
        events.map(({ length }) => length),
        fired,
      );
      repaints.dispose();
    }
  });
});
