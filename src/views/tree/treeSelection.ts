import * as vscode from 'vscode';
import type { AnyList } from './treeModel.ts';
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
  readonly #list: AnyList;
  /** As last reported; `undefined` if that was of another account. */
  #reported: readonly Row[] | undefined = [];
  readonly #changed = new vscode.EventEmitter<readonly Row[]>();
  readonly #subscription: vscode.Disposable;

  /** Fires with the selected rows. During a paint it can fire without those that are painted. */
  readonly onDidChange = this.#changed.event;

  constructor(
    view: Pick<vscode.TreeView<Row>, 'selection' | 'onDidChangeSelection'>,
    list: AnyList,
  ) {
    this.#view = view;
    this.#list = list;
    this.#subscription = view.onDidChangeSelection(({ selection }) => {
      this.#follow(selection);
    });
  }

  /**
   * The selected rows, in the order of the selection. Those of the service are as they are loaded
   * now; if they are not loaded, such as those of the previous account, they are left out.
   */
  get rows(): readonly Row[] {
    const { selection } = this.#view;
    const reported = this.#reported ?? [];
    const complete = selection.length < reported.length ? reported : selection;
    return complete.flatMap((row): Row | readonly Row[] =>
      isOfService(row) ? (this.#list.rowOf(row.key) ?? []) : row,
    );
  }

  /** Call this just before rows are returned to the editor, which takes them over at once. */
  followPaint(): void {
    setImmediate(() => {
      const { selection } = this.#view;
      const reported = this.#reported ?? selection;
      // There was a click during the paint.
      if (selection.length > reported.length) this.#follow(selection);
      // A row may have taken over the id of `Load more`, and so its selection.
      else if (selection.length === reported.length) this.#reported = selection;
    });
  }

  /** Call this when the rows of another account follow. A hidden view does not report that. */
  forget(): void {
    this.#reported = undefined;
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
