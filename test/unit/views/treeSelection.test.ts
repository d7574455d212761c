import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type { Project } from '../../../src/core/model/model.ts';
import type { LoadMoreRow, Row } from '../../../src/views/tree/treeNodes.ts';
import { TreeSelection } from '../../../src/views/tree/treeSelection.ts';
import { EventEmitter } from '../../support/fakeVscode/values.ts';
import { project } from '../../support/projects.ts';
import { turn } from '../../support/turn.ts';

describe('TreeSelection', () => {
  const [one, two] = [project('1'), project('2')];
  const loadMore: LoadMoreRow = { kind: 'loadMore', key: 'loadMore', list: 'projects' };
  const events = new EventEmitter<{ readonly selection: readonly Row[] }>();
  let selected: readonly Row[];
  let painting: readonly Row[];
  let loaded: readonly Project[];
  let changes: (readonly Row[])[];
  let selection: TreeSelection;

  beforeEach(() => {
    selected = painting = [];
    loaded = [one, two];
    changes = [];
    const view = {
      get selection() {
        return selected.filter((row) => !painting.includes(row));
      },
      onDidChangeSelection: events.event,
    };
    const rowOf = (sought: string) => loaded.find(({ key }) => key === sought);
    selection = new TreeSelection(view, { rowOf } as never);
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

  it('has rows as they are loaded now, and the row that has taken over the id of another', async () => {
    select(one, two);
    const newer = project('1', { status: 'late' });
    loaded = [newer];
    assert.deepEqual(selection.rows, [newer]);
    select(loadMore);
    // The editor sends no event.
    selected = [newer];
    assert.deepEqual(selection.rows, [newer]);
    await paint();
    painting = [newer];
    assert.deepEqual(selection.rows, [newer]);
  });

  it('has no rows of the account before while the view is hidden, and does not count the same row of the next one as newly selected', async () => {
    select(one);
    const { turn: before } = selection;
    painting = [one];
    selection.forget();
    assert.deepEqual(selection.rows, []);
    await paint();
    assert.deepEqual([selection.rows, selection.turn], [[one], before]);
  });

  it('is empty once the user has selected nothing', async () => {
    select(one);
    const { turn: before } = selection;
    select();
    await paint();
    assert.deepEqual([selection.rows, selection.turn], [[], before]);
  });
});
