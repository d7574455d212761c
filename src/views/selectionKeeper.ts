import * as vscode from 'vscode';
import type { ListName } from '../core/messages/listMessages.ts';
import type { Collection, Project } from '../core/model/model.ts';
import type { TreeModel } from './treeModel.ts';
import { isOfService, type Row } from './treeNodes.ts';

/**
 * Keeps the selected row visible when the rows around it are put into ranges, and moves the focus
 * from `Load more` to the first new row.
 */
export class SelectionKeeper implements vscode.Disposable {
  readonly #name: ListName;
  readonly #view: vscode.TreeView<Row>;
  readonly #rows: TreeModel;
  readonly #subscription: vscode.Disposable;
  /** From the last event, because the editor reports no selection while it asks for rows. */
  #selectedKey: string | undefined;
  /** The row that was put into a range, until a row is selected again. */
  #foldedKey: string | undefined;
  #opening: NodeJS.Timeout | undefined;

  constructor(name: ListName, view: vscode.TreeView<Row>, rows: TreeModel) {
    this.#name = name;
    this.#view = view;
    this.#rows = rows;
    this.#subscription = view.onDidChangeSelection(({ selection }) => {
      this.#selectedKey = selection.find(isOfService)?.key;
      // The editor reports an empty selection also when it removes the row that went into a range.
      if (selection.length > 0) this.#foldedKey = undefined;
    });
  }

  /**
   * Paints the whole tree and opens the range of the selected row. Opens it again after further
   * paints until the row is selected: if the range is repainted meanwhile, the editor does not open
   * it, although `reveal` resolves.
   */
  keptBy(paint: () => Row[]): Row[] {
    const row = this.#row;
    // The person may have closed the range again.
    const wasDealtWith = row && row.key !== this.#foldedKey && this.#rows.isFoldedAround(row);
    const top = paint();
    if (row && !wasDealtWith && this.#rows.parentOf(row)?.kind === 'range') this.#openAt(row);
    return top;
  }

  /** Selects and focuses `to`, unless the person has moved away from `from`. */
  async goOn(from: Row, to: Row): Promise<void> {
    const focused = await focusedRow(`mintscope.${this.#name}`);
    if (focused !== undefined && focused !== from) return;
    await this.#view.reveal(to, { select: true, focus: true });
  }

  /**
   * Scrolls to a row without the focus, and selects it if `select` says so. Does nothing if it is
   * not loaded or a filter hides it. Rejects if the rows change meanwhile.
   */
  async show(key: string, select: boolean): Promise<void> {
    const row = this.#rows.rowOf(key);
    if (row && this.#rows.arranged?.shows(row) !== false) {
      await this.#view.reveal(row, { select, focus: false });
    }
  }

  /**
   * Focuses the selected row if it is shown, else the first row, and selects nothing. Call this only
   * where the person is in the view. Rejects if the rows change meanwhile.
   */
  async focus(): Promise<void> {
    const selected = this.#row;
    const isShown = selected && this.#rows.arranged?.shows(selected) !== false;
    const top = this.#rows.arranged?.topRows()[0] ?? this.#rows.inOrder[0];
    const first = top && (this.#rows.parentOf(top) ?? top);
    const row = isShown ? selected : first;
    if (row && this.#view.visible) await this.#view.reveal(row, { select: false, focus: true });
  }

  /** Call this when the rows were removed. */
  forget(): void {
    this.#selectedKey = undefined;
    this.#foldedKey = undefined;
    clearTimeout(this.#opening);
  }

  dispose(): void {
    this.#subscription.dispose();
    this.forget();
  }

  /** The selected row. */
  get #row(): Project | Collection | undefined {
    const sought = this.#foldedKey ?? this.#selectedKey;
    return sought === undefined ? undefined : this.#rows.rowOf(sought);
  }

  #openAt(row: Project | Collection): void {
    this.#foldedKey = row.key;
    clearTimeout(this.#opening);
    // Later, because the editor can reveal a row only after it has received the ranges.
    this.#opening = setTimeout(() => {
      if (!this.#view.visible) return;
      this.#view.reveal(row, { select: true }).then(undefined, () => {
        // The rows have changed; the next paint opens the range.
      });
    });
  }
}

/**
 * The focused row of a tree, `undefined` if there is none. The API gives the selection only. The
 * editor gives the focused row to a command with the undocumented arguments below; the keybinding
 * of Copy Mint Address in package.json uses them as well. An editor that does not know them hands
 * over the arguments themselves, which are no row: then `goOn` selects nothing.
 */
async function focusedRow(viewId: string): Promise<unknown> {
  const command = `${viewId}.tellFocusedRow`;
  let focused: unknown;
  // eslint-disable-next-line no-restricted-syntax -- for this moment only, and it cannot fail
  const registration = vscode.commands.registerCommand(command, (row?: unknown) => {
    focused = row ?? undefined;
  });
  try {
    const args = { $treeViewId: viewId, $focusedTreeItem: true };
    await vscode.commands.executeCommand('runCommands', { commands: [{ command, args }] });
  } finally {
    registration.dispose();
  }
  return focused;
}
