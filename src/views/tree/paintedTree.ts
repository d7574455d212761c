import * as vscode from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { isAsking } from '../../editor/quickPick.ts';
import { Paint } from './paint.ts';

let lastTurn = 0;

/** A number that grows with each call, to tell which of two things the user did last. */
export function nextTurn(): number {
  return ++lastTurn;
}

/** The rows of a tree. Rendering only reads them. */
export interface TreeRows<Row> {
  /** The rows at the top level, or those of a group. */
  childrenOf(parent: Row | undefined): readonly Row[];
  /** Resolves when `itemOf` is quick for these rows; `undefined` if it is already. */
  prepare?(rows: readonly Row[]): Promise<void> | undefined;
  parentOf(row: Row): Row | undefined;
  itemOf(row: Row): vscode.TreeItem;
  /** Identifies a row in two paints. */
  keyOf(row: Row): string;
  /** The tooltip of a row whose item has none; `undefined` if it has none at all. */
  tooltipOf(row: Row, token: vscode.CancellationToken): Promise<vscode.MarkdownString> | undefined;
}

/** A tree as the editor shows it: its paints, and what is selected in it. */
export class PaintedTree<Row> implements vscode.TreeDataProvider<Row>, vscode.Disposable {
  readonly id: string;
  readonly view: vscode.TreeView<Row>;
  readonly paint: Paint;
  /** The number, of `nextTurn`, at which rows were last selected; 0 if never. */
  turn = 0;
  /** The key of the row that kept the focus when another one was selected by `reveal`. */
  focusLeftAt: string | undefined;
  readonly #rows: TreeRows<Row>;
  readonly #changed = new vscode.EventEmitter<undefined>();
  /** The selection as last reported. */
  #lastSelection: readonly Row[] = [];
  readonly #subscriptions: readonly vscode.Disposable[];

  readonly onDidChangeTreeData = this.#changed.event;

  constructor(
    id: string,
    rows: TreeRows<Row>,
    clock: Clock,
    dragAndDropController?: vscode.TreeDragAndDropController<Row>,
  ) {
    this.id = id;
    this.#rows = rows;
    this.view = vscode.window.createTreeView<Row>(id, {
      treeDataProvider: this,
      canSelectMany: true,
      ...(dragAndDropController && { dragAndDropController }),
    });
    this.paint = new Paint(clock, this.view, () => {
      this.#changed.fire(undefined);
    });
    this.#subscriptions = [
      this.view.onDidChangeSelection(this.#followSelection),
      this.view.onDidChangeVisibility(this.paint.shown),
    ];
  }

  /** The selected rows, as they were painted. During a paint, those selected before it. */
  get selection(): readonly Row[] {
    if (this.#isReported) this.#lastSelection = this.view.selection;
    return this.#lastSelection;
  }

  /** Resolves with the selected row. If the tree is being painted, waits for that, 2 s at most. */
  async clickedRow(): Promise<Row | undefined> {
    const isKnown = () => this.view.selection.length > 0;
    // Not after `await`, because a paint may begin meanwhile.
    if (this.paint.isOn || !isKnown()) await this.paint.end(isKnown);
    return this.view.selection[0];
  }

  /** Call this before the rows of another account are painted. */
  forgetSelection(): void {
    this.#lastSelection = [];
  }

  /**
   * Selects or focuses a row. It waits for a paint, so it does not take the focus from a box that the
   * user has opened meanwhile. Rejects if the row is not shown.
   */
  reveal(
    row: Row,
    { select, focus }: { readonly select: boolean; readonly focus: boolean },
  ): Promise<void> {
    const selected = () => this.selection.map((one) => this.#rows.keyOf(one)).join('\n');
    const before = selected();
    const reveal = async () => {
      const takesFocus = focus && !isAsking();
      await this.view.reveal(row, { select, focus: takesFocus });
      if (select && !takesFocus)
        this.focusLeftAt = ((await this.focusedRow()) as { readonly key?: string } | undefined)
          ?.key;
    };
    return this.paint.reveal(reveal, () => select && selected() !== before);
  }

  /**
   * The row that keys act on, `undefined` if there is none. The API gives the selection only. The
   * editor gives the focused row to a command with the undocumented arguments below; the keybinding
   * of Copy Mint Address in package.json uses them as well. An editor that does not know them passes
   * on the arguments themselves: this then resolves with them, which are no row.
   */
  async focusedRow(): Promise<unknown> {
    const command = `${this.id}.tellFocusedRow`;
    let focused: unknown;
    // eslint-disable-next-line no-restricted-syntax -- for this moment only, and it cannot fail
    const registration = vscode.commands.registerCommand(command, (row?: unknown) => {
      focused = row ?? undefined;
    });
    try {
      const args = { $treeViewId: this.id, $focusedTreeItem: true };
      await vscode.commands.executeCommand('runCommands', { commands: [{ command, args }] });
    } finally {
      registration.dispose();
    }
    return focused;
  }

  async getChildren(parent?: Row): Promise<Row[]> {
    if (parent === undefined) this.paint.begin();
    let rows: readonly Row[] = [];
    try {
      rows = this.#rows.childrenOf(parent);
      await this.#rows.prepare?.(rows);
      return [...rows];
    } finally {
      this.paint.rowsReturned(rows.length, parent === undefined);
      setImmediate(this.#followSelection);
    }
  }

  getParent(row: Row): Row | undefined {
    return this.#rows.parentOf(row);
  }

  getTreeItem(row: Row): vscode.TreeItem {
    return this.#rows.itemOf(row);
  }

  /** Adds the tooltip of a row when it is hovered. */
  async resolveTreeItem(
    item: vscode.TreeItem,
    row: Row,
    token: vscode.CancellationToken,
  ): Promise<vscode.TreeItem> {
    const tooltip = this.#rows.tooltipOf(row, token);
    if (!tooltip) return item;
    this.paint.tooltipRequested();
    // A copy, because the item may be used for a later paint, which has no tooltip yet.
    return Object.assign(new vscode.TreeItem(''), item, { tooltip: await tooltip });
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.paint.dispose();
    this.view.dispose();
    this.#changed.dispose();
  }

  /** Whether the editor reports the selection. During a paint it leaves out rows, mostly all. */
  get #isReported(): boolean {
    return !this.paint.isOn || this.view.selection.length >= this.#lastSelection.length;
  }

  /** After a click during a paint, the editor reports the rows only when the paint has ended. */
  readonly #followSelection = (): void => {
    if (!this.#isReported) return;
    const { selection } = this.view;
    const before = this.#lastSelection.map((row) => this.#rows.keyOf(row)).join('\n');
    this.#lastSelection = selection;
    if (selection.map((row) => this.#rows.keyOf(row)).join('\n') === before) return;
    if (selection.length > 0) {
      this.turn = nextTurn();
      this.paint.userActed();
    }
  };
}
