import type * as vscode from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { ServiceRow } from '../../lists/index.ts';
import type { TreeModel } from './treeModel.ts';
import { isOfService, type Row } from './treeNodes.ts';
import type { TreeSelection } from './treeSelection.ts';

/** Keeps the selected row of a tree visible when it goes into a range. */
export class SelectionKeeper implements vscode.Disposable {
  readonly view: vscode.TreeView<Row>;
  readonly rows: TreeModel;
  readonly #subscription: vscode.Disposable;
  #selectedKey: string | undefined;
  /** The row that was put into a range, until a row is selected again. */
  #foldedKey: string | undefined;
  readonly #opening: Later;

  constructor(
    view: vscode.TreeView<Row>,
    rows: TreeModel,
    selection: Pick<TreeSelection, 'onDidChange'>,
    clock: Clock,
  ) {
    this.view = view;
    this.rows = rows;
    this.#opening = new Later(clock, this.#openRange);
    this.#subscription = selection.onDidChange((selected) => {
      this.#selectedKey = selected.find(isOfService)?.key;
      // The editor reports an empty selection also when it removes the row that went into a range.
      if (selected.length > 0) this.#foldedKey = undefined;
    });
  }

  /**
   * Paints the whole tree and opens the range of the selected row. Opens it again after further
   * paints until the row is selected: if the range is repainted meanwhile, the editor does not open
   * it, although `reveal` resolves.
   */
  paintKeepingSelection(paint: () => Row[]): Row[] {
    const row = this.row;
    // Its range was opened in an earlier paint, and the user may have closed it since.
    const isHandled = row && row.key !== this.#foldedKey && this.rows.isFoldedAround(row);
    const top = paint();
    if (row && !isHandled && this.rows.parentOf(row)?.kind === 'range') {
      this.#foldedKey = row.key;
      // Not now, because the editor can reveal a row only after it has received the ranges.
      this.#opening.restart(0);
    }
    return top;
  }

  /**
   * Call this before a command reveals a row: two reveals at a time would select the wrong row or
   * fail. Until the next selection, no range is opened.
   */
  forget(): void {
    this.#selectedKey = undefined;
    this.#foldedKey = undefined;
    this.#opening.cancel();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.forget();
  }

  /** The selected row, also in a closed range; `undefined` if it is not loaded. */
  get row(): ServiceRow | undefined {
    const key = this.#foldedKey ?? this.#selectedKey;
    return key === undefined ? undefined : this.rows.list.rowOf(key);
  }

  readonly #openRange = (): void => {
    const row = this.#foldedKey === undefined ? undefined : this.rows.list.rowOf(this.#foldedKey);
    if (!row || !this.view.visible) return;
    this.view.reveal(row, { select: true }).then(undefined, () => {
      // The rows have changed; the next paint opens the range.
    });
  };
}
