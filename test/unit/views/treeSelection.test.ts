import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { GoneRow, Row } from '../../../src/views/tree/treeNodes.ts';
import { TreeSelection } from '../../../src/views/tree/treeSelection.ts';
import { EventEmitter } from '../../support/fakeVscode/values.ts';
import { project } from '../../support/projects.ts';
import { turn } from '../../support/turn.ts';

describe('TreeSelection', () => {
  const [one, two] = [project('1'), project('2')];
  const events = new EventEmitter<{ readonly selection: readonly Row[] }>();
  let selected: readonly Row[];
  let painting: readonly Row[];
  let loaded: readonly Row[];
  let goneRows: readonly GoneRow[];
  let changes: (readonly Row[])[];
  let selection: TreeSelection;

  beforeEach(() => {
    selected = painting = goneRows = [];
    loaded = [one, two];
    changes = [];
    const view = {
      get selection() {
        return selected.filter((row) => !painting.includes(row));
      },
      onDidChangeSelection: events.event,
    };
    const list = {
      rowOf: (sought: string) => loaded.find((row) => 'key' in row && row.key === sought),
    };
    const tree = {
      list,
      get goneRows() {
        return goneRows;
      },
    };
    selection = new TreeSelection(view, tree as never);
    selection.onDidChange((rows) => changes.push(rows));
  });

  afterEach(() => {
    selection.dispose();
  });

  const select = (...rows: readonly Row[]) => {
    selected = rows;
    events.fire({ selection: rows.filter((row) => !painting.includes(row)) });
  };
  const paint = async () => {
    selection.followPaint();
    painting = [];
    await turn();
  };

  it('has the selected rows also while the editor paints them', async () => {
    select(two, one);
    painting = [one, two];
    assert.deepEqual(selection.rows, [two, one]);
    await paint();
    assert.deepEqual([selection.rows, changes], [[two, one], [[two, one]]]);
  });

  it('a click during a paint counts as a selection when the paint has ended', async () => {
    select(one);
    const before = selection.turn;
    for (const rows of [[one, two], [two]]) {
      painting = rows;
      select(...rows);
      assert.deepEqual(selection.rows, []);
      await paint();
      assert.deepEqual(selection.rows, rows);
    }
    assert.ok(selection.turn > before);
    assert.deepEqual(changes, [[one], [], [one, two], [], [two]]);
  });

  it('has rows as they are loaded now, or as the rows that are gone', () => {
    select(one, two);
    const gone: GoneRow = { kind: 'gone', key: two.key, list: 'projects', name: undefined };
    const newer = project('1', { status: 'late' });
    loaded = [newer];
    assert.deepEqual(selection.rows, [newer]);
    goneRows = [gone];
    assert.deepEqual(selection.rows, [newer, gone]);
    select(gone);
    loaded = [two];
    assert.deepEqual(selection.rows, [two]);
  });

  it('is empty once the user has selected nothing', async () => {
    select(one);
    const { turn: before } = selection;
    select();
    await paint();
    assert.deepEqual([selection.rows, selection.turn], [[], before]);
  });
});
