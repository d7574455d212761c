import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, it } from 'mocha';
import type * as vscode from 'vscode';
import type { Project } from '../../../src/core/model/model.ts';
import { PROJECTS } from '../../../src/lists/projects.ts';
import { SelectionKeeper } from '../../../src/views/tree/selectionKeeper.ts';
import type { Row } from '../../../src/views/tree/treeNodes.ts';
import { TreeModel } from '../../../src/views/tree/treeModel.ts';
import { FakeClock } from '../../support/fakeClock.ts';
import { EventEmitter } from '../../support/fakeVscode/values.ts';
import { sentProjects } from '../../support/projects.ts';

const FOLDED = 10_001;
const projects = (count: number): readonly Project[] =>
  PROJECTS.decode({ results: sentProjects(count) }).rows;

/** A view that may ignore `reveal`, as the editor does during a paint. */
class View {
  visible = true;
  selection: readonly Row[] = [];
  readonly revealed: string[] = [];
  obeys = true;
  readonly #selections = new EventEmitter<{ readonly selection: readonly Row[] }>();
  readonly onDidChangeSelection = this.#selections.event;

  select(...rows: readonly Row[]): void {
    this.selection = rows;
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
  /** What the model uses of a list. */
  class List {
    state = { rows: projects(100), hasMore: false };
    rowOf = (sought: string) => this.state.rows.find(({ key }) => key === sought);
  }
  let list: List;
  let clock: FakeClock;
  let place: SelectionKeeper;
  let rows: TreeModel;

  beforeEach(() => {
    view = new View();
    list = new List();
    rows = new TreeModel('projects', list as never, { marks: new Map() }, undefined);
    clock = new FakeClock();
    const marks = { select: () => undefined };
    place = new SelectionKeeper(view as unknown as vscode.TreeView<Row>, rows, marks, clock);
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
    await paint();
    view.select(list.state.rows[42]!);
    list.state = { rows: projects(FOLDED), hasMore: false };
    place.paintKeepingSelection(() => rows.top(false));
    view.visible = false;
    await clock.advance(0);
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

  it('does not open a range if the user has selected another row', async () => {
    view.obeys = false;
    await fold();
    view.select(rows.top(false)[3]!);
    await paint();
    assert.deepEqual(view.revealed, ['P 43']);
  });

  it('ignores a selected row that is no longer in the list', async () => {
    view.obeys = false;
    await fold();
    list.state = { rows: projects(FOLDED + 50).slice(45), hasMore: false };
    await paint();
    assert.deepEqual(view.revealed, ['P 43']);
  });
});
