import type * as vscode from 'vscode';
import type { Clock } from '../../core/base/clock.ts';
import { Later } from '../../core/base/later.ts';
import type { ListMarks } from '../../core/lists/listMarks.ts';
import type { ServiceRow } from '../../lists/index.ts';
import type { TreeModel } from './treeModel.ts';
import { isOfService, type Row } from './treeNodes.ts';

let lastTurn = 0;

/** A number that grows with each call, to tell which of two things the user did last. */
export function nextTurn(): number {
  return ++lastTurn;
}

/** Follows the selection of a tree. Keeps the selected row visible when it goes into a range. */
export class SelectionKeeper implements vscode.Disposable {
  readonly view: vscode.TreeView<Row>;
  readonly rows: TreeModel;
  /** The number, of `nextTurn`, at which rows were last selected; 0 if never. */
  selectedTurn = 0;
  readonly #subscription: vscode.Disposable;
  /** From the last event, because the editor reports no selection while it requests rows. */
  #selectedKey: string | undefined;
  /** The row that was put into a range, until a row is selected again. */
  #foldedKey: string | undefined;
  readonly #opening: Later;

  constructor(
    view: vscode.TreeView<Row>,
    rows: TreeModel,
    marks: Pick<ListMarks, 'select'>,
    clock: Clock,
  ) {
    this.view = view;
    this.rows = rows;
    this.#opening = new Later(clock, this.#openRange);
    this.#subscription = view.onDidChangeSelection(({ selection }) => {
      this.#selectedKey = selection.find(isOfService)?.key;
      // The editor reports an empty selection also when it removes the row that went into a range.
      if (selection.length > 0) {
        this.#foldedKey = undefined;
        this.selectedTurn = nextTurn();
      }
      marks.select(selection.flatMap((row) => ('key' in row ? [row.key] : [])));
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
