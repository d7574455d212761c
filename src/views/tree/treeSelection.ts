import * as vscode from 'vscode';
import type { TreeModel } from './treeModel.ts';
import { isOfService, type Row } from './treeNodes.ts';

let lastTurn = 0;

/** A number that grows with each call, to tell which of two things the user did last. */
export function nextTurn(): number {
  return ++lastTurn;
}

/**
 * What the user has selected in a tree. Of rows that it is painting, the editor reports no
 * selection, not even in the event of a click on them.
 */
export class TreeSelection implements vscode.Disposable {
  /** The number, of `nextTurn`, at which rows were last selected; 0 if never. */
  turn = 0;
  readonly #view: Pick<vscode.TreeView<Row>, 'selection' | 'onDidChangeSelection'>;
  readonly #tree: Pick<TreeModel, 'list' | 'goneRows'>;
  /** As last reported. */
  #reported: readonly Row[] = [];
  readonly #changed = new vscode.EventEmitter<readonly Row[]>();
  readonly #subscription: vscode.Disposable;

  /** Fires with the selected rows. During a paint it can fire without those that are painted. */
  readonly onDidChange = this.#changed.event;

  constructor(
    view: Pick<vscode.TreeView<Row>, 'selection' | 'onDidChangeSelection'>,
    tree: Pick<TreeModel, 'list' | 'goneRows'>,
  ) {
    this.#view = view;
    this.#tree = tree;
    this.#subscription = view.onDidChangeSelection(({ selection }) => {
      this.#follow(selection);
    });
  }

  /**
   * The selected rows as they are loaded now, in the order of the selection. Rows that are neither
   * loaded nor gone are left out, such as those of the previous account.
   */
  get rows(): readonly Row[] {
    const { list, goneRows } = this.#tree;
    return this.#reported.flatMap((row): Row | readonly Row[] => {
      if (!isOfService(row) && row.kind !== 'gone') return row;
      return list.rowOf(row.key) ?? goneRows.find(({ key }) => key === row.key) ?? [];
    });
  }

  /** Call this just before rows are returned to the editor, which takes them over at once. */
  followPaint(): void {
    setImmediate(() => {
      const { selection } = this.#view;
      // There was a click during the paint.
      if (selection.length > this.#reported.length) this.#follow(selection);
    });
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changed.dispose();
  }

  #follow(selection: readonly Row[]): void {
    this.#reported = selection;
    if (selection.length > 0) this.turn = nextTurn();
    this.#changed.fire(selection);
  }
}
