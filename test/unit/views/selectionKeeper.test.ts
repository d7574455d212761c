import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type * as vscode from 'vscode';
import type { Project } from '../../../src/core/model/model.ts';
import { SelectionKeeper } from '../../../src/views/tree/selectionKeeper.ts';
import type { Row } from '../../../src/views/tree/treeNodes.ts';
import { TreeModel } from '../../../src/views/tree/treeModel.ts';
import { TreeSelection } from '../../../src/views/tree/treeSelection.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { EventEmitter } from '../../support/fakeVscode/values.ts';
import { project } from '../../support/projects.ts';

const FOLDED = 10_001;
const projects = (count: number): readonly Project[] =>
  Array.from({ length: count }, (_, at) => project(`${at + 1}`, { name: `P ${at + 1}` }));

/** A view that may ignore `reveal`, as the editor does during a paint. */
class View {
  visible = true;
  readonly revealed: string[] = [];
  obeys = true;
  readonly #selections = new EventEmitter<{ readonly selection: readonly Row[] }>();
  readonly onDidChangeSelection = this.#selections.event;

  select(...rows: readonly Row[]): void {
    this.#selections.fire({ selection: rows });
  }

  reveal(row: Row): Promise<void> {
    this.revealed.push((row as Project).name ?? '');
    if (this.obeys) this.select(row);
    return Promise.resolve();
  }
}

describe('SelectionKeeper', () => {
  let view: View;
  let list: { state: { rows: readonly Project[]; hasMore: boolean } };
  let clock: FakeClock;
  let place: SelectionKeeper;
  let rows: TreeModel;

  beforeEach(() => {
    view = new View();
    const state = { rows: projects(100), hasMore: false };
    const rowOf = (sought: string) => list.state.rows.find(({ key }) => key === sought);
    list = Object.assign({ state }, { rowOf });
    rows = new TreeModel('projects', list as never, { marks: new Map() }, undefined);
    clock = new FakeClock();
    const tree = view as unknown as vscode.TreeView<Row>;
    place = new SelectionKeeper(tree, rows, new TreeSelection(tree, list as never), clock);
  });

  afterEach(() => {
    place.dispose();
    assert.equal(clock.pending, 0);
  });

  /** The editor requests the rows, and what that starts ends. */
  const paint = async (): Promise<void> => {
    place.paintKeepingSelection(() => rows.top(false));
    await clock.advance(0);
  };
  const fold = async (): Promise<void> => {
    await paint();
    view.select(list.state.rows[42]!);
    list.state = { rows: projects(FOLDED), hasMore: false };
    await paint();
  };

  it('opens the range of the selected row once, so that the user may close it', async () => {
    await fold();
    await paint();
    assert.deepEqual(view.revealed, ['P 43']);
  });

  it('opens no range in a view that was hidden meanwhile, because that would show the view', async () => {
    view.visible = false;
    await fold();
    assert.deepEqual(view.revealed, []);
  });

  it('opens the range of the selected row again if a repaint closed it', async () => {
    view.obeys = false;
    await fold();
    // The editor clears the selection when a row leaves the tree.
    view.select();
    view.obeys = true;
    await paint();
    await paint();
    assert.deepEqual(view.revealed, ['P 43', 'P 43']);
  });

  it('does not open a range again after another row was selected, or when its row is gone', async () => {
    view.obeys = false;
    await fold();
    list.state = { rows: projects(FOLDED + 50).slice(45), hasMore: false };
    await paint();
    list.state = { rows: projects(FOLDED), hasMore: false };
    view.select(rows.top(false)[3]!);
    await paint();
    assert.deepEqual(view.revealed, ['P 43']);
  });

  it('does not return to the row selected before once a command reveals another one', async () => {
    view.obeys = false;
    await fold();
    place.forget();
    await paint();
    assert.deepEqual(view.revealed, ['P 43']);
  });
});
